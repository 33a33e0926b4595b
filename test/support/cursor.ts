import { clearLine, cursorTo, type Direction, moveCursor } from "node:readline";
import type { Writable } from "node:stream";

/** The methods of a terminal's stream by which a spinner draws, for a stream that is none. */
export function cursorOf(stream: Writable) {
  return {
    clearLine: (direction: Direction) => clearLine(stream, direction),
    cursorTo: (column: number) => cursorTo(stream, column),
    moveCursor: (columns: number, rows: number) => moveCursor(stream, columns, rows),
  };
}
