/** Prints figures as a table, with the targets to compare them with. */

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
 * @param {number | undefined} most the largest value allowed
 * @param {number} [goal] the value to reach
 */
export function verdict(value, most, goal) {
  if (most === undefined) return "";
  if (goal !== undefined && value <= goal) return "goal met";
  return value <= most ? "met" : "MISSED";
}

/**
 * A row of answers per second, their 99th percentile, and the ratio to the baseline.
 * @param {string} name
 * @param {import("./load.mjs").Load | undefined} measured
 * @param {import("./load.mjs").Load} [beside]
 * @param {string} [least] the smallest ratio allowed
 */
export function loadRow(name, measured, beside, least = "") {
  const { rate, slowest } = measured ?? { rate: Number.NaN, slowest: Number.NaN };
  const ratio = beside === undefined ? "" : (rate / beside.rate).toFixed(2);
  return [name, `${rate.toFixed(0)}/s`, `${slowest.toFixed(0)} ms`, ratio, least];
}
