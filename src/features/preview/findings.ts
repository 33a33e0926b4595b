/** Findings of `tome check --repo` in a preview: one line each, with additions and removals. */
import type { Context } from "../../context.ts";
import { counted } from "../../json/counted.ts";
import { checkFolder, type FolderState } from "../check/check-folder.ts";
import { readConfiguration } from "../check/configuration.ts";
import { type FindingRow, judge } from "../check/report.ts";
import { repositoryRules } from "../check/repository-rules.ts";
import { allRules } from "../check/rules.ts";

/** Lines by the identity of their findings. */
export type Findings = ReadonlyMap<string, string>;

export interface CheckedFolder {
  readonly findings: Findings;
  /** "1 error, 2 warnings", or that there are none. */
  readonly summary: string;
}

/** @throws UsageError for an invalid configuration */
export async function findIn(
  context: Context,
  folder: string,
  rules: string | undefined,
  previous: FolderState,
): Promise<CheckedFolder> {
  const options = { repo: folder, ...(rules !== undefined && { rules }) };
  const configuration = await readConfiguration(context, options, allRules);
  const { found, titles, unread } = await checkFolder(
    context,
    folder,
    repositoryRules,
    configuration,
    previous,
  );
  const today = new Date().toISOString().slice(0, 10);
  const { rows } = judge(found, repositoryRules, configuration, {
    ...{ titles, today },
    baseline: new Set(),
  });
  const counts = (["error", "warning", "notice"] as const).flatMap((level) => {
    const count = rows.filter((row) => row.level === level).length;
    return count === 0 ? [] : [counted(count, level)];
  });
  const refused = (unread?.findings ?? []).map(
    ({ rule, message, location }) =>
      [`${rule} ${location?.file}`, `error ${location?.file}: ${message}`] as const,
  );
  if (refused.length > 0) counts.push(counted(refused.length, "unreadable file"));
  return {
    findings: new Map([
      ...refused,
      ...rows.map((row) => [row.fingerprint, formatLine(row)] as const),
    ]),
    summary: counts.join(", ") || "no findings",
  };
}

function formatLine({ level, file, title, line, message }: FindingRow): string {
  return `${level} ${file ?? title}${line === null ? "" : `:${line}`}: ${message}`;
}

/** Maximum number of lines to print. */
const mostLines = 50;

/** "+ " before new findings and "- " before resolved ones. */
export function buildChanges(before: Findings, now: Findings): string[] {
  const lines = [
    ...[...before].filter(([key]) => !now.has(key)).map(([, line]) => `- ${line}`),
    ...[...now].filter(([key]) => !before.has(key)).map(([, line]) => `+ ${line}`),
  ];
  return cut(lines);
}

/** The first lines, and the number of omitted ones. */
export function cut(lines: readonly string[], most = mostLines): string[] {
  if (lines.length <= most) return [...lines];
  return [
    ...lines.slice(0, most),
    `and ${lines.length - most} more; to list all: tome check --repo`,
  ];
}
