/** Conversion of tracked events to counted ones, without what identifies the visitor. */
import { LRUCache } from "lru-cache";
import type { TrackedEvent } from "../../../contract/site-insights.model.ts";
import type { SiteEvent } from "./site-event.ts";
import { findBot } from "./user-agents.ts";

/** Maximum lengths of stored texts, in characters. */
const longestPath = 300;
const longestDetail = 200;
const longestComment = 512;

interface EventContext {
  readonly siteId: string;
  readonly day: string;
  /** The spaces of the site, by site space. */
  readonly spaces: ReadonlyMap<string, string>;
}

/** Pages of other sites are not counted as pages. */
export function toSiteEvent(event: TrackedEvent, { siteId, day, spaces }: EventContext): SiteEvent {
  const { location, session } = event;
  const siteSpace = location.siteSpace ?? "";
  const isOwn =
    siteSpace === "" ? [...spaces.values()].includes(location.space ?? "") : spaces.has(siteSpace);
  const space = spaces.get(siteSpace) ?? location.space ?? "";
  const isOnPage = isOwn && (location.page ?? "") !== "";
  return {
    site_id: siteId,
    day,
    event: event.type,
    site_space: isOwn ? siteSpace : "",
    space: isOnPage ? space : "",
    page: isOnPage ? (location.page ?? "").slice(0, 64) : "",
    url_path: readPath(location.url, location.siteShareKey),
    context: location.displayContext ?? "site",
    bot: findBot(session.userAgent),
    referrer: readReferrer(session.referrer ?? undefined, location.url),
    rating: readRating(event),
    detail: readDetail(event),
  };
}

/** Without the query, which may contain a token, and without the key of a share link. */
function readPath(url: string, shareKey: string | null): string {
  const { pathname } = new URL(url);
  const path =
    shareKey === null || shareKey === ""
      ? pathname
      : pathname
          .split("/")
          .filter((segment) => segment !== shareKey)
          .join("/");
  return cutPath(path);
}

export function cutPath(path: string): string {
  return path.slice(0, longestPath) || "/";
}

export function cutQuery(query: string): string {
  return query.trim().slice(0, longestDetail);
}

function readRating(event: TrackedEvent): string {
  const isFeedback =
    event.type === "page_post_feedback" || event.type === "page_post_feedback_comment";
  return isFeedback ? event.feedback.rating : "";
}

function readDetail(event: TrackedEvent): string {
  if ("query" in event && typeof event.query === "string") return cutQuery(event.query);
  if (event.type === "page_post_feedback_comment") {
    return event.feedback.comment.slice(0, longestComment);
  }
  return "";
}

/** The results for the most recent referrers. Process-wide: a result depends only on its key. */
const recentReferrers = new LRUCache<string, string>({ max: 200 });

/** Longer referrers are not cached, so that the cache is small. */
const longestCachedReferrer = 300;

/** The hostname of another website; empty for links within the site. @param url that of the event */
export function readReferrer(referrer: string | undefined, url: string): string {
  if (referrer === undefined) return "";
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0];
  if (origin === undefined || referrer.length > longestCachedReferrer) {
    return parseReferrer(referrer, url);
  }
  const key = `${origin} ${referrer}`;
  const recent = recentReferrers.get(key);
  if (recent !== undefined) return recent;
  const hostname = parseReferrer(referrer, url);
  recentReferrers.set(key, hostname);
  return hostname;
}

function parseReferrer(referrer: string, url: string): string {
  if (!URL.canParse(referrer)) return "";
  const { hostname, protocol } = new URL(referrer);
  const isWeb = protocol === "http:" || protocol === "https:";
  return isWeb && hostname !== new URL(url).hostname ? hostname.slice(0, 100) : "";
}
