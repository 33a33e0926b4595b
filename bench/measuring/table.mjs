/** Prints measurements and their targets as a table. */

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
 * Compares a measurement with its upper limit.
 * @param {number} value
 * @param {number | undefined} target
 */
export function verdict(value, target) {
  if (target === undefined) return "";
  return value <= target ? "met" : "FALLS SHORT";
}

/**
 * A row with responses per second, 99th percentile, ratio to the baseline, and target.
 * @param {string} name
 * @param {import("./load.mjs").Load | undefined} measured
 * @param {import("./load.mjs").Load} [beside]
 * @param {number} [target] the minimum ratio
 */
export function loadRow(name, measured, beside, target) {
  const { rate, slowest } = measured ?? { rate: Number.NaN, slowest: Number.NaN };
  const ratio = beside === undefined ? undefined : rate / beside.rate;
  const judged = ratio === undefined || target === undefined ? [] : [-ratio, -target];
  return [
    name,
    `${rate.toFixed(0)}/s`,
    `${slowest.toFixed(0)} ms`,
    ratio?.toFixed(2) ?? "",
    target === undefined ? "" : String(target),
    verdict(judged[0] ?? Number.NaN, judged[1]),
  ];
}
