/** `tome cr diff`: words in color on a terminal, a patch in a pipe, or data for programs. */

import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import { asksForData, asksForRows, isForPerson } from "../output-form.ts";
import { browse, findPageUrl } from "../workspace/browser.ts";
import { type ChangeRequestPath, getName, listChanges, readChanges } from "./changes.ts";
import { type ChangeComparison, compare, formatSummary } from "./comparison.ts";
import { viewChanges } from "./diff-view.ts";
import { buildPatch } from "./patch.ts";

interface ChangeDiffInput extends ChangeRequestPath {
  readonly page?: string;
  readonly stat?: boolean;
  readonly format?: "patch";
  readonly web?: boolean;
  readonly fail?: boolean;
}

const columns: readonly PrintedColumn[] = [
  { header: "ADDED", path: "added", as: "number" },
  { header: "REMOVED", path: "removed", as: "number" },
  { header: "CHANGE", path: "changes", as: "list" },
  { header: "KIND", path: "kind" },
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "ID", path: "id", as: "id" },
];

export async function diff(
  context: Context,
  { page, stat, format, web, fail, ...ids }: ChangeDiffInput,
): Promise<Result> {
  const client = await context.client({ many: true });
  if (web) {
    const { changeRequest } = await listChanges(client, ids);
    const address = findPageUrl(changeRequest) ?? "";
    await browse(context, address);
    return { done: `Opened ${address}`, record: { address } };
  }
  let count = 0;
  const progress = context.terminal.progress("Reading changes …");
  const onText = () => progress.update(`Reading changes: ${++count} texts`);
  const set = await readChanges(client, ids, { page, onText }).finally(() => progress.stop());
  const compared = await compare(set);
  const unsettled = findUnsettled(compared, fail === true);
  if (format === "patch") return { text: await buildPatch(compared), unsettled };
  const { choice, terminal } = context;
  if (isForPerson(context)) return { view: await viewChanges(compared, stat === true), unsettled };
  if (asksForData(choice)) return { record: await toRecord(compared), unsettled };
  if (!asksForRows(choice) && !terminal.outIsTerminal && stat !== true) {
    return { text: await buildPatch(compared), unsettled };
  }
  const list = [toRows(compared)];
  return { list, columns, none: "No changes.", unsettled: () => unsettled };
}

/** The reason for an exit code other than 0. */
function findUnsettled(compared: ChangeComparison, fail: boolean): IncompleteError | undefined {
  const { more } = compared;
  if (more > 0) {
    return new IncompleteError(
      "partial",
      `The platform omitted ${more} changes. They are not compared.`,
    );
  }
  const summary = formatSummary(compared);
  if (!fail || summary === "") return undefined;
  return new IncompleteError("findings", `The change request changes ${summary}.`);
}

async function toRecord({
  changeRequest,
  pages,
  others,
  conflicts,
  more,
}: ChangeComparison): Promise<JsonObject> {
  const { id = "", number = 0, subject = "", status = "" } = changeRequest;
  const pageRecords: JsonObject[] = [];
  for (const page of pages) {
    const { before, after, type, words, fields, added, removed } = page;
    pageRecords.push({
      id: page.id,
      type,
      title: (after ?? before)?.title ?? "",
      path: (after ?? before)?.path ?? "",
      ...(before && after && before.path !== after.path && { previousPath: before.path }),
      changes: words,
      fields,
      added,
      removed,
      patch: await buildPatch({ pages: [page] }),
    });
  }
  return {
    changeRequest: { id, number, subject, status },
    pages: pageRecords,
    others: others.map((one) => ({ ...one })),
    ...(conflicts && { conflicts }),
    more,
  };
}

function toRows({ pages, others }: ChangeComparison): JsonObject[] {
  return [
    ...pages.map((page) => ({
      added: page.added,
      removed: page.removed,
      changes: page.words,
      kind: "page",
      name: getName(page),
      id: page.id,
    })),
    ...others.map(({ kind, word, name }) => ({ changes: [word], kind, name })),
  ];
}
