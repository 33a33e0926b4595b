/** Terminal view of findings, grouped by rule, with the fix of each rule. */

import type { Line, View } from "../../context.ts";
import { counted } from "../../json/counted.ts";
import { addTo } from "../../json/groups.ts";
import type { Row } from "./report.ts";
import type { Level, Rule } from "./rule.ts";

/** Further findings of a rule are only counted. */
const maximumFindings = 20;

const tones = { error: "red", warning: "yellow", notice: "cyan" } as const satisfies Readonly<
  Record<Level, string>
>;

export function viewFindings(rows: readonly Row[], rules: readonly Rule[]): View {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const groups = new Map<string, Row[]>();
  for (const row of rows) addTo(groups, `${row.level} ${row.rule}`, row);
  const lines = [...groups.values()].flatMap((group, index): Line[] => {
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

function formatLine({ file, line, title, message }: Row): Line {
  const where = file === null ? title : line === null ? file : `${file}:${line}`;
  return [
    "  ",
    ...(message.startsWith(where) ? [] : [{ text: where, tone: "bold" } as const, "  "]),
    message,
  ];
}
