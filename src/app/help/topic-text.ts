/** Blocks of a help topic, to lay it out for other widths and as a manual page. */
import { formatHelpRows, type HelpRow, indentLines, wrap } from "./layout.ts";

/** Running text; or terms with their meanings; or lines to copy, which have nothing on the right. */
export type TopicBlock = { readonly paragraph: string } | { readonly rows: readonly HelpRow[] };

/** A line with a deeper indentation continues the explanation above it. */
const furthestTerm = 8;

/**
 * A block ends at an empty line, and when the indentation begins or ends.
 * @param text paragraphs, and blocks of indented lines
 */
export function splitBlocks(text: string): readonly TopicBlock[] {
  const blocks: string[][] = [[]];
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    const before = last?.at(-1);
    const isSame = before === undefined || before.startsWith(" ") === line.startsWith(" ");
    if (line === "") blocks.push([]);
    else if (isSame) last?.push(line);
    else blocks.push([line]);
  }
  return blocks
    .filter((block) => block.length > 0)
    .map((block) =>
      block[0]?.startsWith(" ") ? { rows: toRows(block) } : { paragraph: block.join(" ") },
    );
}

function toRows(block: readonly string[]): HelpRow[] {
  const rows: [string, string][] = [];
  for (const line of block) {
    const text = line.trim();
    const last = rows.at(-1);
    if (line.search(/\S/) > furthestTerm && last !== undefined) {
      last[1] = `${last[1]} ${text}`.trim();
    } else {
      const [left = "", ...rest] = text.split(/ {2,}/);
      rows.push([left, rest.join(" ")]);
    }
  }
  return rows;
}

/** The text of a topic for a narrow screen. Lines to copy are not wrapped. */
export function narrowText(text: string, width: number): string {
  const blocks = splitBlocks(text).map((block) => {
    if ("paragraph" in block) return wrap(block.paragraph, width).join("\n\n");
    const isToCopy = block.rows.every(([, right]) => right === "");
    return indentLines(
      isToCopy ? block.rows.map(([left]) => left) : formatHelpRows(block.rows, width - 2),
    );
  });
  return `${blocks.join("\n\n")}\n`;
}
