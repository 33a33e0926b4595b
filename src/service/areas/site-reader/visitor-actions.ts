/**
 * Counting of what visitors open. Only requests over a network count, so that an export of a site
 * in the same process does not; previews do not count either.
 */
import type { FeedbackRating, InsightEvent } from "../../../contract/site-insights-values.ts";
import type { WireRequest } from "../../../contract/wire.ts";
import { getInsightBuffer } from "../insights/insight-buffer.ts";
import { toDay } from "../insights/insight-days.ts";
import type { SiteEvent } from "../insights/site-event.ts";
import { cutPath, cutQuery, readReferrer } from "../insights/tracked-events.ts";
import { findBot } from "../insights/user-agents.ts";
import type { DayVisitor } from "../insights/visitor-hashes.ts";
import type { SiteView } from "./site-view.ts";
import type { VisitorRequest } from "./visitor-request.ts";

/** An item that a visitor opened on a site. */
export interface SiteAction {
  readonly event: InsightEvent;
  /** The id of the page; absent for a URL without a page. */
  readonly page?: string;
  readonly query?: string;
  readonly rating?: FeedbackRating;
}

/** A action with its place on the site, which is the same for all visitors. */
export interface LocatedAction extends SiteAction {
  readonly siteId: string;
  readonly siteSpace: string;
  readonly space: string;
  readonly path: string;
}

/** @returns undefined for a preview */
export function locateAction(view: SiteView, action: SiteAction): LocatedAction | undefined {
  if (view.preview) return undefined;
  const { site, siteSpace, pages, path } = view;
  return {
    ...action,
    siteId: site.id,
    siteSpace: siteSpace.id,
    space: siteSpace.space_id,
    path: pages.resolvePath(siteSpace, path) || "/",
  };
}

/**
 * @returns a promise only if the action must wait until there is memory for it
 */
export function countAction(
  { db, now, log, request }: VisitorRequest,
  action: LocatedAction,
): Promise<void> | undefined {
  const { from, method, headers, url } = request;
  if (from === undefined || method === "HEAD") return undefined;
  // The function below keeps these values in memory, and not the whole request.
  const { "user-agent": userAgent, referer } = headers;
  const visitor = describeVisitor(request);
  const today = toDay(now);
  const buffer = getInsightBuffer(db, log);
  return buffer.recordLater(() => {
    const { event, page } = action;
    const bot = findBot(userAgent);
    const referrer = event === "page_view" ? readReferrer(referer, url) : "";
    const isPageView = event === "page_view" && page !== undefined && bot === "";
    const siteEvent = getSiteEvent(action, { day: today, bot, referrer });
    buffer.record(siteEvent, today, isPageView ? visitor : undefined);
  });
}

type EventParts = Pick<SiteEvent, "day" | "bot" | "referrer">;

/**
 * The events of actions, which cached pages share. Process-wide: an event depends only on its
 * action and its key.
 */
const eventsByAction = new WeakMap<LocatedAction, Map<string, SiteEvent>>();

/** Visitors send any referrer. */
const mostEventsOfAction = 100;

function getSiteEvent(action: LocatedAction, parts: EventParts): SiteEvent {
  const { day, bot, referrer } = parts;
  // Most views have neither.
  const key = bot === "" && referrer === "" ? day : `${day} ${bot} ${referrer}`;
  let events = eventsByAction.get(action);
  if (events === undefined) {
    events = new Map();
    eventsByAction.set(action, events);
  }
  const existing = events.get(key);
  if (existing) return existing;
  if (events.size >= mostEventsOfAction) events.clear();
  const event = toSiteEvent(action, parts);
  events.set(key, event);
  return event;
}

function toSiteEvent(action: LocatedAction, { day, bot, referrer }: EventParts): SiteEvent {
  const { event, siteId, siteSpace, space, page, path, query, rating } = action;
  return {
    site_id: siteId,
    day,
    event,
    site_space: siteSpace,
    space: page === undefined ? "" : space,
    page: page ?? "",
    url_path: cutPath(path),
    context: event === "mcp_request" ? "mcp" : "site",
    bot,
    referrer,
    rating: rating ?? "",
    detail: query === undefined ? "" : cutQuery(query),
  };
}

export function describeVisitor({ from = "", forwarded, headers }: WireRequest): DayVisitor {
  // A trusted proxy appends the address of its client.
  const client = forwarded && headers["x-forwarded-for"]?.split(",").at(-1)?.trim();
  return { client: client ?? from, userAgent: headers["user-agent"] ?? "" };
}
