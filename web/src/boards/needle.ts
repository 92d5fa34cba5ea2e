/** The next angle of a needle that turns the short way round. */
export function turned(from: number, to: number): number {
  const way = (((to - from) % 360) + 540) % 360 - 180;
  return from + way;
}
