/** Lays help out in lines, as commander does: one line or more for each flag, argument or command. */
import { Help } from "./commander.ts";

/** The columns of a help text, so that it fits a narrow terminal. */
export const width = 80;

export type Row = readonly [left: string, right: string];

const layout = new Help();
layout.prepareContext({ helpWidth: width });

/** Two columns; if the left side is too long, the right side is below it. */
export function table(rows: readonly Row[]): string[] {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= 32);
  const widest = fitting.reduce((most, length) => Math.max(most, length), 8);
  const item = (left: string, right: string) =>
    layout
      .formatItem(left, widest, right, layout)
      .split("\n")
      // All parts of a help text are indented later.
      .map((line) => line.slice(2).trimEnd());
  return rows.flatMap(([left, right]) =>
    left.length <= widest ? item(left, right) : [left, ...item("", right)],
  );
}

export function wrap(text: string, columns: number): string[] {
  return layout.boxWrap(text, columns).split("\n");
}
