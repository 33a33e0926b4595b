/** `tome site sort`: moves an item of a site among its siblings. */

import type { Context, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import { getType, type Noun } from "../../contract/nouns.ts";
import * as contract from "../../contract/site.ts";
import { AmbiguousNameError, ApiError, UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject } from "../../json/values.ts";

interface SortInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly item: string;
  readonly before?: string;
  readonly after?: string;
}

type SortedPart = Input<typeof contract.sort>["item"];

const parts = ["siteSection", "siteSectionGroup", "siteSpace", "siteExternalLink"] as const;
/** Kinds that can be siblings; a site space has siblings in its section. */
const siblings = parts.filter((one) => one !== "siteSpace");

/** Prefixes of ids and names. */
const kinds: Readonly<Record<string, (typeof parts)[number]>> = {
  section: "siteSection",
  "site-section": "siteSection",
  group: "siteSectionGroup",
  "section-group": "siteSectionGroup",
  "site-section-group": "siteSectionGroup",
  "site-space": "siteSpace",
  link: "siteExternalLink",
  "external-link": "siteExternalLink",
  "site-external-link": "siteExternalLink",
};

export async function sortSite(context: Context, input: SortInput): Promise<Result> {
  const { organizationId, siteId, item, before, after } = input;
  if (before === undefined && after === undefined) {
    throw new UsageError(
      `--before or --after is required to move ${item}.`,
      "tome site sort --help",
    );
  }
  const titles = new Map<string, string>();
  const named = new Map<string, string>();
  const part = async (word: string, label: string, among: readonly Noun[]): Promise<SortedPart> => {
    const { type, id, title } = await parsePart(word, label, among, input, context);
    titles.set(label, title === undefined ? id : `${JSON.stringify(title)} (${id})`);
    if (title !== undefined) named.set(id, title);
    return { type, id };
  };
  // The words of a neighbor select the kind: a section and its site space can have the same title.
  const moved = await findMoved(part, item, before ?? after ?? "");
  const next = moved.type === "site-space" ? (["siteSpace"] as const) : siblings;
  const request = {
    organizationId,
    siteId,
    item: moved,
    position: {
      ...(before !== undefined && { before: await part(before, "--before", next) }),
      ...(after !== undefined && { after: await part(after, "--after", next) }),
    },
  };
  const client = await context.client();
  const { value } = await client.call(contract.sort, request).catch((error: unknown) => {
    throw nameParts(error, named);
  });
  const where = [
    before && ` before ${titles.get("--before")}`,
    after && ` after ${titles.get("--after")}`,
  ]
    .filter(Boolean)
    .join("");
  return { done: `Moved ${titles.get("<item>")}${where}.`, record: asObject(value) };
}

/** The same error with the flags and the titles of the command line. */
function nameParts(error: unknown, named: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof ApiError)) return error;
  error.message = error.message.replace(/^position\.(?=before|after)/, "--");
  for (const [id, title] of named) {
    error.message = error.message.replaceAll(id, JSON.stringify(title));
  }
  return error;
}

type FindPart = (word: string, label: string, among: readonly Noun[]) => Promise<SortedPart>;

/**
 * The item to move. Of several with its name, it is the section, group or link if the neighbor can
 * be one, and otherwise the site space.
 */
async function findMoved(find: FindPart, item: string, neighbor: string): Promise<SortedPart> {
  try {
    return await find(item, "<item>", parts);
  } catch (error) {
    if (!(error instanceof AmbiguousNameError)) throw error;
    const isSibling = await find(neighbor, "<neighbor>", siblings).then(
      () => true,
      () => false,
    );
    if (!isSibling) throw error;
    return find(item, "<item>", siblings).catch(() => {
      throw error;
    });
  }
}

/**
 * @param among possible kinds, unless the word has a prefix
 * @throws UsageError for a word that matches no part of the site, or several
 */
async function parsePart(
  word: string,
  label: string,
  among: readonly Noun[],
  { organizationId, siteId }: SortInput,
  { lookUp }: Context,
): Promise<SortedPart & { readonly title: string | undefined }> {
  const [, kind = "", rest = ""] = /^([a-z-]+):(.+)$/s.exec(word) ?? [];
  const noun = findOwn(kinds, kind);
  if (noun === undefined && kind !== "" && kind !== "id" && !/\s/.test(rest)) {
    throw new UsageError(
      `${label} must be an id, a name, or section:ID, group:ID, link:ID or site-space:ID, not ${JSON.stringify(word)}.`,
    );
  }
  const within = { organizationId, siteId };
  const of = noun === undefined ? among : [noun];
  const match = await lookUp({ of, word: noun === undefined ? word : rest, label, within });
  const type = parts.find((one) => one === match.noun);
  if (type === undefined) throw new UsageError(`${label} ${word} is not part of a site.`);
  return { type: getType(type), id: match.id, title: match.title };
}
