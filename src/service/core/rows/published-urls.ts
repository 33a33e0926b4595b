/** The URLs of spaces on published sites, which every response with a space contains. */
import type { Queries } from "../../database/tables.ts";

/** The parts of a request that decide which URLs it gets. */
export interface UrlRequest {
  readonly db: Queries;
  readonly now: Date;
  readonly base: string;
  readonly findPublishedUrls: FindPublishedUrls;
}

/**
 * The URL of each space on the oldest published site that shows it; spaces without a URL are absent.
 * The server provides it, because sites are an area.
 * @param shareKey the share link key for sites that require one
 */
export type FindPublishedUrls = (
  request: Omit<UrlRequest, "findPublishedUrls">,
  spaceIds: readonly string[],
  shareKey?: string,
) => Promise<ReadonlyMap<string, string>>;

export interface PublishableSpace {
  readonly id: string;
  /** Whether a published site contains the space, as 0 or 1. */
  readonly on_site: number;
}

export interface WithPublishedUrl {
  /** The URL on a published site, if there is one. */
  readonly published: string | undefined;
}

/**
 * Adds the published URLs to rows of spaces; without queries if no published site contains them. The
 * rows are changed: copies of rows take a tenth of the time of a list.
 */
export async function addPublishedUrls<Row extends PublishableSpace>(
  { findPublishedUrls, ...request }: UrlRequest,
  rows: readonly Row[],
  shareKey?: string,
): Promise<(Row & WithPublishedUrl)[]> {
  const ids = rows.filter((row) => row.on_site === 1).map(({ id }) => id);
  const urls =
    ids.length === 0 ? undefined : await findPublishedUrls(request, [...new Set(ids)], shareKey);
  return rows.map((row) => Object.assign(row, { published: urls?.get(row.id) }));
}
