/** What a change of a text amounts to, line by line. */
import { diffLines } from "diff";

export interface ChangedLines {
  /** Without empty ones. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** In how many blocks, as empty lines divide them. */
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
