/** Prints figures as a table, with what they are to be held against. */

/**
 * @param {string} title
 * @param {readonly string[]} headers
 * @param {readonly (readonly string[])[]} rows
 */
export function printTable(title, headers, rows) {
  const all = [headers, ...rows];
  const widths = headers.map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? "").length)),
  );
  console.log(`\n${title}\n`);
  for (const row of all) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join("   ")}`.trimEnd());
  }
}

/** @param {number} value */
export function milliseconds(value) {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/**
 * @param {number} value
 * @param {number | undefined} most that the value may be
 * @param {number} [goal] what it shall come to
 */
export function verdict(value, most, goal) {
  if (most === undefined) return "";
  if (goal !== undefined && value <= goal) return "goal met";
  return value <= most ? "met" : "MISSED";
}

/**
 * A row of answers in a second, their 99th percentile, and the ratio to what they are held beside.
 * @param {string} name
 * @param {import("./load.mjs").MetricsRoute | undefined} figures
 * @param {import("./load.mjs").MetricsRoute} [beside]
 * @param {string} [least] that the ratio is to be
 */
export function loadRow(name, figures, beside, least = "") {
  const { rate, slowest } = figures ?? { rate: Number.NaN, slowest: Number.NaN };
  const ratio = beside === undefined ? "" : (rate / beside.rate).toFixed(2);
  return [name, `${rate.toFixed(0)}/s`, `${slowest.toFixed(0)} ms`, ratio, least];
}
