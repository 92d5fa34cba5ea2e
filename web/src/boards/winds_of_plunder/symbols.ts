/* The small signs of this game, each drawn once: on tiles, in the rail, in the lines of the slot. */
import type { Sign } from "../board";

export type SymbolName = "weapon" | "crew" | "provision" | "treasure" | "cube" | "card" | "blackbeard" | "gust" | "booty" | "ship" | "vp";

export const SIGNS: Record<SymbolName, Sign> = {
  weapon: {
    filled: "M4 20C10 17 17 10 20 3 16 8 9 13 3.4 17.6Z",
    drawn: "M4 20C10 17 17 10 20 3 16 8 9 13 3.4 17.6M3 13.8C5.2 15 8 18 9.4 21M2 22l3.2-3.2",
  },
  crew: {
    filled: "M4.6 9.4C5 4.6 8 2.6 12 2.6s7 2 7.4 6.8ZM18.6 8.6l4.2-2-.8 4.8ZM7.6 15.4c1.4.8 7.4.8 8.8 0-.4 4.2-1.8 7-4.4 7s-4-2.8-4.4-7ZM9.4 11.2a1.2 1.2 0 1 0 .01 0M14.6 11.2a1.2 1.2 0 1 0 .01 0",
    drawn: "M6 9.6V13c0 4 2.6 6.6 6 6.6s6-2.6 6-6.6V9.6",
  },
  provision: { filled: "", drawn: "M6.4 3h11.2c2.4 5.6 2.4 12.4 0 18H6.4C4 15.4 4 8.6 6.4 3ZM5 8.4h14M5 15.6h14" },
  treasure: { filled: "M3 10.4C3 5.4 6 4 8 4h8c2 0 5 1.4 5 6.4ZM10 10h4v4.6c0 2-4 2-4 0Z", drawn: "M3 11.6h18V20H3Z" },
  cube: { filled: "M12 2.4 20.4 7 12 11.6 3.6 7ZM3.4 8.8l7.8 4.2v8.6l-7.8-4.4ZM20.6 8.8 12.8 13v8.6l7.8-4.4Z", drawn: "" },
  card: { filled: "", drawn: "M6 2.8h12a1 1 0 0 1 1 1v16.4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1ZM8.6 7.4h6.8M8.6 11.4h6.8M8.6 15.4h4" },
  blackbeard: {
    filled: "M2 8.4C6 8.8 7 3 12 3s6 5.8 10 5.4C19.6 11.4 4.4 11.4 2 8.4ZM6.4 11.8c1 2.8 3.2 2.6 5.6 2.6s4.6.2 5.6-2.6c1 4.6-2.2 10.2-5.6 10.2S5.4 16.4 6.4 11.8Z",
    drawn: "",
  },
  gust: { filled: "", drawn: "M2.5 8.6h11a2.8 2.8 0 1 0-2.8-2.8M2.5 12.4h16a2.8 2.8 0 1 1-2.8 2.8M2.5 16.2h8.4a2.4 2.4 0 1 1-2.4 2.4" },
  booty: { filled: "M12 3.2a4.6 2.6 0 1 0 .01 0ZM7.4 8.4c1.6 1.4 7.6 1.4 9.2 0v2.4c-1.4 1.6-7.8 1.6-9.2 0ZM7.4 12.8c1.6 1.4 7.6 1.4 9.2 0v2.4c-1.4 1.6-7.8 1.6-9.2 0ZM7.4 17.2c1.6 1.4 7.6 1.4 9.2 0v2.4c-1.4 1.6-7.8 1.6-9.2 0Z", drawn: "" },
  ship: { filled: "M2 16.5h20l-3 5c-.4.7-13.6.7-14 0ZM3.6 3c3.4 1.6 13.4 1.6 16.8 0 1.6 4.4 1 8.4-.4 11.4-3.6-1.4-12.4-1.4-16 0C2.6 11.4 2 7.4 3.6 3Z", drawn: "" },
  vp: { filled: "M12 2.4l2.8 6.2 6.8.7-5.1 4.5 1.5 6.7-6-3.5-6 3.5 1.5-6.7-5.1-4.5 6.8-.7Z", drawn: "" },
};
