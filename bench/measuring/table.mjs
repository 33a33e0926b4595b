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

/**
 * @param {number} value
 * @param {number | undefined} most that the value may be
 */
export function verdict(value, most) {
  if (most === undefined) return "";
  return value <= most ? "met" : "MISSED";
}
