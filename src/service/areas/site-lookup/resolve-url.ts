/**
 * Resolution of URLs of published sites for one visitor: the site, section and space, the remaining
 * path, and the visitor's access. Everything that serves sites uses it.
 */

import type { Claims } from "../../../document/condition.ts";
import { decodePart } from "../../../document/reference-address.ts";
import { findDomainOwner } from "../../core/domains.ts";
import type { Call } from "../../core/handlers.ts";
import { toSiteLocation } from "../../core/site-location.ts";
import type { TokenFault } from "../../engines/jwt.ts";
import type { Egress } from "../../engines/network/egress.ts";
import { type SiteRow, selectSites } from "../sites/queries.ts";
import { getDefaults } from "../sites/structure/defaults.ts";
import { isVisible } from "../sites/structure/present-parts.ts";
import { readStructure, type SiteSpaceRow, type Structure } from "../sites/structure/structure.ts";
import type { SiteSectionTable } from "../sites/tables.ts";
import { findStart, findStarts } from "../sites/urls/find-published.ts";
import {
  countPartsAbove,
  parseSiteUrl,
  readAddress,
  type WebAddress,
} from "../sites/urls/read-url.ts";
import { createSiteUrls, escapePath, resolveSiteSpacePath } from "../sites/urls/urls.ts";
import { findAuth } from "../sites/visitors/auth-rows.ts";
import { filterStructure } from "../sites/visitors/published.ts";
import { findOpeningKey, isLinkKey, type OpeningKey } from "../sites/visitors/share-keys.ts";
import { buildSignInUrl, findSelectedIntegration } from "../sites/visitors/visitor-integration.ts";
import { withoutCredentials } from "./query-text.ts";
import { findSiteMember } from "./site-members.ts";
import { parseClaims, readTokens, type Visitor, withoutOtherPreview } from "./visitor.ts";

type ResolveCall = Pick<Call, "db" | "base" | "now" | "secretBox" | "boundTo"> & {
  readonly outside?: Pick<Egress, "scripts"> | undefined;
};

export type Resolution = ResolvedContent | SignInRequired | RefusedAccess;

/** The visitor has access. The existence of the page is not checked. */
export interface ResolvedContent {
  readonly kind: "content";
  readonly site: SiteRow;
  /** The parts of the site that the visitor sees. */
  readonly structure: Structure;
  readonly siteSpace: SiteSpaceRow;
  /** Undefined on a site without sections. */
  readonly section: SiteSectionTable | undefined;
  /** The decoded path below the space, without leading or trailing slashes; empty for the first page. */
  readonly path: string;
  /** The same path as written in the URL, with a leading slash. */
  readonly pathname: string;
  /** The URL path of the site, including the key of a share link, with leading and trailing slashes. */
  readonly siteBasePath: string;
  /** The URL path of the space, with leading and trailing slashes. */
  readonly basePath: string;
  /** The preferred URL of the same content. */
  readonly canonicalUrl: string;
  /** The URL of the same content on the requested host. */
  readonly ownUrl: string;
  /** Whether no other part of the site has a path below this one, so that all longer paths are pages. */
  readonly complete: boolean;
  /** The share link key that grants access. */
  readonly opening: OpeningKey | undefined;
  /**
   * The URL path without the key of a share link, which is not part of the other paths, if the site no
   * longer uses share links.
   */
  readonly pathWithoutKey: string | undefined;
  /** The visitor's claims, which conditions evaluate. */
  readonly claims: Claims;
  /** Whether the content is shown as a preview, whether or not the site is published. */
  readonly preview: boolean;
  /** Why the visitor's token is invalid, on a site that does not require one. */
  readonly tokenFault: TokenFault | undefined;
}

/** The site requires its visitors to sign in. */
export interface SignInRequired {
  readonly kind: "sign-in";
  readonly site: SiteRow;
  readonly reason: "token-needed" | `token-${TokenFault}`;
  /** The sign-in URL, whose parameter `location` is the path to return to; undefined if the site has none. */
  readonly url: string | undefined;
}

export interface RefusedAccess {
  readonly kind: "refused";
  readonly reason:
    | "no-site"
    | "not-published"
    | "share-key-needed"
    | "share-key-wrong"
    /** No part of the site has a condition that holds for the visitor. */
    | "nothing-to-see";
  /** Undefined if no site has the URL. */
  readonly site?: SiteRow;
}

export async function resolveUrl(
  call: ResolveCall,
  url: string,
  requester: Visitor,
): Promise<Resolution> {
  const address = readAddress(url);
  const site = address && (await findSiteAt(call, address));
  const above = site && countPartsAbove(address, site);
  if (!address || !site || above === undefined) return { kind: "refused", reason: "no-site" };
  const visitor = withoutOtherPreview(requester, site.id);
  const preview = site.published === 0 || visitor.previewClaims !== undefined;
  const { user } = visitor;
  const member =
    preview && user !== undefined
      ? await findSiteMember(call.db, site, user, call.boundTo)
      : undefined;
  if (preview && !member) {
    return { kind: "refused", reason: "not-published", site };
  }
  const key = await readKey(call, site, visitor, address, above);
  if ("reason" in key && !preview) return { kind: "refused", reason: key.reason, site };
  const token = await readTokens(call, site, visitor);
  // A site that no longer uses share links.
  const isFormer =
    site.visibility !== "share-link" &&
    (await isLinkKey(call, site, decodePart(address.segments[above] ?? "")));
  const begin = above + (isFormer || ("inPath" in key && key.inPath) ? 1 : 0);
  if (site.visibility === "visitor-auth" && token.is !== "valid" && !preview) {
    const signInUrl = await findSignInUrl(call, site);
    return {
      kind: "sign-in",
      site,
      reason: token.is === "absent" ? "token-needed" : `token-${token.fault}`,
      url: signInUrl === undefined ? undefined : withLocation(signInUrl, address, begin),
    };
  }
  const claims = visitor.previewClaims ?? parseClaims(site, token, visitor.unsignedClaims);
  const fullStructure = await readStructure({ db: call.db, caller: visitor.user ?? "" }, site);
  // A preview shows only the spaces that the user may see.
  const isShown = member && ((row: SiteSpaceRow) => isVisible(row, member.role));
  const structure = await filterStructure(fullStructure, claims, {
    drafts: preview && visitor.drafts,
    isShown,
  });
  const opening = "opening" in key ? key.opening : undefined;
  const siteSegments = address.segments.slice(0, isFormer ? above : begin);
  const part = resolvePartAt(call.base, structure, { ...address, siteSegments, begin }, opening);
  if (!part) return { kind: "refused", reason: "nothing-to-see", site };
  const tokenFault = token.is === "invalid" ? token.fault : undefined;
  const pathWithoutKey = isFormer
    ? `/${[...siteSegments, ...address.segments.slice(begin)].join("/")}`
    : undefined;
  const access = { opening, pathWithoutKey, claims, preview, tokenFault };
  return { kind: "content", site, structure, ...part, ...access };
}

/** The URL of the selected integration if its script runs, else that in the settings. */
async function findSignInUrl(call: ResolveCall, site: SiteRow): Promise<string | undefined> {
  const auth = await findAuth(call.db, site.id);
  const { scripts } = call.outside ?? {};
  const integration = scripts && (await findSelectedIntegration(call.db, site, auth));
  // The endpoint is on the host of the platform, not on that of the site.
  if (integration) return buildSignInUrl(scripts.base, site, integration);
  return auth?.fallback_url ?? undefined;
}

/** The site at a URL, whether or not it is published; undefined if no site has the URL. */
export async function findSiteByUrl(
  call: Pick<ResolveCall, "db">,
  url: string,
): Promise<SiteRow | undefined> {
  const address = readAddress(url);
  const site = address && (await findSiteAt(call, address));
  return address && site && countPartsAbove(address, site) !== undefined ? site : undefined;
}

/** The site at a URL, whether or not it is published. */
async function findSiteAt(
  { db }: Pick<ResolveCall, "db">,
  address: WebAddress,
): Promise<SiteRow | undefined> {
  const siteName = parseSiteUrl(address);
  const sites = selectSites(db);
  if ("id" in siteName) return sites.where("id", "=", siteName.id).executeTakeFirst();
  if ("basename" in siteName) {
    return sites
      .where("basename", "=", siteName.basename)
      .where("organization_id", "in", (row) =>
        row
          .selectFrom("organizations")
          .select("organizations.id")
          .where("hostname", "=", siteName.organization),
      )
      .executeTakeFirst();
  }
  // A hostname resolves only to sites of the organization that owns its domain.
  const owner = await findDomainOwner(db, siteName.hostname);
  if (owner === undefined) return undefined;
  const ownedSites = sites.where("organization_id", "=", owner);
  const proxied =
    siteName.proxies.length === 0
      ? []
      : await ownedSites.where("proxy", "in", siteName.proxies).execute();
  return (
    proxied.sort((one, other) => computeLength(other) - computeLength(one))[0] ??
    ownedSites.where("hostname", "=", siteName.hostname).executeTakeFirst()
  );
}

function computeLength({ proxy }: SiteRow): number {
  return proxy?.length ?? 0;
}

type ReadKey =
  | { readonly opening: OpeningKey | undefined; readonly inPath: boolean }
  | { readonly reason: "share-key-needed" | "share-key-wrong" };

/** The key of a share link is the first path segment, a query parameter or a separate input. */
async function readKey(
  call: ResolveCall,
  site: SiteRow,
  visitor: Visitor,
  { segments, query }: WebAddress,
  above: number,
): Promise<ReadKey> {
  if (site.visibility !== "share-link") return { opening: undefined, inPath: false };
  const first = await findOpeningKey(call, site, decodePart(segments[above] ?? ""));
  if (first) return { opening: first, inPath: true };
  const shareKey = visitor.shareKey ?? query.get("shareKey") ?? undefined;
  const opening = await findOpeningKey(call, site, shareKey);
  if (opening) return { opening, inPath: false };
  return { reason: shareKey === undefined ? "share-key-needed" : "share-key-wrong" };
}

/** In characters. Proxies limit the length of headers (nginx: 4 KB for a response). */
const maxLocationLength = 2000;

/**
 * The parameter name `location` is that of the hosted platform. The location keeps the query, without
 * credentials, unless it is too long.
 */
function withLocation(fallback: string, { segments, search }: WebAddress, begin: number): string {
  const path = toSiteLocation(segments.slice(begin).map(decodePart));
  const parameters = withoutCredentials(search);
  const locations = [...(parameters === "" ? [] : [`${path}?${parameters}`]), path];
  const urls = locations.map((location) => {
    const url = new URL(fallback);
    url.searchParams.set("location", location);
    return url.href;
  });
  const { href } = new URL(fallback);
  return urls.find(({ length }) => length <= href.length + maxLocationLength) ?? href;
}

interface SiteAddress extends WebAddress {
  /** The path segments of the site, including the key of a share link that it uses. */
  readonly siteSegments: readonly string[];
  /** The number of segments in front of the path on the site. */
  readonly begin: number;
}

/** @returns undefined if the visitor sees no space on the site */
function resolvePartAt(
  base: string,
  structure: Structure,
  { origin, segments, siteSegments, begin }: SiteAddress,
  opening: OpeningKey | undefined,
) {
  const below = segments.slice(begin).map(decodePart);
  const starts = findStarts(structure);
  const path = below.map((part) => `/${part}`).join("");
  const match = findStart(starts, path);
  if (!match) return undefined;
  const { siteSpace, start } = match;
  const section = structure.sections.get(siteSpace.section_id ?? "");
  const end = begin + start.split("/").length - 1;
  const inner = segments.slice(end).map(decodePart);
  const shortPath = resolveSiteSpacePath(siteSpace, section, getDefaults(structure));
  // The first segment of a page's path may equal the path of another part of the site.
  const isClear =
    findStart(starts, [shortPath, ...inner].join("/"))?.start === shortPath.toLowerCase();
  const getUrl = createSiteUrls(base, structure.site, opening);
  const canonicalPath = [isClear ? shortPath : start, ...inner].join("/");
  const siteBasePath = toFolderPath(siteSegments);
  return {
    siteSpace,
    section,
    path: inner.join("/"),
    pathname: `/${segments.slice(end).join("/")}`,
    siteBasePath,
    basePath: toFolderPath([...siteSegments, ...segments.slice(begin, end)]),
    canonicalUrl: getUrl(canonicalPath),
    ownUrl: origin + siteBasePath.slice(0, -1) + escapePath(canonicalPath),
    complete: !starts.some((one) => one.start.startsWith(`${path.toLowerCase()}/`)),
  };
}

function toFolderPath(segments: readonly string[]): string {
  return segments.length === 0 ? "/" : `/${segments.join("/")}/`;
}
