/** Events of a site as they are counted, without what identifies a visitor. */
import type { InsightCountTable } from "./tables.ts";

/** An event without its visitor. */
export type SiteEvent = Omit<InsightCountTable, "key" | "events">;

export interface PendingCount {
  readonly event: SiteEvent;
  events: number;
}

/** A number of visitors of a page, or of a site if the page is empty. */
export interface PendingVisitors {
  readonly siteId: string;
  readonly day: string;
  readonly page: string;
  readonly space: string;
  visitors: number;
}

/** The site and the page of an event, for which its visitor counts. */
export function listVisitedPlaces({ site_id, day, page, space }: SiteEvent): PendingVisitors[] {
  const place = { siteId: site_id, day, visitors: 1 };
  const site = { ...place, page: "", space: "" };
  return page === "" ? [site] : [site, { ...place, page, space }];
}

export function getPlaceKey({ siteId, day, page }: PendingVisitors): string {
  return JSON.stringify([siteId, day, page]);
}
