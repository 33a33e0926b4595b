/** Events of a site as they are counted, without what identifies a visitor. */
import type { InsightCountTable } from "./tables.ts";

/** An event without its visitor. */
export type SiteEvent = Omit<InsightCountTable, "key" | "events">;

export interface PendingCount {
  readonly event: SiteEvent;
  readonly events: number;
}

/** A number of visitors of a page, or of a site if the page is empty. */
export interface PendingVisitors {
  readonly siteId: string;
  readonly day: string;
  readonly page: string;
  readonly space: string;
  readonly visitors: number;
}

/** The keys under which an event and its visitors are counted. */
interface EventKeys {
  readonly count: string;
  /** The site and the page of the event, for which its visitor counts. */
  readonly targets: readonly { readonly target: PendingVisitors; readonly key: string }[];
}

/**
 * Computed once for each object: the events of cached pages are the same objects. Process-wide: the
 * keys depend only on the event.
 */
const eventKeys = new WeakMap<SiteEvent, EventKeys>();

export function getEventKeys(event: SiteEvent): EventKeys {
  const existing = eventKeys.get(event);
  if (existing) return existing;
  const targets = listVisitorTargets(event);
  const keys = {
    count: JSON.stringify(event),
    targets: targets.map((target) => ({ target, key: getTargetKey(target) })),
  };
  eventKeys.set(event, keys);
  return keys;
}

/** Counts of events and visitors that are to be added to those in the database. */
export class PendingInsights {
  readonly #counts = new Map<string, { readonly event: SiteEvent; events: number }>();
  readonly #visitors = new Map<string, PendingVisitors>();

  get size(): number {
    return this.#counts.size + this.#visitors.size;
  }

  get counts(): readonly PendingCount[] {
    return [...this.#counts.values()];
  }

  get visitors(): readonly PendingVisitors[] {
    return [...this.#visitors.values()];
  }

  addEvents(event: SiteEvent, events = 1): void {
    const key = getEventKeys(event).count;
    const pending = this.#counts.get(key);
    if (pending) pending.events += events;
    else this.#counts.set(key, { event, events });
  }

  addVisitors(target: PendingVisitors): void {
    const key = getTargetKey(target);
    const before = this.#visitors.get(key)?.visitors ?? 0;
    this.#visitors.set(key, { ...target, visitors: target.visitors + before });
  }

  addAll(other: PendingInsights): void {
    for (const { event, events } of other.counts) this.addEvents(event, events);
    for (const target of other.visitors) this.addVisitors(target);
  }
}

function listVisitorTargets({ site_id, day, page, space }: SiteEvent): PendingVisitors[] {
  const target = { siteId: site_id, day, visitors: 1 };
  const site = { ...target, page: "", space: "" };
  return page === "" ? [site] : [site, { ...target, page, space }];
}

function getTargetKey({ siteId, day, page }: PendingVisitors): string {
  return JSON.stringify([siteId, day, page]);
}
