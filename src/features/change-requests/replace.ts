/** Text replacement in the titles, descriptions and texts of a change request's pages. */

import type {
  ApiClient,
  Context,
  JsonObject,
  JsonValue,
  PrintedColumn,
  Result,
} from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import * as content from "../../contract/cr-content.ts";
import { UsageError } from "../../errors.ts";
import { counted } from "../../json/pluralize.ts";
import { isList, isObject, objectIn, objectsIn, textIn } from "../../json/values.ts";
import { fewAtOnce } from "../few-at-once.ts";
import type { ChangeRequestPath } from "./changes.ts";
import type { EditBody } from "./edit.ts";
import { editBatches } from "./edit-batches.ts";

interface ReplaceInput extends ChangeRequestPath {
  readonly text: string;
  readonly with: string;
  readonly ignoreCase?: boolean;
  /** Only in these pages. */
  readonly pages?: readonly string[];
}

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "PAGE", path: "path", as: "title", wide: true },
  { header: "TITLE", path: "title", wide: true },
  { header: "REPLACEMENTS", path: "times", as: "number" },
];

export async function replace(context: Context, flags: ReplaceInput): Promise<Result> {
  const { spaceId, changeRequestId } = flags;
  const ids = { spaceId, changeRequestId };
  const read = await readPages(context, await context.client({ many: true, lookup: true }), flags);
  const matches = read.filter(({ times }) => times > 0);
  const skipped = read.reduce((sum, one) => sum + one.skipped, 0);
  const edits: EditBody[] = [];
  for (const some of editBatches(matches, ({ change }) => change))
    edits.push(await buildEdit(ids, some));
  const client = await context.client();
  client.announceAll(
    edits.map((input) => client.describe(contract.edit, input)),
    matches.map(({ path, times }) => `- ${path}: ${counted(times, "time")}`),
  );
  let made = 0;
  for (const input of edits) {
    await client.call(contract.edit, input).catch((error: unknown) => {
      if (error instanceof Error && made > 0) {
        error.message += ` Before the error, ${counted(made, "page was", "pages were")} changed.`;
      }
      throw error;
    });
    made += input.changes.length;
  }
  const times = matches.reduce((sum, one) => sum + one.times, 0);
  return {
    list: [matches.map(({ change: _, skipped: __, ...row }) => row)],
    columns,
    none: `No page contains ${JSON.stringify(flags.text)}. No changes were made.`,
    notes: () => [
      ...(matches.length === 0
        ? []
        : [`Replaced ${counted(times, "time")} in ${counted(matches.length, "page")}.`]),
      ...otherCase(skipped),
    ],
    ...(matches.length > 0 && {
      next: `To show the changes: tome cr diff ${changeRequestId} --space ${spaceId}`,
    }),
  };
}

/** Counted so that capitalized occurrences, as at the start of a sentence, are not overlooked. */
function otherCase(skipped: number): readonly string[] {
  if (skipped === 0) return [];
  return [
    `Skipped ${counted(skipped, "occurrence")} with different capitalization. To include them, use --ignore-case.`,
  ];
}

interface ReplacedPage extends JsonObject {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly times: number;
  /** Number of occurrences with different capitalization. */
  readonly skipped: number;
  readonly change: JsonObject;
}

async function readPages(
  context: Context,
  client: ApiClient,
  input: ReplaceInput,
): Promise<readonly ReplacedPage[]> {
  const { spaceId, changeRequestId, pages: chosen } = input;
  const ids = { spaceId, changeRequestId };
  const { value } = await client.call(content.pages, { ...ids, metadata: false });
  const pages = documentsIn(objectIn(value).pages).filter(
    ({ id }) => chosen === undefined || chosen.includes(textIn(id)),
  );
  const progress = context.terminal.progress("Reading pages …");
  let count = 0;
  try {
    return await fewAtOnce(pages, async ({ id }) => {
      const form = { format: "document", metadata: false } as const;
      const page = await client.call(content.page, { ...ids, pageId: textIn(id), ...form });
      progress.update(`Reading pages … ${++count} of ${pages.length}`);
      return replacementIn(objectIn(page.value), input);
    });
  } finally {
    progress.stop();
  }
}

/** Only these pages have a text of their own; computed pages and links do not. */
function documentsIn(pages: JsonValue | undefined): JsonObject[] {
  return objectsIn(pages).flatMap((page) => [
    ...(page.type === "document" ? [page] : []),
    ...documentsIn(page.pages),
  ]);
}

function replacementIn(
  { id, path, title, description, document }: JsonObject,
  input: ReplaceInput,
): ReplacedPage {
  const replacing = openReplacing(input);
  const named = {
    ...replacing.field("title", title),
    ...replacing.field("description", description),
  };
  const before = replacing.times();
  const text = replacing.inside(document ?? null);
  const changed = { ...named, ...(replacing.times() > before && { document: { document: text } }) };
  return {
    id: textIn(id),
    path: textIn(path),
    title: textIn(title),
    times: replacing.times(),
    skipped: replacing.skipped(),
    change: { operation: "update_page", page: textIn(id), ...changed },
  };
}

/** Replaces visible text only: the leaves of a document contain all words and nothing else. */
function openReplacing({ text, with: other, ignoreCase }: ReplaceInput) {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const inAnyCase = new RegExp(literal, "giu");
  const pattern = ignoreCase ? inAnyCase : new RegExp(literal, "gu");
  let times = 0;
  let skipped = 0;
  const replaced = (value: string) => {
    let exactCount = 0;
    const result = value.replace(pattern, () => {
      exactCount += 1;
      return other;
    });
    times += exactCount;
    skipped += Math.max(0, (value.match(inAnyCase)?.length ?? 0) - exactCount);
    return result;
  };
  function inside(value: JsonValue): JsonValue {
    if (isList(value)) return value.map(inside);
    if (!isObject(value)) return value;
    if (value.object === "leaf") return { ...value, text: replaced(textIn(value.text)) };
    const parts = ["nodes", "leaves", "fragments"].flatMap((name) =>
      value[name] === undefined ? [] : [[name, inside(value[name])] as const],
    );
    return { ...value, ...Object.fromEntries(parts) };
  }
  return {
    inside,
    /** The field with its new text, if it differs. */
    field(name: string, value: JsonValue | undefined): JsonObject {
      const before = times;
      const after = replaced(textIn(value));
      return times === before ? {} : { [name]: after };
    },
    times: () => times,
    skipped: () => skipped,
  };
}

/** @throws UsageError if a title would be empty or too long; no request is sent */
async function buildEdit(
  ids: ChangeRequestPath,
  matches: readonly ReplacedPage[],
): Promise<EditBody> {
  const { check } = await import("../../contract/check.ts");
  const changes = matches.map(({ change }) => change);
  const [fault] = await check(contract.edit.input, { ...ids, changes });
  if (fault !== undefined) {
    const [, at, ...field] = fault.path;
    const { path = "" } = matches[Number(at)] ?? {};
    throw new UsageError(
      `${field.join(".")} of the page ${path} ${fault.rule}. No changes were made.`,
    );
  }
  const { contentChanges } = await import("../../contract/cr-content.model.ts");
  return { ...ids, changes: contentChanges.parse(changes) };
}
