/** `tome cr diff`: words in color on a terminal, a patch in a pipe, or data for programs. */

import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asksForData, asksForRows, isForPerson } from "../output-form.ts";
import { openResource } from "../workspace/browser.ts";
import type { OtherChange } from "./changes.ts";
import { type ChangeRequestPath, getName, listChanges, readChanges } from "./changes.ts";
import type { ComparedPage } from "./comparison.ts";
import { type ChangeComparison, compare, formatSummary } from "./comparison.ts";
import { viewChanges } from "./diff-view.ts";

interface ChangeDiffInput extends ChangeRequestPath {
  readonly page?: string;
  readonly stat?: boolean;
  readonly format?: "patch";
  readonly web?: boolean;
  readonly fail?: "changes";
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
    return openResource(context, changeRequest);
  }
  let count = 0;
  const progress = context.terminal.progress("Reading changes …");
  const onText = () => progress.update(`Reading changes: ${++count} texts`);
  const set = await readChanges(client, ids, { page, onText }).finally(() => progress.stop());
  const isView = isForPerson(context) && format !== "patch";
  const compared = await compare(set, !isView);
  const unsettled = findUnsettled(compared, fail !== undefined);
  if (format === "patch") return { text: await buildPatch(compared), unsettled };
  const { choice, terminal } = context;
  if (isView) return { view: await viewChanges(compared, stat === true), unsettled };
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

type PatchInput = Pick<ChangeComparison, "pages"> &
  Partial<Pick<ChangeComparison, "others" | "changeRequest">>;

/**
 * Content that a patch cannot express is in comments before the first file, which patch tools
 * ignore.
 */
async function buildPatch({ pages, others = [], changeRequest }: PatchInput): Promise<string> {
  const { formatPatch } = await import("diff");
  const comments = [
    ...(changeRequest && (pages.length > 0 || others.length > 0)
      ? [`change request ${changeRequest.number} ${writeJson(changeRequest.subject)}`]
      : []),
    ...pages.flatMap(formatPageComments),
    ...others.map(formatChangeComment),
  ];
  const files = pages.flatMap((page) => {
    const { before, after, hunks } = page;
    const isFile = page.type === "document" && (before?.path || after?.path);
    const isMoved = before?.path !== after?.path;
    if (!isFile || (hunks.length === 0 && !isMoved)) return [];
    const names = { old: `a/${before?.path}.md`, new: `b/${after?.path}.md` };
    return formatPatch({
      isGit: true,
      oldFileName: before === undefined ? "/dev/null" : names.old,
      newFileName: after === undefined ? "/dev/null" : names.new,
      isCreate: before === undefined,
      isDelete: after === undefined,
      isRename: before !== undefined && after !== undefined && isMoved,
      oldHeader: undefined,
      newHeader: undefined,
      hunks: hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })),
    });
  });
  return `${comments.map((comment) => `# ${comment}\n`).join("")}${files.join("")}`;
}

/** Untrusted text is quoted, so it cannot start a line of the patch. */
function formatPageComments({ type, before, after, words, fields }: ComparedPage): string[] {
  const side = after ?? before;
  const name = JSON.stringify(side?.path || side?.title || "");
  const changed = Object.entries(fields).map(
    ([field, value]) => `page ${name}: ${field} ${writeJson(value)}`,
  );
  // The text of a page does not contain its title.
  const title = before === undefined ? `, title ${JSON.stringify(after?.title)}` : "";
  const isSaid = type === "document" && before !== undefined;
  return isSaid ? changed : [`${type} ${name}: ${words.join(", ")}${title}`, ...changed];
}

function formatChangeComment({ kind, word, name }: OtherChange): string {
  const rest = kind === "reusable content" && word === "edited" ? ", its text is not compared" : "";
  return `${kind} ${JSON.stringify(name)}: ${word}${rest}`;
}
