/**
 * Escaping of output that the runner of a pipeline would obey: `::name::` at the beginning of a line
 * on GitHub Actions, and `##[name]` anywhere in a line.
 */
import { runnerOrder } from "../../terminal/neutralize.ts";

/** Escapes the next part of a stream. */
export type CommandGuard = (text: string) => string;

/** A runner skips white space before a command. */
const lineCommand = /(?<=^|[\n\r])(?:[^\S\n\r]|\u0085)*::/g;

/**
 * A guard for all text of one stream. A command can continue from one text to the next one, as in an
 * answer that is printed while it arrives; then the rest of it is escaped.
 * @param hasLineCommands whether the runner obeys `::name::`
 * @returns writes `::name::` as `\u{3a}:name::` and `##[name]` as `#\u{23}[name]`
 */
export function createGuard(hasLineCommands: boolean): CommandGuard {
  let line = "";
  return (text) => {
    const rest = escapeContinuation(line, text, hasLineCommands);
    const start = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    const before = line === "" ? "" : "|";
    line = shortenLine(start === 0 ? line + text : text.slice(start));
    return hasLineCommands
      ? guardOrders(before + rest)
          .replace(lineCommand, (found) => `${found.slice(0, -2)}\\u{3a}:`)
          .slice(before.length)
      : guardOrders(rest);
  };
}

/** Escapes `##[name]` in a complete line. */
export function guardOrders(text: string): string {
  return text.replace(runnerOrder, "#\\u{23}");
}

/** Escapes the end of a command that begins in the previous text. */
function escapeContinuation(line: string, text: string, hasLineCommands: boolean): string {
  if (hasLineCommands && line === ":") return text.replace(/^:/, "\\u{3a}");
  const rest = line.endsWith("#") ? text.replace(/^#(?=\w*\[)/, "\\u{23}") : text;
  return line.includes("##") ? rest.replace(/^(\w*)\[/, "$1\\u{5b}") : rest;
}

/**
 * The text of an unfinished line in at most four characters, with the same meaning for what follows:
 * only white space, also before a colon, or the beginning of a command.
 */
function shortenLine(line: string): string {
  const [, colon] = /^(?:\s|\u0085)*(:?)$/.exec(line) ?? [];
  if (colon !== undefined) return colon;
  const [, order = "", name = ""] = /(##?)(\w*)$/.exec(line) ?? [];
  if (name === "") return `|${order}`;
  return order === "##" ? "|##w" : "|";
}
