/**
 * Manual corrections of translated pages. A run does not overwrite them: it offers the new translation
 * of a corrected page in a change request.
 */
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { Queries } from "../../database/tables.ts";
import { readTree } from "../content/revisions.ts";
import type { ContentPage, ContentTree, ReusableContent } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import type { TranslationTable } from "./tables.ts";

/** A corrected page or reusable content. */
export interface Correction {
  /** The hash of the corrected text. */
  readonly kept: string;
  /** The hash of the latest translation that was offered instead; absent while the source is unchanged. */
  readonly offered?: string;
  /** The id of the change request with that translation. */
  readonly changeRequest?: string;
}

/** By the id of the page or reusable content. */
export type Corrections = Readonly<Record<string, Correction>>;

export function readCorrections({
  corrections,
}: Pick<TranslationTable, "corrections">): Corrections {
  return JSON.parse(corrections);
}

/** The hash of the translated text of each page and reusable content. */
export function hashTexts(tree: ContentTree): ReadonlyMap<string, string> {
  const { pages, reusableContents } = getTreeIndex(tree);
  const hash = (content: ContentPage | ReusableContent) => {
    const { title, document } = content;
    const description = "description" in content ? content.description : undefined;
    return computeHash(toCanonicalText({ title, description, document }));
  };
  return new Map([
    ...[...pages.values()].map(({ page }) => [page.id, hash(page)] as const),
    ...[...reusableContents.values()].map((content) => [content.id, hash(content)] as const),
  ]);
}

/**
 * The corrections in the result. A text is corrected if it differs from that of the last run, unless
 * it is the translation that was offered for it.
 * @param last the result of the last run; undefined if there is none
 */
export function findCorrections(
  current: ContentTree,
  last: ContentTree | undefined,
  previous: Corrections,
): Corrections {
  const lastHashes = last ? hashTexts(last) : new Map<string, string>();
  const corrections: Record<string, Correction> = {};
  for (const [id, hash] of hashTexts(current)) {
    const known = findOwn(previous, id);
    if (known?.offered === hash) continue;
    const lastHash = lastHashes.get(id);
    const isEdited = lastHash !== undefined && lastHash !== hash;
    if (known?.kept === hash) corrections[id] = known;
    else if (isEdited) corrections[id] = { ...known, kept: hash };
  }
  return corrections;
}

export interface OutdatedPage {
  readonly page: string;
  readonly changeRequest: string;
}

/** The corrected pages whose source has changed since, and the change requests with new translations. */
export async function listOutdatedPages(
  db: Queries,
  row: TranslationTable,
): Promise<readonly OutdatedPage[]> {
  const offered = Object.entries(readCorrections(row)).flatMap(([id, one]) =>
    one.changeRequest === undefined ? [] : [{ id, ...one, changeRequest: one.changeRequest }],
  );
  if (offered.length === 0 || row.result_space === null) return [];
  const space = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", row.result_space)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!space) return [];
  const hashes = hashTexts(await readTree(db, space.revision_id));
  return offered
    .filter((one) => hashes.has(one.id) && hashes.get(one.id) !== one.offered)
    .map(({ id, changeRequest }) => ({ page: id, changeRequest }));
}
