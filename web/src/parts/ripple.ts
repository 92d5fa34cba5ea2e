/** A line of small waves from a point on. */
export function ripple(y: number, from: number, count: number): string {
  return `M${from} ${y}` + " q5 -5 10 0 t10 0".repeat(count);
}
