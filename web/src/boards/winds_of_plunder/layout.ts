/** Where the ports are drawn: each zone is a column, and whatever lies farther north stands higher. */

import type { ChartPort } from "./table";

export interface Placed extends ChartPort {
  /** Distance of the port's top from that of the chart. */
  y: number;
}

/**
 * Ports from north to south, each a step below the one before, and as far below the last of its own
 * zone as a port is tall.
 */
export function place(chart: readonly ChartPort[], tall: number, step: number): { ports: Placed[]; height: number } {
  const ports: Placed[] = [];
  const lowest = new Map<number, number>();
  let y = -step;
  for (const port of [...chart].sort((a, b) => b.height - a.height)) {
    y = Math.max(y + step, (lowest.get(port.zone) ?? -tall) + tall);
    lowest.set(port.zone, y);
    ports.push({ ...port, y });
  }
  return { ports, height: Math.max(0, ...ports.map((port) => port.y)) + tall };
}
