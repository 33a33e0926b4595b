/** `tome status`: reviews, change requests and failures that need the user's attention. */

import type {
  Context,
  JsonObject,
  PrintedColumn,
  Result,
  TerminalView,
  ViewLine,
} from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { findUnreadParts, type Unread } from "../organization/organization-reader.ts";
import { asksForData, isForPerson } from "../output-form.ts";
import type { PendingItem, StatusGroup } from "./groups.ts";
import { groups, type PendingGroup } from "./groups.ts";
import { openReading, type StatusReader } from "./reading.ts";

interface StatusInput {
  readonly organizationId: string;
  readonly all?: boolean;
  readonly fail?: "items";
}

const columns: readonly PrintedColumn[] = [
  { header: "KIND", path: "kind" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "REASON", path: "says", wide: true },
  { header: "NUMBER", path: "number", as: "number" },
  { header: "ID", path: "id", as: "id" },
  { header: "SPACE", path: "space" },
  { header: "SINCE", path: "since", as: "time" },
];

export async function showStatus(
  context: Context,
  { organizationId, all, fail }: StatusInput,
): Promise<Result> {
  const client = await context.client({ many: true });
  const progress = context.terminal.progress("Looking for items that need your attention …");
  const reading = await openReading(client, organizationId, all === true || fail !== undefined);
  const groups = await gather(reading).finally(() => progress.stop());
  const { unchecked, checked, organization } = reading;
  const { unread } = organization;
  const count = groups.reduce((sum, { waiting }) => sum + waiting.length, 0);
  const notes = () =>
    unchecked() === 0
      ? []
      : [
          `Checked links in the ${checked()} most recently changed spaces. To check the other ${unchecked()} that you can edit, use --all.`,
        ];
  // The authenticated user was read before.
  const unsettled = findUnreadParts(organization, 1) ?? findUnsettled(count, fail !== undefined);
  if (asksForData(context.choice)) {
    return { record: toRecord(groups, unread, unchecked()), unsettled };
  }
  if (isForPerson(context) && count > 0) {
    const named = (await isInForce(context, organizationId)) ? await reading.named() : [];
    return { view: viewStatus(groups), named, notes, unsettled };
  }
  const rows = groups.flatMap(({ group, waiting }) =>
    waiting.map(({ command: _, ...rest }) => ({ kind: group.kind, ...rest })),
  );
  // Data that was not read may contain items.
  const none =
    unread.length === 0 ? "No items need your attention." : "No other items need your attention.";
  return { list: [rows], columns, none, notes, unsettled: () => unsettled };
}

/** Whether the organization is also used to look up names in commands without --org. */
async function isInForce(context: Context, organizationId: string): Promise<boolean> {
  return (await findCurrentOrganization(context)) === organizationId;
}

/** Groups are read in sequence to limit concurrent requests. */
async function gather(reading: StatusReader): Promise<PendingGroup[]> {
  const gathered: PendingGroup[] = [];
  for (const group of groups) gathered.push({ group, waiting: await group.read(reading) });
  return gathered;
}

function findUnsettled(count: number, fail: boolean): IncompleteError | undefined {
  if (!fail || count === 0) return undefined;
  return new IncompleteError(
    "findings",
    count === 1 ? "One item needs your attention." : `${count} items need your attention.`,
  );
}

function toRecord(
  groups: readonly PendingGroup[],
  unread: readonly Unread[],
  unchecked: number,
): JsonObject {
  const lists = groups.map(({ group, waiting }) => [
    group.member,
    waiting.map(({ command: _, ...rest }) => rest),
  ]);
  return {
    ...Object.fromEntries(lists),
    unread: unread.map(({ list, reason }) => ({ what: list, why: reason })),
    spacesNotChecked: unchecked,
  };
}

/** Maximum number of items per kind; the rest is counted. */
const mostShown = 20;

/** View of `tome status`: items by group, each with the suggested command. */
function viewStatus(gathered: readonly PendingGroup[]): TerminalView {
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
