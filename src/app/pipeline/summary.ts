/** The table of commands and findings on the summary page of a step, in Markdown. */
import type { Finding } from "../../errors.ts";
import { toOneLine } from "../../terminal/neutralize.ts";
import type { CommandRun } from "./command-run.ts";

const head = "| Command | Result | Details |\n| --- | --- | --- |\n";
/** GitHub limits the summary of a step to one megabyte. */
const mostFindings = 100;
const longestCell = 400;

/** @param before the text of the page so far; an existing table of tome is continued */
export function addToSummary(before: string, run: CommandRun): string {
  const rows = [
    formatRow(run.command, run.code, run.report?.message ?? ""),
    ...run.findings
      .slice(0, mostFindings)
      .map((finding) => formatRow(run.command, finding.rule, formatSentence(finding))),
  ];
  const more = run.findings.length - mostFindings;
  if (more > 0) rows.push(formatRow(run.command, "", `and ${more} more`));
  return `${start(before)}${rows.join("")}`;
}

function start(before: string): string {
  if (/(?:^|\n)\| tome [^\n]*\n$/.test(before)) return "";
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${gap}${head}`;
}

export function formatSentence({ message, location = {} }: Finding): string {
  const { file, line, name, address } = location;
  const parts = [
    file === undefined || line === undefined ? file : `${file}:${line}`,
    name,
    address,
  ];
  const further = parts.filter((one) => one !== undefined && !message.includes(one));
  return further.length === 0 ? message : `${message} (${further.join(", ")})`;
}

function formatRow(command: string, result: string, what: string): string {
  const words = command === "" ? "tome " : `tome ${escapeCell(command)}`;
  return `| ${words} | ${escapeCell(result)} | ${escapeCell(what)} |\n`;
}

/**
 * Text with all Markdown syntax escaped, so that it cannot contain links, images or markup, or end
 * the cell.
 */
export function escapeCell(text: string): string {
  const line = toOneLine(text);
  const short = line.length > longestCell ? `${line.slice(0, longestCell)}…` : line;
  return short.replace(/[\\`*_[\]<>|&~@$:#]|(?<=www)\./gi, "\\$&");
}
