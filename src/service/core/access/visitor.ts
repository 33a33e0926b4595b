/**
 * Visitors: callers that are not users, with the short-lived token that resolving a published URL
 * returns. They can read what the site shows to them, with the operations listed here only.
 * `requireSpace`, `findSite` and the related functions refuse content outside the site.
 */
import { ApiError } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import type { TokenReference } from "../../jobs/principal.ts";

export interface SiteVisitor {
  /** The ids of the organization and of the site. */
  readonly organization: string;
  readonly site: string;
  /** The ids of the spaces of which the site shows content to the visitor. */
  readonly spaces: ReadonlySet<string>;
  /** The fingerprint of the conditions under which the site shows each of these spaces. */
  readonly conditions: ReadonlyMap<string, string>;
  /** Claims of the visitor, for conditions. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The key of a share link that opened the site. */
  readonly shareKey: string | undefined;
  /** The fingerprint of the key that opened the site; empty for a site that is open to all visitors. */
  readonly pass: string;
  /**
   * Content published at this time or later may be read, because a page may be displayed while its
   * space changes.
   */
  readonly since: Date;
  /** The id of the user who previews the site. */
  readonly previewer: string | undefined;
  /** The token that requested the preview, and with which it ends. */
  readonly previewToken: TokenReference | undefined;
  /** Whether drafts are shown to that user. */
  readonly drafts: boolean;
  /** Whether a page that the visitor sees contains a part of an API specification. */
  readonly isShown: (
    db: Queries,
    specification: { readonly id: string; readonly slug: string },
  ) => Promise<boolean>;
  /** Whether a URL occurs in the text of a space. */
  readonly isNamed: (db: Queries, spaceId: string, url: string) => Promise<boolean>;
}

/** The operations by which a site is shown: reads, questions, and the counting of what visitors open. */
const shows: ReadonlySet<string> = new Set([
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
  "renderIntegrationUIWithGet",
  "renderIntegrationUIWithPost",
  "resolvePublishedContentByUrl",
  "prewarmSiteSearch",
  "searchSiteContent",
  "streamAIResponseInSite",
  "streamAskInSite",
  "streamRecommendedQuestionsInSite",
  "trackEventsInSiteById",
]);

/** Operations of a preview of a change request, for users who work on the site. */
const previews: ReadonlySet<string> = new Set([
  "getChangeRequestById",
  "getChangeRequestChanges",
  "getRevisionOfChangeRequestById",
  "getRevisionSemanticChanges",
]);

/** @throws ApiError 403 for any other operation */
export function refuseToVisitor(visitor: SiteVisitor, operation: string): void {
  if (shows.has(operation)) return;
  if (visitor.previewer !== undefined && previews.has(operation)) return;
  throw new ApiError(
    403,
    `${operation} is not available with a visitor token, which only reads the content of docs site ${visitor.site}. Use a user token.`,
  );
}

/** Prefix of a visitor in signed URLs, in place of a user id. */
const prefix = "site:";

/** The reader for whom a URL is signed. */
export function resolveReader(call: {
  readonly caller: string;
  readonly visitor?: SiteVisitor | undefined;
}): string {
  const { visitor } = call;
  if (visitor === undefined) return call.caller;
  return visitor.previewer ?? `${prefix}${visitor.site}:${visitor.pass}`;
}

/** A visitor for whom a URL was signed. */
interface ReaderVisitor {
  /** The id of the site. */
  readonly site: string;
  readonly pass: string;
}

/** @returns undefined for a user */
export function findReaderVisitor(reader: string): ReaderVisitor | undefined {
  if (!reader.startsWith(prefix)) return undefined;
  const [site = "", pass = ""] = reader.slice(prefix.length).split(":");
  return { site, pass };
}
