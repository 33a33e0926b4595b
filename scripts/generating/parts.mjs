/** Generated parts of hand-written files: `<!-- generated: name -->` … `<!-- /generated -->`. */

const end = "<!-- /generated -->";

/**
 * @param {string} file the file name, for error messages
 * @param {string} text
 * @param {Readonly<Record<string, string>>} parts the texts between the markers, by name
 * @throws an error unless the text contains each part exactly once
 */
export function withParts(file, text, parts) {
  return Object.entries(parts).reduce((before, [name, part]) => {
    const start = `<!-- generated: ${name} -->`;
    const [above = "", rest, ...more] = before.split(start);
    const index = rest?.indexOf(end) ?? -1;
    if (rest === undefined || index < 0 || more.length > 0) {
      throw new Error(`${file} must contain ${start} exactly once, followed by ${end}.`);
    }
    return `${above}${start}${part}${rest.slice(index)}`;
  }, text);
}

/**
 * A Markdown table, surrounded by empty lines.
 * @param {readonly (readonly (string | number)[])[]} rows the first row contains the headings
 */
export function table([headings = [], ...rows]) {
  const lines = [headings, headings.map(() => "---"), ...rows].map((cells, index) =>
    index === 1 ? `|${cells.join("|")}|` : `| ${cells.join(" | ")} |`,
  );
  return `\n\n${lines.join("\n")}\n\n`;
}
