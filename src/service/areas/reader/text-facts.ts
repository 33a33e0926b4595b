/** What is known of a stored text without reading it again: a text with its hash never changes. */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { NamedOperation } from "../../engines/operation-name.ts";
import { getStoredText } from "../content/documents.ts";
import type { SiteView } from "./site-view.ts";

export interface TextFacts {
  readonly references: readonly ContentReference[];
  /** The operations of APIs that it shows. */
  readonly operations: readonly NamedOperation[];
  /** Whether it has expressions, so that it differs from reader to reader or from page to page. */
  readonly hasExpressions: boolean;
  /** Of the document as JSON. */
  readonly characters: number;
}

/** Counted by the references, which are most of it. */
const known = new LRUCache<string, TextFacts>({
  maxSize: 200_000,
  sizeCalculation: ({ references, operations }) => references.length + operations.length + 1,
});

const empty: TextFacts = { references: [], operations: [], hasExpressions: false, characters: 0 };

/** @param hash absent for a page without a text */
export async function loadFacts(
  { reading }: Pick<SiteView, "reading">,
  spaceId: string,
  hash: string | undefined,
): Promise<TextFacts> {
  if (hash === undefined) return empty;
  const name = `${spaceId} ${hash}`;
  const facts = known.get(name) ?? (await readFacts(reading, spaceId, hash));
  known.set(name, facts);
  return facts;
}

async function readFacts(
  { db }: SiteView["reading"],
  spaceId: string,
  hash: string,
): Promise<TextFacts> {
  const { body, references } = await getStoredText(db, spaceId, hash);
  return {
    references: references.map(({ ref }) => ref),
    operations: await operationsNamed(body),
    hasExpressions: body.includes('"expression"'),
    characters: body.length,
  };
}

/** Most texts show none, and are not parsed for it. */
async function operationsNamed(body: string): Promise<readonly NamedOperation[]> {
  if (!/"(?:swagger|openapi-|tag":"(?:openapi|swagger))/.test(body)) return [];
  return (await import("../../engines/page-worker.ts")).operationsNamedIn(body);
}
