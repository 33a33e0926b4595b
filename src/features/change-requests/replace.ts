/** Text replacement in the titles, descriptions, texts and link URLs of a change request's pages. */

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
import { IncompleteError, UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText, isList, isObject } from "../../json/values.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";
import type { ChangeRequestPath } from "./changes.ts";
import type { EditBody } from "./edit.ts";
import { editBatches } from "./edit-batches.ts";

type SearchScope = "text" | "links" | "all";

const scopeNames: Readonly<Record<SearchScope, string>> = {
  text: "titles, descriptions and text",
  links: "link URLs",
  all: "titles, descriptions, text and link URLs",
};

interface ReplaceInput extends ChangeRequestPath {
  readonly text: string;
  readonly with: string;
  /** Titles, descriptions and visible text by default. */
  readonly in?: SearchScope;
  readonly ignoreCase?: boolean;
  /** End with exit code 10 if nothing matches. */
  readonly fail?: "none";
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
  const scope = flags.in ?? "text";
  const sum = (count: (page: ReplacedPage) => number) =>
    read.reduce((total, page) => total + count(page), 0);
  const skipped = sum((page) => page.skipped);
  const elsewhere = sum((page) => page.elsewhere);
  const edits: EditBody[] = [];
  for (const some of editBatches(matches, ({ change }) => change))
    edits.push(await buildEdit(ids, some));
  const client = await context.client();
  // Without a match there is nothing to describe, and the result says so.
  if (matches.length > 0) {
    client.announceAll(
      edits.map((input) => client.describe(contract.edit, input)),
      matches.map(({ path, times }) => `- ${path}: ${formatCount(times, "time")}`),
    );
  }
  let made = 0;
  for (const input of edits) {
    await client.call(contract.edit, input).catch((error: unknown) => {
      if (error instanceof Error && made > 0) {
        error.message += ` Before the error, ${formatCount(made, "page was", "pages were")} changed.`;
      }
      throw error;
    });
    made += input.changes.length;
  }
  const searched = `Searched the ${scopeNames[scope]} of ${formatCount(read.length, "page")}.`;
  const none = `No page contains ${JSON.stringify(flags.text)}. No changes were made.`;
  return {
    list: [matches.map(({ change: _, skipped: __, elsewhere: ___, ...row }) => row)],
    columns,
    none,
    notes: () => [
      ...(matches.length === 0
        ? []
        : [
            `Replaced ${formatCount(
              sum((page) => page.times),
              "time",
            )} in ${formatCount(matches.length, "page")}.`,
          ]),
      searched,
      ...noteOtherCase(skipped),
      ...noteOtherScope(elsewhere, scope),
    ],
    ...(flags.fail !== undefined &&
      matches.length === 0 && { unsettled: () => new IncompleteError("findings", none) }),
    ...(matches.length > 0 && {
      next: `To show the changes: tome cr diff ${changeRequestId} --space ${spaceId}`,
    }),
  };
}

/** Counted so that capitalized occurrences, as at the start of a sentence, are not overlooked. */
function noteOtherCase(skipped: number): readonly string[] {
  if (skipped === 0) return [];
  return [
    `Skipped ${formatCount(skipped, "occurrence")} with different capitalization. To include them, use --ignore-case.`,
  ];
}

/** Counted so that the URLs of a renamed product are not overlooked. */
function noteOtherScope(times: number, scope: SearchScope): readonly string[] {
  if (times === 0) return [];
  const other = scope === "text" ? "link URLs" : "titles, descriptions or text";
  return [`Found ${formatCount(times, "occurrence")} in ${other}. To include them, use --in all.`];
}

interface ReplacedPage extends JsonObject {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly times: number;
  /** Number of occurrences with different capitalization. */
  readonly skipped: number;
  /** Number of occurrences where the command was not asked to search. */
  readonly elsewhere: number;
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
  const pages = listDocuments(asObject(value).pages).filter(
    ({ id }) => chosen === undefined || chosen.includes(asText(id)),
  );
  const progress = context.terminal.progress("Reading pages …");
  let count = 0;
  try {
    return await runFewAtOnce(pages, async ({ id }) => {
      const form = { format: "document", metadata: false } as const;
      const page = await client.call(content.page, { ...ids, pageId: asText(id), ...form });
      progress.update(`Reading pages … ${++count} of ${pages.length}`);
      return computeReplacement(asObject(page.value), input);
    });
  } finally {
    progress.stop();
  }
}

/** Only these pages have a text of their own; computed pages and links do not. */
function listDocuments(pages: JsonValue | undefined): JsonObject[] {
  return asObjects(pages).flatMap((page) => [
    ...(page.type === "document" ? [page] : []),
    ...listDocuments(page.pages),
  ]);
}

function computeReplacement(
  { id, path, title, description, document }: JsonObject,
  input: ReplaceInput,
): ReplacedPage {
  const scope = input.in ?? "text";
  const texts = openReplacing(input, scope !== "links");
  const urls = openReplacing(input, scope !== "text");
  const named = {
    ...texts.field("title", title),
    ...texts.field("description", description),
  };
  const times = () => texts.times() + urls.times();
  const before = times();
  const changedDocument = replaceInside(document ?? null, texts.replaced, urls.replaced);
  const changed = {
    ...named,
    ...(times() > before && { document: { document: changedDocument } }),
  };
  return {
    id: asText(id),
    path: asText(path),
    title: asText(title),
    times: times(),
    skipped: texts.skipped() + urls.skipped(),
    elsewhere: texts.elsewhere() + urls.elsewhere(),
    change: { operation: "update_page", page: asText(id), ...changed },
  };
}

/**
 * A document with other texts and URLs. Its leaves contain all words, its references of the kind
 * `url` and its embeds all URLs, and nothing else does.
 */
function replaceInside(
  value: JsonValue,
  replaceText: (text: string) => string,
  replaceUrl: (url: string) => string,
): JsonValue {
  const inside = (part: JsonValue, linkUrl?: string): JsonValue => {
    if (isList(part)) return part.map((one) => inside(one, linkUrl));
    if (!isObject(part)) return part;
    if (part.object === "leaf") {
      const text = asText(part.text);
      // The text of a bare URL is the URL.
      return { ...part, text: text === linkUrl ? replaceUrl(text) : replaceText(text) };
    }
    const url =
      part.type === "link" ? asText(asObject(asObject(part.data).ref).url) || undefined : linkUrl;
    const changed = Object.entries(part).map(([name, one]) => [
      name,
      name === "url" && typeof one === "string" ? replaceUrl(one) : inside(one, url),
    ]);
    return Object.fromEntries(changed);
  };
  return inside(value);
}

/** @param isSearched if false, occurrences are only counted */
function openReplacing({ text, with: other, ignoreCase }: ReplaceInput, isSearched: boolean) {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const inAnyCase = new RegExp(literal, "giu");
  const pattern = ignoreCase ? inAnyCase : new RegExp(literal, "gu");
  let times = 0;
  let skipped = 0;
  let elsewhere = 0;
  const replaced = (value: string) => {
    let exactCount = 0;
    const result = value.replace(pattern, () => {
      exactCount += 1;
      return other;
    });
    if (!isSearched) {
      elsewhere += exactCount;
      return value;
    }
    times += exactCount;
    skipped += Math.max(0, (value.match(inAnyCase)?.length ?? 0) - exactCount);
    return result;
  };
  return {
    replaced,
    /** The field with its new text, if it differs. */
    field(name: string, value: JsonValue | undefined): JsonObject {
      const before = times;
      const after = replaced(asText(value));
      return times === before ? {} : { [name]: after };
    },
    times: () => times,
    skipped: () => skipped,
    elsewhere: () => elsewhere,
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
