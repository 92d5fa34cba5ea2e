/* What is left on a clock, in words. */
import { t } from "../speech.svelte";

export function spelled(time: number): string {
  const seconds = Math.ceil(time / 1000);
  if (seconds >= 172_800) return t("clock.days-left", { n: Math.floor(seconds / 86_400) });
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
