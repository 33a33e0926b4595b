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
export function listVisitorTargets({ site_id, day, page, space }: SiteEvent): PendingVisitors[] {
  const target = { siteId: site_id, day, visitors: 1 };
  const site = { ...target, page: "", space: "" };
  return page === "" ? [site] : [site, { ...target, page, space }];
}

export function getTargetKey({ siteId, day, page }: PendingVisitors): string {
  return JSON.stringify([siteId, day, page]);
}
