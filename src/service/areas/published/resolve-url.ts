/**
 * What an address of a published site leads to, for one visitor: the site, its section and its space,
 * what of the path is below them, and whether this visitor may see it. Whoever shows sites asks here.
 */

import { decoded } from "../../../document/reference-address.ts";
import { findDomainOwner } from "../../core/domains.ts";
import type { Call } from "../../core/handlers.ts";
import type { Claims } from "../../engines/condition.ts";
import type { TokenFault } from "../../engines/jwt.ts";
import { escaped, resolveSiteSpacePath, siteAddresses } from "../sites/addresses.ts";
import { findAuth } from "../sites/auth-rows.ts";
import { getDefaults } from "../sites/defaults.ts";
import { findStart, findStarts } from "../sites/find-published.ts";
import { isVisible } from "../sites/present-parts.ts";
import { filterStructure } from "../sites/published.ts";
import { type SiteRow, selectSites } from "../sites/queries.ts";
import { namedIn, partsAbove, readAddress, type WebAddress } from "../sites/read-address.ts";
import { findOpeningKey, type OpeningKey } from "../sites/share-keys.ts";
import { readStructure, type SiteSpaceRow, type Structure } from "../sites/structure.ts";
import type { SiteSectionTable } from "../sites/tables.ts";
import { findWorker } from "./may-work-on.ts";
import { parseClaims, readToken, type Visitor, withoutOtherPreview } from "./visitor.ts";

type ResolveCall = Pick<Call, "db" | "base" | "now" | "secretBox" | "boundTo">;

export type Resolution = Content | SignIn | Refused;

/** The visitor may see what the address leads to. Whether there is such a page is not checked. */
export interface Content {
  readonly kind: "content";
  readonly site: SiteRow;
  /** What of the site this visitor sees. */
  readonly structure: Structure;
  readonly siteSpace: SiteSpaceRow;
  /** Absent on a site without sections. */
  readonly section: SiteSectionTable | undefined;
  /** The path below the space, decoded, without slashes at its ends; empty for the first page. */
  readonly path: string;
  /** The same as it is written in the address, with a slash at its beginning. */
  readonly pathname: string;
  /** The path of the address down to the site and the key of a share link, with slashes at its ends. */
  readonly siteBasePath: string;
  /** The same down to the space. */
  readonly basePath: string;
  /** Where the same is published: links to it are best made with this. */
  readonly canonicalUrl: string;
  /** The same under the name by which the site was asked for. */
  readonly ownUrl: string;
  /** Whether no longer path of the site begins with this one, so that all below is of pages. */
  readonly complete: boolean;
  /** The key by which a share link opens it. */
  readonly opening: OpeningKey | undefined;
  /** What conditions read of the visitor. */
  readonly claims: Claims;
  /** Whether it is shown to somebody who works on it will be, published or not. */
  readonly preview: boolean;
  /** Why the visitor's token was not taken, on a site that shows itself without one, too. */
  readonly tokenFault: TokenFault | undefined;
}

/** The site asks its visitors to sign in elsewhere. */
export interface SignIn {
  readonly kind: "sign-in";
  readonly site: SiteRow;
  readonly reason: "token-needed" | `token-${TokenFault}`;
  /** Where they sign in, with `location`, the path to come back to; absent if the site names nothing. */
  readonly url: string | undefined;
}

export interface Refused {
  readonly kind: "refused";
  readonly reason:
    | "no-site"
    | "not-published"
    | "share-key-needed"
    | "share-key-wrong"
    /** No part of the site has a condition that holds for the visitor. */
    | "nothing-to-see";
  /** Absent if no site has the address. */
  readonly site?: SiteRow;
}

export async function resolveUrl(
  call: ResolveCall,
  url: string,
  whoever: Visitor,
): Promise<Resolution> {
  const address = readAddress(url);
  const site = address && (await siteAt(call, address));
  const above = site && partsAbove(address, site);
  if (!address || !site || above === undefined) return { kind: "refused", reason: "no-site" };
  const visitor = withoutOtherPreview(whoever, site.id);
  const preview = site.published === 0 || visitor.previewClaims !== undefined;
  const { user } = visitor;
  const worker =
    preview && user !== undefined ? await findWorker(call.db, site, user, call.boundTo) : undefined;
  if (preview && !worker) {
    return { kind: "refused", reason: "not-published", site };
  }
  const key = await readKey(call, site, visitor, address, above);
  if ("reason" in key && !preview) return { kind: "refused", reason: key.reason, site };
  const token = await readToken(call, site.id, visitor.token);
  const begin = above + ("inPath" in key && key.inPath ? 1 : 0);
  if (site.visibility === "visitor-auth" && token.is !== "valid" && !preview) {
    const { fallback_url: fallback = null } = (await findAuth(call.db, site.id)) ?? {};
    return {
      kind: "sign-in",
      site,
      reason: token.is === "absent" ? "token-needed" : `token-${token.fault}`,
      url: fallback === null ? undefined : withLocation(fallback, address.segments.slice(begin)),
    };
  }
  const claims = visitor.previewClaims ?? parseClaims(site, token, visitor.unsignedClaims);
  const whole = await readStructure({ db: call.db, caller: visitor.user ?? "" }, site);
  // Who looks at a site before others do sees no more of it than they may anyway.
  const sees = worker && ((row: SiteSpaceRow) => isVisible(row, worker.role));
  const structure = await filterStructure(whole, claims, {
    drafts: preview && visitor.drafts,
    sees,
  });
  const opening = "opening" in key ? key.opening : undefined;
  const part = partAt(call.base, structure, address, begin, opening);
  if (!part) return { kind: "refused", reason: "nothing-to-see", site };
  const tokenFault = token.is === "invalid" ? token.fault : undefined;
  return { kind: "content", site, structure, ...part, opening, claims, preview, tokenFault };
}

/** The site that an address names, whether or not it is published. */
async function siteAt({ db }: ResolveCall, address: WebAddress): Promise<SiteRow | undefined> {
  const named = namedIn(address);
  const sites = selectSites(db);
  if ("id" in named) return sites.where("id", "=", named.id).executeTakeFirst();
  if ("basename" in named) {
    return sites
      .where("basename", "=", named.basename)
      .where("organization_id", "in", (row) =>
        row
          .selectFrom("organizations")
          .select("organizations.id")
          .where("hostname", "=", named.organization),
      )
      .executeTakeFirst();
  }
  // A name leads to sites of the organization that it belongs to, and to no others.
  const owner = await findDomainOwner(db, named.hostname);
  if (owner === undefined) return undefined;
  const own = sites.where("organization_id", "=", owner);
  const shown =
    named.proxies.length === 0 ? [] : await own.where("proxy", "in", named.proxies).execute();
  return (
    shown.sort((one, other) => computeLength(other) - computeLength(one))[0] ??
    own.where("hostname", "=", named.hostname).executeTakeFirst()
  );
}

function computeLength({ proxy }: SiteRow): number {
  return proxy?.length ?? 0;
}

type ReadKey =
  | { readonly opening: OpeningKey | undefined; readonly inPath: boolean }
  | { readonly reason: "share-key-needed" | "share-key-wrong" };

/** The key of a share link is the first part of the path, or is given beside the address. */
async function readKey(
  { db }: ResolveCall,
  site: SiteRow,
  visitor: Visitor,
  { segments, query }: WebAddress,
  above: number,
): Promise<ReadKey> {
  if (site.visibility !== "share-link") return { opening: undefined, inPath: false };
  const first = await findOpeningKey(db, site, decoded(segments[above] ?? ""));
  if (first) return { opening: first, inPath: true };
  const given = visitor.shareKey ?? query.get("shareKey") ?? undefined;
  const opening = await findOpeningKey(db, site, given);
  if (opening) return { opening, inPath: false };
  return { reason: given === undefined ? "share-key-needed" : "share-key-wrong" };
}

/** The hosted platform names the path to come back to in the same way. */
function withLocation(fallback: string, segments: readonly string[]): string {
  const url = new URL(fallback);
  url.searchParams.set("location", `/${segments.map(decoded).join("/")}`);
  return url.href;
}

/** @returns absent if the visitor sees no space on the site */
function partAt(
  base: string,
  structure: Structure,
  { origin, segments }: WebAddress,
  begin: number,
  opening: OpeningKey | undefined,
) {
  const below = segments.slice(begin).map(decoded);
  const starts = findStarts(structure);
  const path = below.map((part) => `/${part}`).join("");
  const found = findStart(starts, path);
  if (!found) return undefined;
  const { siteSpace, start } = found;
  const section = structure.sections.get(siteSpace.section_id ?? "");
  const end = begin + start.split("/").length - 1;
  const inner = segments.slice(end).map(decoded);
  const usual = resolveSiteSpacePath(siteSpace, section, getDefaults(structure));
  // The first part of a page's path may be that of another part of the site.
  const isClear = findStart(starts, [usual, ...inner].join("/"))?.start === usual.toLowerCase();
  const addressed = siteAddresses(base, structure.site, opening);
  const canonicalPath = [isClear ? usual : start, ...inner].join("/");
  const siteBasePath = folder(segments.slice(0, begin));
  return {
    siteSpace,
    section,
    path: inner.join("/"),
    pathname: `/${segments.slice(end).join("/")}`,
    siteBasePath,
    basePath: folder(segments.slice(0, end)),
    canonicalUrl: addressed(canonicalPath),
    ownUrl: origin + siteBasePath.slice(0, -1) + escaped(canonicalPath),
    complete: !starts.some((one) => one.start.startsWith(`${path.toLowerCase()}/`)),
  };
}

function folder(segments: readonly string[]): string {
  return segments.length === 0 ? "/" : `/${segments.join("/")}/`;
}
