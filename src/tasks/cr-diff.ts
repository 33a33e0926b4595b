/** Shows what a change request changes: words in colour for people, a patch in a pipe, data for programs. */

import type { Column, Context, JsonObject, Result } from "../context.ts";
import { Unsettled } from "../errors.ts";
import { browse, pageOf } from "./browse.ts";
import { type Ids, listChanges, nameOf, readChanges } from "./cr-changes.ts";
import { type Comparison, compare, summaryOf } from "./cr-comparison.ts";
import { viewChanges } from "./cr-diff-view.ts";
import { patchOf } from "./cr-patch.ts";
import { asksForData, asksForRows, isForPerson } from "./output-form.ts";

interface Asked extends Ids {
  readonly page?: string;
  readonly stat?: boolean;
  readonly format?: "patch";
  readonly web?: boolean;
  readonly fail?: boolean;
}

const columns: readonly Column[] = [
  { header: "ADDED", path: "added", as: "number" },
  { header: "REMOVED", path: "removed", as: "number" },
  { header: "CHANGE", path: "changes", as: "list" },
  { header: "KIND", path: "kind" },
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "ID", path: "id", as: "id" },
];

export async function diff(
  context: Context,
  { page, stat, format, web, fail, ...ids }: Asked,
): Promise<Result> {
  const client = await context.client({ many: true });
  if (web) {
    const { changeRequest } = await listChanges(client, ids);
    const address = pageOf(changeRequest) ?? "";
    await browse(context, address);
    return { done: `Opened ${address}`, record: { address } };
  }
  let count = 0;
  const progress = context.terminal.progress("Reading what changes …");
  const onText = () => progress.update(`Reading what changes: ${++count} texts`);
  const set = await readChanges(client, ids, { page, onText }).finally(() => progress.stop());
  const compared = await compare(set);
  const unsettled = endOf(compared, fail === true);
  if (format === "patch") return { text: await patchOf(compared), unsettled };
  const { choice, terminal } = context;
  if (isForPerson(context)) return { view: await viewChanges(compared, stat === true), unsettled };
  if (asksForData(choice)) return { record: await recordOf(compared), unsettled };
  if (!asksForRows(choice) && !terminal.outIsTerminal && stat !== true) {
    return { text: await patchOf(compared), unsettled };
  }
  const list = [rowsOf(compared)];
  return { list, columns, none: "It changes nothing.", unsettled: () => unsettled };
}

/** Why the command has not simply succeeded. */
function endOf(compared: Comparison, fail: boolean): Unsettled | undefined {
  const { more } = compared;
  if (more > 0) {
    return new Unsettled(
      "partial",
      `The platform did not list all changes: ${more} more are not compared.`,
    );
  }
  const summary = summaryOf(compared);
  if (!fail || summary === "") return undefined;
  return new Unsettled("findings", `The change request changes ${summary}.`);
}

async function recordOf({
  changeRequest,
  pages,
  others,
  conflicts,
  more,
}: Comparison): Promise<JsonObject> {
  const { id = "", number = 0, subject = "", status = "" } = changeRequest;
  const shown: JsonObject[] = [];
  for (const page of pages) {
    const { before, after, type, words, fields, added, removed } = page;
    shown.push({
      id: page.id,
      type,
      title: (after ?? before)?.title ?? "",
      path: (after ?? before)?.path ?? "",
      ...(before && after && before.path !== after.path && { previousPath: before.path }),
      changes: words,
      fields,
      added,
      removed,
      patch: await patchOf({ pages: [page] }),
    });
  }
  return {
    changeRequest: { id, number, subject, status },
    pages: shown,
    others: others.map((one) => ({ ...one })),
    ...(conflicts && { conflicts }),
    more,
  };
}

function rowsOf({ pages, others }: Comparison): JsonObject[] {
  return [
    ...pages.map((page) => ({
      added: page.added,
      removed: page.removed,
      changes: page.words,
      kind: "page",
      name: nameOf(page),
      id: page.id,
    })),
    ...others.map(({ kind, word, name }) => ({ changes: [word], kind, name })),
  ];
}
