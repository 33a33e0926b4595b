/** Size of a change of a text, by lines and blocks. */
import { diffLines } from "diff";

export interface ChangedLines {
  /** The number of changed lines, without empty lines. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The number of changed blocks, which are separated by empty lines. */
  readonly blocks: number;
}

export function changedLines(before: string, after: string): ChangedLines {
  const parts = diffLines(ended(before), ended(after));
  const lines = (wanted: "added" | "removed") =>
    parts
      .filter((part) => part[wanted])
      .flatMap(({ value }) => value.split(/\r?\n/))
      .filter((line) => line.replace(/^[>\s]+/, "") !== "");
  const isChange = ({ added, removed, value }: (typeof parts)[number]) =>
    (added || removed) && value.trim() !== "";
  const whole = parts.map((part) => (isChange(part) ? "\u0000" : part.value)).join("");
  const blocks = whole.split(/\n[>\s]*\n/).filter((text) => text.includes("\u0000")).length;
  return { added: lines("added"), removed: lines("removed"), blocks };
}

const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
