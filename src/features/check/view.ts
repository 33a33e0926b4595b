/** Terminal view of findings, grouped by rule, with the fix of each rule. */

import type { TerminalView, ViewLine } from "../../context.ts";
import { counted } from "../../json/counted.ts";
import { addTo } from "../../json/groups.ts";
import type { FindingRow } from "./report.ts";
import type { CheckRule, FindingLevel } from "./rule.ts";

/** Further findings of a rule are only counted. */
const maximumFindings = 20;

const tones = { error: "red", warning: "yellow", notice: "cyan" } as const satisfies Readonly<
  Record<FindingLevel, string>
>;

export function viewFindings(
  rows: readonly FindingRow[],
  rules: readonly CheckRule[],
): TerminalView {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const groups = new Map<string, FindingRow[]>();
  for (const row of rows) addTo(groups, `${row.level} ${row.rule}`, row);
  const lines = [...groups.values()].flatMap((group, index): ViewLine[] => {
    const [first] = group;
    if (!first) return [];
    const { rule, level, cure } = first;
    const count = counted(group.length, level);
    return [
      ...(index === 0 ? [] : [[]]),
      [
        { text: titles.get(rule) ?? rule, tone: "bold" },
        "  ",
        { text: count, tone: tones[level] },
        "  ",
        { text: rule, tone: "dim" },
      ],
      ...group.slice(0, maximumFindings).map(formatLine),
      ...(group.length > maximumFindings
        ? [[{ text: `  and ${group.length - maximumFindings} more`, tone: "dim" } as const]]
        : []),
      [{ text: "  → ", tone: "cyan" }, cure],
    ];
  });
  return [{ lines }];
}

function formatLine({ file, line, title, message }: FindingRow): ViewLine {
  const where = file === null ? title : line === null ? file : `${file}:${line}`;
  return [
    "  ",
    ...(message.startsWith(where) ? [] : [{ text: where, tone: "bold" } as const, "  "]),
    message,
  ];
}
