/** Pages of a list, cut by key and not by count: page 1 000 costs what page 1 costs. */
import type { Page } from "../contract/wire.ts";

export interface PageRequest<Row, T> {
  /** Names the list with its filters; a token of another list is refused. */
  readonly list: string;
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  /** Reads at most `take` rows strictly after the key, in the order of the key. */
  readonly read: (after: readonly string[] | undefined, take: number) => Promise<readonly Row[]>;
  /** The values that the list is ordered by, the last one unique. */
  readonly key: (row: Row) => readonly string[];
  /** Whether the caller may see the row; rows that fail cost a read and no place in the page. */
  readonly keep?: (row: Row) => boolean;
  readonly show: (row: Row) => T;
}

/** @throws Problem 400 for a page token that is not one of this list */
export async function pageOf<Row, T>(_request: PageRequest<Row, T>): Promise<Page<T>> {
  throw new Error("written by the owner of the service core");
}
