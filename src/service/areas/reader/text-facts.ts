/** Cached properties of documents; a document with a given hash is immutable. */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { NamedOperation } from "../../engines/operation-name.ts";
import { getStoredText } from "../content/documents.ts";
import type { SiteView } from "./site-view.ts";

export interface TextFacts {
  readonly references: readonly ContentReference[];
  /** The API operations in the document. */
  readonly operations: readonly NamedOperation[];
  /** Whether the document contains expressions, so that it depends on the visitor and the page. */
  readonly hasExpressions: boolean;
  /** Length of the document as JSON. */
  readonly characters: number;
}

/** The size is the number of references and operations, which dominate the memory use. */
const cache = new LRUCache<string, TextFacts>({
  maxSize: 200_000,
  sizeCalculation: ({ references, operations }) => references.length + operations.length + 1,
});

const empty: TextFacts = { references: [], operations: [], hasExpressions: false, characters: 0 };

/** @param hash undefined for a page without a document */
export async function loadFacts(
  { reading }: Pick<SiteView, "reading">,
  spaceId: string,
  hash: string | undefined,
): Promise<TextFacts> {
  if (hash === undefined) return empty;
  const name = `${spaceId} ${hash}`;
  const facts = cache.get(name) ?? (await readFacts(reading, spaceId, hash));
  cache.set(name, facts);
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

/** Documents without operations, which are most of them, are not parsed. */
async function operationsNamed(body: string): Promise<readonly NamedOperation[]> {
  if (!/"(?:swagger|openapi-|tag":"(?:openapi|swagger))/.test(body)) return [];
  return (await import("../../engines/page-worker.ts")).operationsNamedIn(body);
}
