/** View of `tome status`: items by group, each with the suggested command. */

import type { TerminalView, ViewLine } from "../../context.ts";
import type { PendingGroup, PendingItem, StatusGroup } from "./groups.ts";

/** Maximum number of items per kind; the rest is counted. */
const mostShown = 20;

export function viewStatus(gathered: readonly PendingGroup[]): TerminalView {
  const lines = gathered
    .filter(({ waiting }) => waiting.length > 0)
    .flatMap(({ group, waiting }, at): ViewLine[] => [
      ...(at === 0 ? [] : [[]]),
      [{ text: group.title, tone: "bold" }, `  ${waiting.length}`],
      ...waiting.slice(0, mostShown).flatMap((one) => formatLines(group, one)),
      ...(waiting.length > mostShown
        ? [[{ text: `  and ${waiting.length - mostShown} more`, tone: "dim" } as const]]
        : []),
    ]);
  return [{ lines }];
}

function formatLines(group: StatusGroup, one: PendingItem): ViewLine[] {
  const { title, says, command, number, spaceTitle, since } = one;
  const bad = group.tone === "red" || /^\d+ conflict/.test(says);
  return [
    [
      `  ${title}`,
      ...(number === undefined ? [] : [{ text: ` #${number}`, tone: "dim" } as const]),
      "  ",
      { text: says, tone: bad ? "red" : group.tone },
      ...(spaceTitle === undefined ? [] : [`, in ${spaceTitle}`]),
      ...(since ? ["  ", { text: String(since), as: "time", tone: "dim" } as const] : []),
    ],
    ["    ", { text: command, as: "command", tone: "cyan" }],
  ];
}
