/** Moves a part of a docs site among its siblings; what kind of part an id is of is looked up. */

import type { Client, Context, JsonValue, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/site.ts";
import { Unsent, UsageError } from "../errors.ts";
import { objectIn } from "../json/values.ts";

interface SortInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly item: string;
  readonly before?: string;
  readonly after?: string;
}

type Part = Input<typeof contract.sort>["item"];

/** What people write before an id, and what the API calls it. */
const kinds: Readonly<Record<string, Part["type"]>> = {
  section: "site-section",
  "site-section": "site-section",
  group: "site-section-group",
  "section-group": "site-section-group",
  "site-section-group": "site-section-group",
  "site-space": "site-space",
};

export async function sortSite(context: Context, input: SortInput): Promise<Result> {
  const { organizationId, siteId, item, before, after } = input;
  if (before === undefined && after === undefined) {
    throw new UsageError(
      `tome site sort needs --before or --after, to say where ${item} goes.`,
      "tome site sort --help",
    );
  }
  const client = await context.client();
  const structure = isBare(input) ? await partsOf(client, input) : undefined;
  const part = (word: string, label: string) => partIn(word, label, structure, siteId);
  const request = {
    organizationId,
    siteId,
    item: part(item, "<item>"),
    position: {
      ...(before !== undefined && { before: part(before, "--before") }),
      ...(after !== undefined && { after: part(after, "--after") }),
    },
  };
  const { value } = await client.call(contract.sort, request);
  const where = [before && ` before ${before}`, after && ` after ${after}`]
    .filter(Boolean)
    .join("");
  return { done: `Moved ${item}${where}.`, record: objectIn(value) };
}

function isBare({ item, before, after }: SortInput): boolean {
  return [item, before, after].some((word) => word !== undefined && !word.includes(":"));
}

/** @throws UsageError for a word that names no kind, or an id that the site does not have */
function partIn(
  word: string,
  label: string,
  structure: ReadonlyMap<string, Part["type"]> | undefined,
  siteId: string,
): Part {
  const colon = word.indexOf(":");
  if (colon >= 0) {
    const type = kinds[word.slice(0, colon)];
    const id = word.slice(colon + 1);
    if (type !== undefined && id !== "") return { type, id };
    throw new UsageError(
      `${label} must be an id, or section:ID, group:ID or site-space:ID, not ${JSON.stringify(word)}.`,
    );
  }
  const type = structure?.get(word);
  if (type !== undefined) return { type, id: word };
  throw new UsageError(
    `${label} ${word} is no section, group or site space of the docs site ${siteId}.`,
    `tome site structure ${siteId}`,
  );
}

/** The kind of each part of the site, by its id. */
async function partsOf(
  client: Client,
  { organizationId, siteId }: SortInput,
): Promise<ReadonlyMap<string, Part["type"]>> {
  const { value } = await client
    .call(contract.structure, { organizationId, siteId })
    .catch((error: unknown) => {
      if (!(error instanceof Unsent)) throw error;
      throw new UsageError(
        `${error.why}, so it cannot look up what an id is of; write section:ID, group:ID or site-space:ID.`,
      );
    });
  const parts = new Map<string, Part["type"]>();
  const walk = (items: JsonValue | undefined): void => {
    for (const item of Array.isArray(items) ? items.map(objectIn) : []) {
      const type = typeof item.object === "string" ? kinds[item.object] : undefined;
      if (type !== undefined && typeof item.id === "string") parts.set(item.id, type);
      walk(item.children);
      walk(item.siteSpaces);
    }
  };
  walk(objectIn(value).structure);
  return parts;
}
