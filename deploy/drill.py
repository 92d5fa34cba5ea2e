"""Tries deploy/ out on this machine, in a folder of its own and without touching anything else.

    python deploy/drill.py                 # all drills
    python deploy/drill.py nginx           # nginx.conf: TLS, requests, channels, headers
    python deploy/drill.py units           # the units, by systemd-analyze
    python deploy/drill.py upgrade         # from an older commit, with its tables, and back again

A drill that needs a program that is not there says so and is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# How far back an older version is looked for.
MOST_COMMITS = 60
NAME = "play.example.org"
API = "/api/v1"


def check(what: str, right: object) -> None:
    print(f"  {'ok' if right else 'WRONG'}: {what}", flush=True)
    if not right:
        raise SystemExit(f"the drill failed: {what}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def running(words: list[str], log: Path, **settings: str) -> Iterator[None]:
    with log.open("ab") as out:
        process = subprocess.Popen(words, stdout=out, stderr=out, env=os.environ | settings)
    try:
        yield
        check(f"{Path(words[0]).name} still runs", process.poll() is None)
    finally:
        process.terminate()
        process.wait(30)


class Client:
    """A browser as far as it matters here: it keeps its cookie."""

    def __init__(self, port: int, context: ssl.SSLContext | None = None) -> None:
        self.port = port
        self.context = context
        self.cookie = ""

    def ask(
        self, method: str, path: str, body: object = None, source: str = "127.0.0.1", **more: str
    ) -> tuple[int, http.client.HTTPMessage, Any]:
        line: http.client.HTTPConnection
        here = {"timeout": 30, "source_address": (source, 0)}
        if self.context is None:
            line = http.client.HTTPConnection("127.0.0.1", self.port, **here)  # type: ignore[arg-type]
        else:
            there = http.client.HTTPSConnection
            line = there("127.0.0.1", self.port, context=self.context, **here)  # type: ignore[arg-type]
        headers = {"Host": f"{NAME}:{self.port}", "Content-Type": "application/json", **more}
        if self.cookie:
            headers["Cookie"] = self.cookie
        line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        text = answer.read()
        line.close()
        if answer.headers["Set-Cookie"]:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        with contextlib.suppress(ValueError):
            return answer.status, answer.headers, json.loads(text)
        return answer.status, answer.headers, text

    def wait(self, path: str = "/ready") -> None:
        for _ in range(1800):  # on a busy machine an interpreted server takes long to start
            with contextlib.suppress(OSError):
                if self.ask("GET", path)[0] == 200:
                    return
            time.sleep(0.1)
        raise SystemExit(f"the drill failed: nobody answers {path}")

    def begin_match(self) -> str:
        """A guest begins a match against a bot."""
        self.ask("POST", f"{API}/guests", {"name": "Ann"})
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}]
        status, _, made = self.ask(
            "POST", f"{API}/matches", {"game": "santa-timea", "seats": seats}
        )
        check("a match is made", status == 201)
        match = str(made["id"])
        # Older servers begin it when they are told to, newer ones may have begun it already.
        self.ask("POST", f"{API}/matches/{match}/start", {})
        return match

    def number(self, match: str) -> int:
        """How far the match has come, 0 if it is not there."""
        status, _, found = self.ask("GET", f"{API}/matches/{match}")
        return int(found["number"]) if status == 200 else 0


# nginx


def site(folder: Path, https: int, plain: int, server: int) -> Path:
    """deploy/nginx.conf with other ports and a certificate of its own, in a whole configuration."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    made = ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-nodes"]
    about = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", *made, *about]
    subprocess.run(words, check=True, capture_output=True)
    text = (HERE / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), text)
    text = re.sub(r"(listen (?:\[::\]:)?)80;", rf"\g<1>{plain};", text)
    text = re.sub(r"(listen (?:\[::\]:)?)443 ssl;", rf"\g<1>{https} ssl;", text)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.txt; worker_processes 1;\n"
        f"events {{}}\nhttp {{\naccess_log {folder}/access.txt;\n{places}{text}\n}}\n"
    )
    return whole


def nginx(folder: Path) -> None:
    if not shutil.which("nginx") or not shutil.which("openssl"):
        print("left out: expected nginx and openssl")
        return
    from websockets.sync.client import connect
    from websockets.typing import Origin

    https, plain, port = free_port(), free_port(), free_port()
    whole = site(folder, https, plain, port)
    tested = subprocess.run(["nginx", "-t", "-c", str(whole)], capture_output=True, text=True)
    check("nginx -t", tested.returncode == 0)
    context = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    context.check_hostname = False  # its name leads nowhere; the certificate itself is checked
    words = [sys.executable, "-m", "fourwinds", "serve", "--port", str(port)]
    settings = {"FOURWINDS_PROXIES": "127.0.0.1", "FOURWINDS_SECURE": "1", "FOURWINDS_PACE": "0"}
    database = f"sqlite:///{folder / 'fourwinds.db'}"
    with (
        running([*words, "--database", database], folder / "server.txt", **settings),
        running(["nginx", "-c", str(whole)], folder / "nginx.txt"),
    ):
        client = Client(https, context)
        client.wait()
        status, headers, _ = Client(plain).ask("GET", "/rules/x?y=1", Host=NAME)
        to = headers["Location"]
        check("http is sent to https", (status, to) == (301, f"https://{NAME}/rules/x?y=1"))
        _, headers, _ = client.ask("GET", "/ready")
        hsts = headers.get_all("Strict-Transport-Security") or []
        check("HSTS is sent once", len(hsts) == 1 and "max-age" in hsts[0])
        status, headers, _ = client.ask("POST", f"{API}/guests", {"name": "Ben"})
        check("a guest gets a cookie for https alone", "secure" in headers["Set-Cookie"].lower())
        mine = f"https://{NAME}:{https}"
        status, _, _ = client.ask("POST", f"{API}/tokens", {"name": "a"}, Origin=mine)
        check("a page of the same host and port counts ($http_host)", status == 201)
        status, _, _ = client.ask("POST", f"{API}/tokens", {"name": "b"}, Origin="https://x.org")
        check("a page of another host does not", status == 403)
        match = client.begin_match()
        with connect(
            f"wss://{NAME}:{https}{API}/matches/{match}/channel?since=0",
            sock=socket.create_connection(("127.0.0.1", https)),
            ssl=context,
            server_hostname=NAME,
            additional_headers={"Cookie": client.cookie},
            origin=Origin(mine),
        ) as line:
            first = json.loads(line.recv(30))
            check("the channel pushes the whole picture", "view" in first and "asked" in first)
            line.send("ping")
            while (said := json.loads(line.recv(30))) != "pong":
                check("and what changes", "push" in said)
            check("and answers", True)
        check("metrics for who runs it", client.ask("GET", "/metrics")[0] == 200)
        closed = client.ask("GET", "/metrics", source="127.0.0.2")[0]
        check("and for nobody else", closed == 403)
        large = {"name": "x" * 2_000_000}
        check("what is too large is refused", client.ask("POST", f"{API}/guests", large)[0] == 413)


# Units


def units(folder: Path) -> None:
    if not shutil.which("systemd-analyze"):
        print("left out: expected systemd-analyze")
        return
    there = sorted([*HERE.glob("*.service"), *HERE.glob("*.timer")])
    for unit in there:
        # The program is looked for where it will lie; here anything that runs will do.
        text = unit.read_text(encoding="utf-8").replace("/opt/fourwinds/bin/fourwinds", "/bin/true")
        (folder / unit.name).write_text(text)
    names = [str(folder / unit.name.replace("@.", "@1.")) for unit in there]
    for name in names:
        if "@1" in name:
            shutil.copy(name.replace("@1.", "@."), name)
    words = ["systemd-analyze", "verify", "--man=no", *names]
    done = subprocess.run(words, capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "fourwinds" in line]
    check(f"systemd-analyze verify: {', '.join(unit.name for unit in there)}", not ours)
    for line in ours:
        print(f"    {line}")


# Another version, and back


def before_newest_tables() -> list[str]:
    """Commits before the one that brought the newest step of the tables, the newest first."""
    steps = "src/fourwinds/store/migrations/versions"
    words = ["git", "log", "-1", "--diff-filter=A", "--format=%H", "--", f"{steps}/*.py"]
    newest = subprocess.check_output(words, cwd=ROOT, text=True).strip()
    words = ["git", "log", f"-{MOST_COMMITS}", "--format=%H", f"{newest}^"]
    return subprocess.check_output(words, cwd=ROOT, text=True).split()


def install_before(version: Path) -> str:
    """The newest version without that step whose server can be loaded: some commits are a part of
    a larger change."""
    for commit in before_newest_tables():
        install(version, commit)
        words = [str(version / "fourwinds"), "serve", "--help"]
        if subprocess.run(words, capture_output=True).returncode == 0:
            return commit
        shutil.rmtree(version)
    raise SystemExit("the drill failed: expected an older version that can be loaded")


def install(version: Path, commit: str | None) -> None:
    """A version in a folder of its own, run from source; packages are those of this Python."""
    version.mkdir()
    if commit is None:
        shutil.copytree(ROOT / "src", version / "src", ignore=shutil.ignore_patterns("*.so"))
    else:
        words = ["git", "archive", "--format=tar", commit, "src"]
        archive = subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(version)], input=archive, check=True)
    run = version / "fourwinds"
    settings = f"PYTHONPATH={version}/src FOURWINDS_INTERPRETED=1"
    run.write_text(f'#!/bin/sh\nexec env {settings} {sys.executable} -m fourwinds "$@"\n')
    run.chmod(0o755)


def upgrade(folder: Path, commit: str | None = None) -> None:
    old, new, present = folder / "old", folder / "new", folder / "present"
    if commit is None:
        commit = install_before(old)
    else:
        install(old, commit)
    install(new, None)
    present.symlink_to(old)
    program = str(present / "fourwinds")
    database, copy = folder / "fourwinds.db", folder / "copy.db"
    url = f"sqlite:///{database}"

    def admin(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, "admin", *words], capture_output=True, text=True)

    @contextlib.contextmanager
    def serving(who: Client) -> Iterator[None]:
        words = [program, "serve", "--port", str(who.port), "--database", url]
        with running(words, folder / "server.txt", FOURWINDS_PACE="0"):
            who.wait()
            yield

    client = Client(free_port())
    with serving(client):
        print(f"  the version of {commit} serves")
        match = client.begin_match()
        made = admin("backup", "--database", url, str(copy))
        check("a copy is made while it serves", made.returncode == 0)
        later = client.begin_match()
    present.unlink()
    present.symlink_to(new)
    with serving(client):
        check("the new version serves, its tables are up to date", True)
        check("the same cookie counts", client.ask("GET", f"{API}/me")[0] == 200)
        check("both matches are there", client.number(match) and client.number(later))
        verified = admin("verify-all", "--database", url)
        check(f"verify-all: {verified.stdout.splitlines()[0]}", verified.returncode == 0)
    present.unlink()
    present.symlink_to(old)
    refused = subprocess.run(
        [program, "serve", "--port", str(client.port), "--database", url],
        capture_output=True,
        text=True,
        timeout=120,
    )
    check("the old version does not start on the new tables", refused.returncode != 0)
    for file in folder.glob("fourwinds.db*"):
        file.rename(folder / f"away-{file.name}")
    back = admin("restore", "--database", url, str(copy))
    check("the copy is restored into an empty database", back.returncode == 0)
    with serving(client):
        check("the old version serves again", client.number(match))
        check("what came after the copy is lost", not client.number(later))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    drills = {"nginx": nginx, "units": units, "upgrade": upgrade}
    parser.add_argument("drills", nargs="*", choices=[[], *drills], default=[])
    parser.add_argument("--keep", action="store_true", help="keep the folder with all logs")
    wanted = parser.parse_args()
    for name in wanted.drills or drills:
        folder = Path(tempfile.mkdtemp(prefix=f"drill-{name}-"))
        print(f"{name}:", flush=True)
        try:
            drills[name](folder)
        finally:
            if wanted.keep:
                print(f"  {folder}")
            else:
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
