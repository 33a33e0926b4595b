/** Turns the text of a help topic into parts of a manual page: paragraphs flow, terms keep their explanations. */
import type { Row } from "../help-layout.ts";
import { lines, paragraph, terms } from "./roff.ts";

/** A line that is indented further continues the explanation of the line above. */
const furthestTerm = 8;

/** @param text paragraphs, and blocks of indented lines */
export function topicParts(text: string): string[] {
  return blocksOf(text).map((block) => {
    if (!block[0]?.startsWith(" ")) return paragraph(block.join(" "));
    const rows = rowsOf(block);
    return rows.every(([, right]) => right === "")
      ? lines(rows.map(([left]) => left))
      : terms(rows);
  });
}

/** A block ends at an empty line, and when the indentation begins or ends. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    const before = last?.at(-1);
    const isSame = before === undefined || before.startsWith(" ") === line.startsWith(" ");
    if (line === "") blocks.push([]);
    else if (isSame) last?.push(line);
    else blocks.push([line]);
  }
  return blocks.filter((block) => block.length > 0);
}

function rowsOf(block: readonly string[]): Row[] {
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
