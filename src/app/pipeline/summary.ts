/** The table of commands and findings on the summary page of a step, in Markdown. */
import type { Finding } from "../../errors.ts";
import { oneLine } from "../../terminal/neutralize.ts";
import type { Told } from "./told.ts";

const head = "| Command | Result | What |\n| --- | --- | --- |\n";
/** The page of a step may have a megabyte. */
const mostFindings = 100;
const longestCell = 400;

/** @param before what stands on the page already: a table of ours goes on */
export function summaryText(before: string, told: Told): string {
  const rows = [
    row(told.command, told.code, told.report?.message ?? ""),
    ...told.findings
      .slice(0, mostFindings)
      .map((finding) => row(told.command, finding.rule, sentence(finding))),
  ];
  const more = told.findings.length - mostFindings;
  if (more > 0) rows.push(row(told.command, "", `and ${more} more`));
  return `${start(before)}${rows.join("")}`;
}

function start(before: string): string {
  if (/(?:^|\n)\| tome [^\n]*\n$/.test(before)) return "";
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${gap}${head}`;
}

function sentence({ message, place = {} }: Finding): string {
  const { file, line, name, address } = place;
  const where = [
    file === undefined || line === undefined ? file : `${file}:${line}`,
    name,
    address,
  ];
  const further = where.filter((one) => one !== undefined && !message.includes(one));
  return further.length === 0 ? message : `${message} (${further.join(", ")})`;
}

function row(command: string, result: string, what: string): string {
  const words = command === "" ? "tome " : `tome ${cell(command)}`;
  return `| ${words} | ${cell(result)} | ${cell(what)} |\n`;
}

/** Text that is text in Markdown: no link, picture, markup or end of the cell can be made of it. */
function cell(text: string): string {
  const line = oneLine(text);
  const short = line.length > longestCell ? `${line.slice(0, longestCell)}…` : line;
  return short.replace(/[\\`*_[\]<>|&~@$:#]|(?<=www)\./gi, "\\$&");
}
