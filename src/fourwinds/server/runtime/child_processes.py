"""Processes that end with the one that started them, even if it was killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def end_with_parent(*, gently: bool = False) -> None:
    """End this process, started by multiprocessing, when its parent is gone.

    The parent holds the other end of a pipe, which is closed however it dies. `gently` lets this
    process finish what it is at, as if it had been told to stop.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        if gently:
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
