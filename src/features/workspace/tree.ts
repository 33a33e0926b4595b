/** Items of a tree: drawn on a terminal, as rows in a pipe, or as data for programs. */

import type {
  Context,
  JsonObject,
  JsonValue,
  PrintedColumn,
  Result,
  TerminalView,
  ViewBranch,
} from "../../context.ts";
import { asObjects } from "../../json/values.ts";
import { asksForData, asksForRows } from "../output-form.ts";

interface TreeSource {
  /** Response field with the first level. */
  readonly member: string;
  /** Item fields with children. */
  readonly below: readonly string[];
  readonly columns: readonly PrintedColumn[];
  /** Drawing of an item; absent if rows are printed. */
  readonly drawn?: ((item: JsonObject) => Omit<ViewBranch, "below">) | undefined;
  /** Whether the first level is only the title of the tree, which does not count as an item. */
  readonly isTitled?: boolean;
  /** Printed if the tree is empty. */
  readonly none: string;
}

export function listTree({ choice }: Context, record: JsonObject, tree: TreeSource): Result {
  const { member, below, columns, none, drawn, isTitled = false } = tree;
  const first = (most: number) => takeFirst(record[member], below, { left: most });
  const rows = toRows(record[member], below, 0);
  const { fields = [], isBrief = false } = choice;
  // Fields of the items select rows, as in the lists of other commands.
  const isWhole = fields.length === 0 ? !isBrief : fields.every((one) => hasField(record, one));
  if (asksForData(choice) && !isWhole) {
    const titled = columns.map((one) => (one.path === "outline" ? { ...one, path: "title" } : one));
    return { list: [rows], columns: titled, none };
  }
  if (asksForData(choice)) {
    return { record, limited: (most) => ({ ...record, [member]: first(most) }) };
  }
  if (drawn === undefined || asksForRows(choice) || rows.length === 0) {
    return { list: [rows], columns, none };
  }
  const draw = (items: JsonValue | undefined): TerminalView => [
    { tree: getBranches(items, below, drawn) },
  ];
  const limitedView = (limit: number): TerminalView => {
    const most = isTitled ? limit + 1 : limit;
    const omitted = rows.length - most;
    if (omitted <= 0) return draw(record[member]);
    return [...draw(first(most)), { lines: [[{ text: `${omitted} more.`, tone: "dim" }]] }];
  };
  return { view: draw(record[member]), limitedView };
}

/** Whether the first name of a dotted path is a member of the record. */
function hasField(record: JsonObject, path: string): boolean {
  return Object.hasOwn(record, path.split(".", 1)[0] ?? "");
}

function getBranches(
  items: JsonValue | undefined,
  below: readonly string[],
  drawn: (item: JsonObject) => Omit<ViewBranch, "below">,
): ViewBranch[] {
  return asObjects(items).map((item) => ({
    ...drawn(item),
    below: below.flatMap((name) => getBranches(item[name], below, drawn)),
  }));
}

/** Dots show the depth, because leading spaces in a cell may be trimmed. */
function toRows(
  items: JsonValue | undefined,
  below: readonly string[],
  depth: number,
): JsonObject[] {
  return asObjects(items).flatMap((item) => {
    const title = typeof item.title === "string" ? item.title : "";
    const fields = Object.entries(item).filter(([name]) => !below.includes(name));
    const children = below.flatMap((name) => asObjects(item[name]));
    const row = { ...Object.fromEntries(fields), outline: ". ".repeat(depth) + title };
    return [row, ...toRows(children, below, depth + 1)];
  });
}

/** The first items in row order, each with its children among them. */
function takeFirst(
  items: JsonValue | undefined,
  below: readonly string[],
  budget: { left: number },
): JsonObject[] {
  const first: JsonObject[] = [];
  for (const item of asObjects(items)) {
    if (budget.left === 0) break;
    budget.left--;
    const children = below.filter((name) => item[name] !== undefined);
    const cut = children.map((name) => [name, takeFirst(item[name], below, budget)] as const);
    first.push({ ...item, ...Object.fromEntries(cut) });
  }
  return first;
}
