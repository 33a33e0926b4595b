/** Markdown report, for a comment on a pull request or a page: findings by rule, each once. */

import type { Finding } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import type { CommandRun } from "./command-run.ts";
import { escapeCell, formatSentence } from "./summary.ts";

/** Code hosts truncate longer comments. */
const mostFindings = 200;

export function writeMarkdown({ command, findings, report }: CommandRun): string {
  const isFailure = report !== undefined && report.code !== "findings";
  const head = `## tome ${escapeCell(command)}\n`;
  const says = report === undefined ? "" : `\n${escapeCell(report.message)}\n`;
  if (findings.length === 0) {
    return `${head}${says || "\nNo findings.\n"}`;
  }
  const groups = new Map<string, Finding[]>();
  for (const finding of findings.slice(0, mostFindings)) addTo(groups, finding.rule, finding);
  const parts = [...groups].map(([rule, group]) => {
    const fix = group[0]?.fix;
    const lines = group.map(
      (finding) => `- **${finding.level}** ${escapeCell(formatSentence(finding))}\n`,
    );
    return `\n### ${escapeCell(rule)}\n\n${lines.join("")}${fix === undefined ? "" : `\n${escapeCell(fix)}\n`}`;
  });
  const more = findings.length - mostFindings;
  const rest = more > 0 ? `\nAnd ${more} more.\n` : "";
  return `${head}${isFailure ? `\n**The command failed.**${says}` : says}${parts.join("")}${rest}`;
}
