/* Telling somebody who looks elsewhere that it is his turn: the title, and a notification if wanted. */
let shown: Notification | null = null;

export function mayNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

export async function askToNotify(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

export function callBack(title: string, text: string): void {
  if (!mayNotify() || document.visibilityState === "visible") return;
  try {
    shown = new Notification(title, { body: text, tag: "fourwinds-turn", icon: "/rose.svg" });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones allow notifications from service workers alone; the title still tells.
  }
}

export function quiet(): void {
  shown?.close();
  shown = null;
}
