/** The order of lists that span a tree: by parent, the top level first, then by rank among siblings. */
import { type RawBuilder, sql } from "kysely";

/** The values of the order for a row, which are also the key of its page. */
export function toTreeKey(row: {
  readonly parent_id: string | null;
  readonly rank: string;
  readonly id: string;
}): readonly string[] {
  return [row.parent_id ?? "", row.rank, row.id];
}

/** A range of a list that the database finds by an index, wherever it is in the list. */
export interface KeysetRange {
  readonly condition: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly take: number;
}

/** There is an index on this expression, which gives null a position in the order. */
const parent = sql`coalesce(parent_id, '')`;
const inTree = sql`${parent}, rank, id`;

/**
 * Reads rows after a key, or from the start. The key begins with an expression, and a comparison of
 * the whole key would scan the index from the start, so its two parts are looked up separately.
 */
export async function readInTreeOrder<Row>(
  after: readonly string[] | undefined,
  take: number,
  read: (stretch: KeysetRange) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (after === undefined) return read({ condition: sql`1 = 1`, order: inTree, take });
  const [parentId, rank, id] = after;
  const siblings = await read({
    condition: sql`${parent} = ${parentId} and (rank, id) > (${rank}, ${id})`,
    order: sql`rank, id`,
    take,
  });
  if (siblings.length >= take) return siblings;
  const others = await read({
    condition: sql`${parent} > ${parentId}`,
    order: inTree,
    take: take - siblings.length,
  });
  return [...siblings, ...others];
}
