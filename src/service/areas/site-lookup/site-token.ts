/**
 * Short-lived tokens for reading the content of a published site as one visitor. The visitor's access
 * is checked again with each request, so that a token becomes invalid when the site is unpublished, the
 * share link is revoked, or the key that signed the visitor in is replaced.
 */
import { LRUCache } from "lru-cache";
import type { Claims } from "../../../document/condition.ts";
import { ApiError } from "../../../errors.ts";
import { findMembership } from "../../core/access/access.ts";
import { findTokenHolder, shortenReference } from "../../core/access/token-holders.ts";
import type { SiteVisitor } from "../../core/access/visitor.ts";
import { loadOnce } from "../../core/cached-results.ts";
import { ensureStoredKey, readStoredKey, storedKeys } from "../../core/encryption-keys.ts";
import type { Call } from "../../core/handlers.ts";
import { cacheQuery } from "../../database/prepared.ts";
import type { Queries } from "../../database/tables.ts";
import { signToken, verifyToken } from "../../engines/jwt.ts";
import type { TokenReference } from "../../jobs/principal.ts";
import { type SiteRow, selectSites } from "../sites/queries.ts";
import { isVisible } from "../sites/structure/present-parts.ts";
import { readStructure, type SiteSpaceRow } from "../sites/structure/structure.ts";
import { filterStructure } from "../sites/visitors/published.ts";
import { isKeyExpired } from "../sites/visitors/share-keys.ts";
import { computeConditions } from "../sites/visitors/space-conditions.ts";
import {
  computeFingerprint,
  findKeyFingerprint,
  isOpenTo,
} from "../sites/visitors/visitor-pass.ts";
import { findSiteMember } from "./site-members.ts";
import { showsSpecification, showsUrl } from "./visible-references.ts";

/**
 * Issue times are rounded down to the hour, in seconds, so that the tokens of one visitor are equal
 * within the hour, until content of the site is published, and clients can cache by token. Each token is
 * valid for at least an hour.
 */
const bucket = 60 * 60;
const seconds = 2 * bucket;

/** The claims of a token. The names are those of the hosted platform where it has them. */
interface Payload {
  readonly kind: "site";
  readonly organization: string;
  readonly site: string;
  readonly siteSpace?: string | undefined;
  readonly siteSection?: string | undefined;
  readonly space?: string | undefined;
  /** The visitor's claims, which conditions evaluate. */
  readonly visitor?: Claims | undefined;
  readonly shareKey?: string | undefined;
  /** The fingerprint of the site's key that signed the visitor in. */
  readonly signedBy?: string | undefined;
  /** The id of the user for whom the preview was created. */
  readonly previewer?: string | undefined;
  /** Whether the preview includes drafts. */
  readonly drafts?: boolean | undefined;
  /** The token or browser session of that user with which the preview ends, by its first digits. */
  readonly previewToken?: TokenReference | undefined;
}

/** Further claims, which do not influence the cached visitor. */
interface Times {
  /** The last publication of content of the site before the token was issued. */
  readonly publishedAt?: string | undefined;
}

/** A preview of a site for one of its members. */
export interface SitePreview {
  /** The id of the user. */
  readonly user: string;
  /** The token that requested the preview. */
  readonly token: TokenReference;
  readonly drafts?: boolean | undefined;
}

/**
 * The preview that a caller may create.
 * @throws ApiError 403 for a caller without the token of a user
 */
export function buildPreview(
  { caller, principal, visitor }: Pick<Call, "caller" | "principal" | "visitor">,
  drafts?: boolean,
): SitePreview {
  const callerToken = principal?.kind === "user" ? principal.token : undefined;
  const token = visitor ? visitor.previewToken : callerToken;
  const user = visitor ? visitor.previewer : caller;
  if (token && user) return { user, token, drafts: visitor ? visitor.drafts : drafts };
  throw new ApiError(403, "Only users can preview a site. Use the token of a user.");
}

interface TokenSubject {
  readonly site: Pick<SiteRow, "id" | "organization_id" | "visibility">;
  /** The site space that the URL leads to. */
  readonly siteSpace?: SiteSpaceRow | undefined;
  readonly claims: Claims;
  readonly shareKey?: string | undefined;
  readonly preview?: SitePreview | undefined;
}

type SigningCall = Pick<Call, "db" | "secretBox" | "now" | "newId">;

/** @returns a signed JWT */
export async function issueSiteToken(call: SigningCall, subject: TokenSubject): Promise<string> {
  const { site, siteSpace, claims, shareKey, preview } = subject;
  const isSignedIn = site.visibility === "visitor-auth" && preview === undefined;
  const payload: Payload = {
    kind: "site",
    organization: site.organization_id,
    site: site.id,
    siteSpace: siteSpace?.id,
    siteSection: siteSpace?.section_id ?? undefined,
    space: siteSpace?.space_id,
    visitor: claims,
    shareKey,
    signedBy: isSignedIn ? await findKeyFingerprint(call.db, site.id) : undefined,
    previewer: preview?.user,
    drafts: preview?.drafts,
    previewToken: preview && shortenReference(preview.token),
  };
  const now = Math.floor(call.now.getTime() / 1000);
  const times: Times = { publishedAt: await findLastPublication(call.db, site.id) };
  return signToken({
    claims: { ...payload, ...times },
    from: new Date((now - (now % bucket)) * 1000),
    seconds,
    secret: await ensureStoredKey(call, storedKeys.siteTokens),
  });
}

/** @returns the time at which content of the site was last published */
const findLastPublication = cacheQuery(200, async (db, siteId) => {
  const last = await db
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
    .innerJoin("revisions", "revisions.id", "spaces.revision_id")
    .select("revisions.created_at")
    .where("site_spaces.site_id", "=", siteId)
    .orderBy("revisions.created_at", "desc")
    .executeTakeFirst();
  return last?.created_at;
});

/** @returns undefined if the token is invalid, or the visitor no longer has access to the site */
export async function readSiteToken(
  call: Pick<Call, "db" | "secretBox" | "now">,
  token: string,
): Promise<SiteVisitor | undefined> {
  const key = await readStoredKey(call, storedKeys.siteTokens);
  const verified = key && (await verifyToken(token, key, call.now));
  if (!verified || "fault" in verified || verified.claims.kind !== "site") return undefined;
  const { iat = 0, exp: _, publishedAt, ...payload } = verified.claims;
  // Not cached, because the token can expire without a change to the database.
  if (!(await isPreviewTokenValid(call, { ...payload, kind: "site" } as Payload))) return undefined;
  const visitor = await findVisitor(call.db, JSON.stringify(payload));
  // A share link expires without a change to the database.
  if (
    visitor?.shareKey !== undefined &&
    (await isKeyExpired(call, visitor.site, visitor.shareKey))
  ) {
    return undefined;
  }
  // Content that was replaced before the token was issued is not readable.
  const afterLast = typeof publishedAt === "string" ? Date.parse(publishedAt) + 1 : 0;
  return visitor && { ...visitor, since: new Date(Math.max(iat * 1000, afterLast)) };
}

/** Cached, because rendering a page takes several requests with the same token. */
const findVisitor = cacheQuery(200, readVisitor);

async function readVisitor(
  db: Queries,
  payloadJson: string,
): Promise<Omit<SiteVisitor, "since"> | undefined> {
  // The payload was signed by this platform.
  const payload: Payload = JSON.parse(payloadJson);
  const site = await selectSites(db)
    .where("id", "=", payload.site)
    .where("organization_id", "=", payload.organization)
    .executeTakeFirst();
  if (!site || !(await isOpen(db, site, payload))) return undefined;
  const claims = site.adaptive_content === 1 ? (payload.visitor ?? {}) : {};
  const { previewer, drafts = false } = payload;
  const fullStructure = await readStructure({ db, caller: previewer ?? "" }, site);
  const structure = await filterStructure(fullStructure, claims, { drafts });
  const siteSpaces = [...structure.siteSpaces.values()];
  // A preview shows only the content that the user may read.
  const member =
    previewer === undefined
      ? undefined
      : await findMembership({ db, caller: previewer }, site.organization_id);
  const readable = member ? siteSpaces.filter((one) => isVisible(one, member.role)) : siteSpaces;
  const spaces = new Set(readable.map(({ space_id }) => space_id));
  const visitor = { site: site.id, spaces, claims };
  // The visitor itself is cached until the data changes.
  const answers = new LRUCache<string, Promise<boolean>>({ max: 100 });
  return {
    ...visitor,
    organization: site.organization_id,
    conditions: new Map(readable.map((row) => [row.space_id, computeConditions(structure, row)])),
    shareKey: payload.shareKey,
    pass: getPass(payload),
    previewer,
    previewToken: payload.previewToken,
    drafts,
    isShown: (now, specification) =>
      loadOnce(answers, specification.id, () => showsSpecification(now, visitor, specification)),
    isNamed: (now, spaceId, url) =>
      loadOnce(answers, `${spaceId} ${url}`, () => showsUrl(now, visitor, spaceId, url)),
  };
}

async function isOpen(db: Queries, site: SiteRow, payload: Payload): Promise<boolean> {
  if (payload.previewer !== undefined) {
    return (await findSiteMember(db, site, payload.previewer)) !== undefined;
  }
  // The expiry of share links is checked separately, because this result is cached.
  return isOpenTo({ db, now: new Date(0) }, site, getPass(payload));
}

/** Whether the token that requested a preview still belongs to its user, in the site's organization. */
async function isPreviewTokenValid(
  { db, now }: Pick<Call, "db" | "now">,
  { previewer, previewToken, organization }: Payload,
): Promise<boolean> {
  if (previewer === undefined) return true;
  const holder = previewToken && (await findTokenHolder(db, previewToken, now));
  if (holder?.user !== previewer) return false;
  return holder.boundTo === undefined || holder.boundTo === organization;
}

function getPass({ shareKey, signedBy = "" }: Payload): string {
  return shareKey === undefined ? signedBy : computeFingerprint(shareKey);
}
