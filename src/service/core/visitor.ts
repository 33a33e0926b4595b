/**
 * A caller who is no user: whoever shows a published site, with the short-lived token that resolving an
 * address answered. It reads what that site shows to that visitor, and does nothing else: only the
 * operations named here are possible with it, and `requireSpace`, `findSite` and those beside them
 * refuse whatever is not of the site.
 */
import { Problem } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";
import type { TokenReference } from "../jobs/principal.ts";

export interface SiteVisitor {
  /** The ids of the organization and of the site. */
  readonly organization: string;
  readonly site: string;
  /** The ids of the spaces of which the visitor sees something there. */
  readonly spaces: ReadonlySet<string>;
  /** What conditions read of the visitor. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The key of a share link that opened the site. */
  readonly shareKey: string | undefined;
  /** What let them in, as a digest; empty for a site that is open to all. */
  readonly pass: string;
  /** What was published then or later may be read: a page may be shown while its space changes. */
  readonly since: Date;
  /** The id of the user who works on the site and looks at it before others do. */
  readonly previewer: string | undefined;
  /** The token of that user with which the preview was requested, and with which it ends. */
  readonly standing: TokenReference | undefined;
  /** Whether drafts are shown to that user. */
  readonly drafts: boolean;
  /** Whether a page that the visitor sees shows something of an API specification. */
  readonly isShown: (
    db: Queries,
    specification: { readonly id: string; readonly slug: string },
  ) => Promise<boolean>;
  /** Whether a text of a space has an address in it. */
  readonly isNamed: (db: Queries, spaceId: string, url: string) => Promise<boolean>;
}

/** The operations by which a site is shown. All of them read. */
const shows: ReadonlySet<string> = new Set([
  "getComputedDocument",
  "getCurrentRevision",
  "getDocumentById",
  "getEmbedByUrlInSpace",
  "getFileById",
  "getFileInRevisionById",
  "getLatestOpenAPISpecVersionContent",
  "getPageById",
  "getPageByPath",
  "getPageDocumentInRevisionById",
  "getPageInRevisionById",
  "getPageInRevisionByPath",
  "getPublishedContentByUrl",
  "getPublishedContentSite",
  "getReusableContentById",
  "getReusableContentDocumentInRevisionById",
  "getReusableContentInRevisionById",
  "getRevisionById",
  "getSiteRedirectBySource",
  "getSpaceById",
  "listFiles",
  "listFilesInRevisionById",
  "listPages",
  "listPagesInRevisionById",
  "listRevisionPageMetaLinks",
  "listSpacePageMetaLinks",
  "resolvePublishedContentByUrl",
  "searchSiteContent",
]);

/** What a change request would show, for people who work on the site. */
const previews: ReadonlySet<string> = new Set([
  "getChangeRequestById",
  "getChangeRequestChanges",
  "getRevisionOfChangeRequestById",
  "getRevisionSemanticChanges",
]);

/** @throws Problem 403 for an operation by which nothing is shown */
export function refuseToVisitor(visitor: SiteVisitor, operation: string): void {
  if (shows.has(operation)) return;
  if (visitor.previewer !== undefined && previews.has(operation)) return;
  throw new Problem(
    403,
    `${operation} is not possible with the token of a visitor, which reads what docs site ${visitor.site} shows; use a token of your own.`,
  );
}

/** How addresses of files name a visitor of a site, in place of a user's id. */
const prefix = "site:";

/** For whom an address is made. */
export function resolveReader(call: {
  readonly caller: string;
  readonly visitor?: SiteVisitor | undefined;
}): string {
  const { visitor } = call;
  if (visitor === undefined) return call.caller;
  return visitor.previewer ?? `${prefix}${visitor.site}:${visitor.pass}`;
}

/** A visitor for whom an address was made. */
interface ReaderVisitor {
  /** The id of the site. */
  readonly site: string;
  readonly pass: string;
}

/** @returns absent for a user */
export function findReaderVisitor(reader: string): ReaderVisitor | undefined {
  if (!reader.startsWith(prefix)) return undefined;
  const [site = "", pass = ""] = reader.slice(prefix.length).split(":");
  return { site, pass };
}
