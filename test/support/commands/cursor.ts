import { clearLine, cursorTo, type Direction, moveCursor } from "node:readline";
import type { Writable } from "node:stream";

/** Stubs of the terminal methods that a spinner uses, for streams that are not terminals. */
export function getCursor(stream: Writable) {
  return {
    clearLine: (direction: Direction) => clearLine(stream, direction),
    cursorTo: (column: number) => cursorTo(stream, column),
    moveCursor: (columns: number, rows: number) => moveCursor(stream, columns, rows),
  };
}
