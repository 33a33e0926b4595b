/** Changes of a change request: pages with both texts, files and other content. */

import type { ApiClient, JsonObject, JsonValue } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import * as revision from "../../contract/revision.ts";
import { NameNotFoundError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { trimCharacter } from "../../json/trim.ts";
import { asObject, asObjects, asText, isList } from "../../json/values.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";

export interface ChangeRequestPath {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** A page on one side of the comparison. The text is `""` if it is empty or unchanged. */
export interface PageSide {
  readonly title: string;
  readonly path: string;
  readonly text: string;
}

export type PageWord = "added" | "removed" | "moved" | "edited";

export interface PageChange {
  readonly id: string;
  readonly type: string;
  readonly words: readonly PageWord[];
  /** Absent if the change request adds the page. */
  readonly before?: PageSide;
  /** Absent if the change request removes the page. */
  readonly after?: PageSide;
  /** The changed fields except the text, each with `before` and `after`. */
  readonly fields: JsonObject;
}

/** A change of content other than a page. */
export interface OtherChange {
  readonly kind: "file" | "reusable content" | "variable";
  readonly word: "added" | "removed" | "edited";
  readonly name: string;
}

export interface ChangeSet {
  /** As returned by the API. */
  readonly changeRequest: JsonObject;
  readonly pages: readonly PageChange[];
  readonly others: readonly OtherChange[];
  /** Undefined if the platform does not return conflicts. */
  readonly conflicts: readonly JsonObject[] | undefined;
  /** Number of changes that the platform omitted from the list. */
  readonly more: number;
}

/** Maximum number of changes that the platform lists. */
const mostChanges = 1000;

/** Reads the changes without texts and previous paths, in two requests. */
export async function listChanges(client: ApiClient, ids: ChangeRequestPath): Promise<ChangeSet> {
  const [current, answer] = await Promise.all([
    client.call(contract.get, ids),
    client.call(contract.changes, { ...ids, limit: mostChanges }),
  ]);
  const { changes, more, conflicts } = asObject(answer.value);
  const list = asObjects(changes);
  return {
    changeRequest: asObject(current.value),
    pages: collectPageChanges(list),
    others: listOtherChanges(list),
    conflicts: isList(conflicts) ? asObjects(conflicts) : undefined,
    more: typeof more === "number" ? more : 0,
  };
}

/**
 * Reads the changes with both texts of each page: one request for each text, and two for the page
 * trees if a path changed.
 * @param page only this page: its id, path or title
 * @param onText called for each text that was read
 * @throws NameNotFoundError if the change request does not change that page
 */
export async function readChanges(
  client: ApiClient,
  ids: ChangeRequestPath,
  { page, onText }: { readonly page: string | undefined; readonly onText: () => void },
): Promise<ChangeSet> {
  const set = await listChanges(client, ids);
  const { revisionMergedAncestor, revisionInitial, revision: newest } = set.changeRequest;
  const ends: Ends = {
    before: asText(revisionMergedAncestor) || asText(revisionInitial),
    after: asText(newest),
  };
  const located = await withFormerPaths(client, ids, ends, set.pages);
  const chosen = page === undefined ? located : located.filter((one) => isNamed(one, page));
  if (page !== undefined && chosen.length === 0)
    throw createUnknownPageError(page, located, set.more);
  const pages = await runFewAtOnce(chosen, (one) => withTexts(client, ids, ends, one, onText));
  return { ...set, pages, others: page === undefined ? set.others : [] };
}

/** Revisions to compare. */
interface Ends {
  readonly before: string;
  readonly after: string;
}

const pageWords: Readonly<Record<string, PageWord>> = {
  page_created: "added",
  page_deleted: "removed",
  page_moved: "moved",
  page_edited: "edited",
};

/** One entry for each page, even if it was both moved and edited. */
function collectPageChanges(changes: readonly JsonObject[]): PageChange[] {
  const pages = new Map<string, PageChange>();
  for (const { type, page, attributes } of changes) {
    const word = findOwn(pageWords, asText(type));
    if (word === undefined) continue;
    const { id, title, path, type: kind } = asObject(page);
    const existing = pages.get(asText(id));
    const fields = asObject(attributes);
    const formerTitle = asObject(fields.title).before;
    const side = { title: asText(title), path: asText(path), text: "" };
    pages.set(asText(id), {
      id: asText(id),
      type: asText(kind),
      words: [...(existing?.words ?? []), word],
      ...(word !== "added" && {
        before: { ...side, title: typeof formerTitle === "string" ? formerTitle : side.title },
      }),
      ...(word !== "removed" && { after: side }),
      fields: { ...existing?.fields, ...fields },
    });
  }
  return [...pages.values()];
}

const otherWords = { created: "added", deleted: "removed", edited: "edited" } as const;

function listOtherChanges(changes: readonly JsonObject[]): OtherChange[] {
  return changes.flatMap((change): OtherChange[] => {
    const [, what, how] =
      /^(file|reusable_content)_(created|deleted|edited)$/.exec(asText(change.type)) ?? [];
    const word =
      how === "created" || how === "deleted" || how === "edited" ? otherWords[how] : undefined;
    if (word !== undefined && what === "file") {
      return [{ kind: "file", word, name: asText(asObject(change.file).name) }];
    }
    if (word !== undefined) {
      const { title } = asObject(change.reusableContent);
      return [{ kind: "reusable content", word, name: asText(title) }];
    }
    return Object.entries(asObject(change.variables)).map(([name, value]) => ({
      kind: "variable",
      word: getWord(asObject(value)),
      name,
    }));
  });
}

function getWord({ before, after }: JsonObject): OtherChange["word"] {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "edited";
}

/** Adds the previous paths of pages, and pages whose paths change with that of a parent. */
async function withFormerPaths(
  client: ApiClient,
  { spaceId }: ChangeRequestPath,
  { before, after }: Ends,
  pages: readonly PageChange[],
): Promise<readonly PageChange[]> {
  const moves = pages.some(({ words, fields }) => words.includes("moved") || "slug" in fields);
  if (!moves) return pages;
  const [old, now] = await Promise.all(
    [before, after].map(async (revisionId) => {
      const query = { spaceId, revisionId, metadata: false, computed: false };
      return collectPageSides(asObject((await client.call(revision.get, query)).value).pages);
    }),
  );
  const changedIds = new Set(pages.map(({ id }) => id));
  const changedPages = pages.map((page) => {
    const former = page.before && old?.get(page.id);
    return former === undefined ? page : { ...page, before: former };
  });
  const below = [...(now ?? [])].flatMap(([id, side]): PageChange[] => {
    const former = old?.get(id);
    if (changedIds.has(id) || former === undefined || former.path === side.path) return [];
    const { type, ...after } = side;
    return [{ id, type, words: ["moved"], before: former, after, fields: {} }];
  });
  return [...changedPages, ...below];
}

/** All pages of a tree by id. */
function collectPageSides(
  pages: JsonValue | undefined,
): Map<string, PageSide & { readonly type: string }> {
  const sides = new Map<string, PageSide & { readonly type: string }>();
  const queue = [...asObjects(pages)].reverse();
  for (let page = queue.pop(); page !== undefined; page = queue.pop()) {
    const { id, title, path, type } = page;
    sides.set(asText(id), {
      title: asText(title),
      path: asText(path),
      text: "",
      type: asText(type),
    });
    for (const below of [...asObjects(page.pages)].reverse()) queue.push(below);
  }
  return sides;
}

/** Fields that do not affect the text. Unknown fields are assumed to affect it. */
const besideText: readonly string[] = [
  "type",
  "title",
  "emoji",
  "icon",
  "slug",
  "path",
  "description",
  "layout",
  "cover",
  "variables",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "target",
  "frontMatter",
  "location",
  "tags",
];

async function withTexts(
  client: ApiClient,
  { spaceId }: ChangeRequestPath,
  { before, after }: Ends,
  page: PageChange,
  onText: () => void,
): Promise<PageChange> {
  const names = Object.keys(page.fields);
  const isRewritten = names.some((name) => !besideText.includes(name));
  const isWhole = page.before === undefined || page.after === undefined;
  const fields = Object.fromEntries(
    Object.entries(page.fields).filter(([name]) => besideText.includes(name)),
  );
  if (page.type !== "document" || !(isRewritten || isWhole)) return { ...page, fields };
  const read = async (side: PageSide | undefined, revisionId: string) => {
    if (side === undefined) return undefined;
    const query = { spaceId, revisionId, pageId: page.id, metadata: false };
    const { markdown } = asObject((await client.call(revision.page, query)).value);
    onText();
    return { ...side, text: asText(markdown) };
  };
  const [old, now] = await Promise.all([read(page.before, before), read(page.after, after)]);
  return { ...page, fields, ...(old && { before: old }), ...(now && { after: now }) };
}

/** The path of a page, or its title if it has no path. */
export function getName({ before, after }: PageChange): string {
  const side = after ?? before;
  return side?.path || side?.title || "";
}

function isNamed(page: PageChange, word: string): boolean {
  const bare = trimCharacter(word, "/");
  return [page.before, page.after].some(
    (side) => page.id === word || side?.path === bare || side?.title === word,
  );
}

function createUnknownPageError(
  word: string,
  pages: readonly PageChange[],
  unlisted: number,
): NameNotFoundError {
  const names = pages.slice(0, 5).map(getName);
  const rest = pages.length - names.length + unlisted;
  const list = [...names, ...(rest > 0 ? [`${rest} more`] : [])];
  const changed = list.length === 0 ? "It changes no pages" : `It changes ${list.join(", ")}`;
  return new NameNotFoundError(
    `The change request does not change the page ${JSON.stringify(word)}. ${changed}.`,
  );
}
