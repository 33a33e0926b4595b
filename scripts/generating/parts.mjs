/** Parts of hand-written files that are generated: `<!-- generated: name -->` … `<!-- /generated -->`. */

const end = "<!-- /generated -->";

/**
 * @param {string} file for the message
 * @param {string} text
 * @param {Readonly<Record<string, string>>} parts the texts between the marks, by name
 * @throws an error if the text does not have a part once
 */
export function withParts(file, text, parts) {
  return Object.entries(parts).reduce((before, [name, part]) => {
    const start = `<!-- generated: ${name} -->`;
    const [above = "", rest, ...more] = before.split(start);
    const at = rest?.indexOf(end) ?? -1;
    if (rest === undefined || at < 0 || more.length > 0) {
      throw new Error(
        `${file} needs ${start} once, and ${end} after it: put them where the part belongs.`,
      );
    }
    return `${above}${start}${part}${rest.slice(at)}`;
  }, text);
}

/**
 * A table in Markdown, with the empty lines that it needs between marks.
 * @param {readonly (readonly (string | number)[])[]} rows the headings first
 */
export function table([headings = [], ...rows]) {
  const lines = [headings, headings.map(() => "---"), ...rows].map((cells, at) =>
    at === 1 ? `|${cells.join("|")}|` : `| ${cells.join(" | ")} |`,
  );
  return `\n\n${lines.join("\n")}\n\n`;
}
