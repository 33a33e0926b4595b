/** Moves a part of a docs site among its siblings; what kind of part a word names is looked up. */

import type { Context, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import { typeOf } from "../contract/nouns.ts";
import * as contract from "../contract/site.ts";
import { UsageError } from "../errors.ts";
import { objectIn } from "../json/values.ts";

interface SortInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly item: string;
  readonly before?: string;
  readonly after?: string;
}

type Part = Input<typeof contract.sort>["item"];

const parts = ["siteSection", "siteSectionGroup", "siteSpace"] as const;

/** What people write before an id or a name. */
const kinds: Readonly<Record<string, (typeof parts)[number]>> = {
  section: "siteSection",
  "site-section": "siteSection",
  group: "siteSectionGroup",
  "section-group": "siteSectionGroup",
  "site-section-group": "siteSectionGroup",
  "site-space": "siteSpace",
};

export async function sortSite(context: Context, input: SortInput): Promise<Result> {
  const { organizationId, siteId, item, before, after } = input;
  if (before === undefined && after === undefined) {
    throw new UsageError(
      `tome site sort needs --before or --after, to say where ${item} goes.`,
      "tome site sort --help",
    );
  }
  const part = (word: string, label: string) => partOf(word, label, input, context);
  const request = {
    organizationId,
    siteId,
    item: await part(item, "<item>"),
    position: {
      ...(before !== undefined && { before: await part(before, "--before") }),
      ...(after !== undefined && { after: await part(after, "--after") }),
    },
  };
  const { value } = await (await context.client()).call(contract.sort, request);
  const where = [before && ` before ${before}`, after && ` after ${after}`]
    .filter(Boolean)
    .join("");
  return { done: `Moved ${item}${where}.`, record: objectIn(value) };
}

/** @throws UsageError for a word that names no part of the site, or several */
async function partOf(
  word: string,
  label: string,
  { organizationId, siteId }: SortInput,
  { lookUp }: Context,
): Promise<Part> {
  const [, kind = "", rest = ""] = /^([a-z-]+):(.+)$/s.exec(word) ?? [];
  const noun = kinds[kind];
  const within = { organizationId, siteId };
  const of = noun === undefined ? parts : [noun];
  const found = await lookUp({ of, word: noun === undefined ? word : rest, label, within });
  const type = parts.find((one) => one === found.noun);
  if (type === undefined) throw new UsageError(`${label} ${word} is no part of a docs site.`);
  return { type: typeOf(type), id: found.id };
}
