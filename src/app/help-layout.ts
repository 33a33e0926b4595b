/** Lays help out in lines. */

/** Columns of a help text, so that it fits a narrow terminal. */
export const width = 80;

export type Row = readonly [left: string, right: string];

/** Two columns; a left side that is too long has its right side below it. */
export function table(rows: readonly Row[]): string[] {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= 32);
  const column = fitting.reduce((most, length) => Math.max(most, length), 8) + 2;
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, width - 2 - column);
    const [first = "", ...others] = lines;
    const rest = others.map((line) => `${" ".repeat(column)}${line}`);
    return left.length + 2 <= column
      ? [`${left.padEnd(column)}${first}`.trimEnd(), ...rest]
      : [left, ...lines.map((line) => `${" ".repeat(column)}${line}`)];
  });
}

export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
