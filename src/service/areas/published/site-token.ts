/**
 * The tokens with which a published site is read: short-lived, and good for what the site shows to the
 * visitor for whom an address was resolved. What the site shows is looked up again with each request,
 * so that a token ends with what it stands on: the site's publication, a share link, the key that
 * signed the visitor in.
 */
import { Problem } from "../../../errors.ts";
import { membershipIn } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { ensureStoredKey, readStoredKey, storedKeys } from "../../core/stored-key.ts";
import { findTokenHolder, shortenReference } from "../../core/token-holders.ts";
import type { SiteVisitor } from "../../core/visitor.ts";
import { cached } from "../../database/prepared.ts";
import type { Queries } from "../../database/tables.ts";
import type { Claims } from "../../engines/condition.ts";
import { signToken, verifyToken } from "../../engines/jwt.ts";
import type { TokenReference } from "../../jobs/principal.ts";
import { isVisible } from "../sites/present-parts.ts";
import { filterStructure } from "../sites/published.ts";
import { type SiteRow, selectSites } from "../sites/queries.ts";
import { readStructure, type SiteSpaceRow } from "../sites/structure.ts";
import { computeFingerprint, findKeyFingerprint, opensBy } from "../sites/visitor-pass.ts";
import { findWorker } from "./may-work-on.ts";
import { namesAddress, showsSpecification } from "./published-references.ts";

/**
 * Tokens of one visitor are the same text for an hour, so that programs that keep what they read can
 * find it again. Each is valid for an hour at least.
 */
const bucket = 60 * 60;
const seconds = 2 * bucket;

/** What a token is for; the names are those of the hosted platform, where it has them. */
interface Payload {
  readonly kind: "site";
  readonly organization: string;
  readonly site: string;
  readonly siteSpace?: string | undefined;
  readonly siteSection?: string | undefined;
  readonly space?: string | undefined;
  /** What conditions read of the visitor. */
  readonly visitor?: Claims | undefined;
  readonly shareKey?: string | undefined;
  /** Which key of the site signed the visitor in. */
  readonly signedBy?: string | undefined;
  /** The id of the user who looks at it before others do. */
  readonly previewer?: string | undefined;
  /** Whether that user is shown drafts, too. */
  readonly drafts?: boolean | undefined;
  /** The token of that user, or their browser, in which they have signed in, by its first digits: with it the preview ends. */
  readonly standing?: TokenReference | undefined;
}

/** Somebody who works on a site and looks at it before others do. */
export interface Preview {
  /** The id of the user. */
  readonly user: string;
  /** The token with which they requested it. */
  readonly standing: TokenReference;
  readonly drafts?: boolean | undefined;
}

/** The preview that a caller may be given. @throws Problem 403 for a caller without a token of a user */
export function previewFor(
  { caller, principal, visitor }: Pick<Call, "caller" | "principal" | "visitor">,
  drafts?: boolean,
): Preview {
  const own = principal?.kind === "user" ? principal.token : undefined;
  const standing = visitor ? visitor.standing : own;
  const user = visitor ? visitor.previewer : caller;
  if (standing && user) return { user, standing, drafts: visitor ? visitor.drafts : drafts };
  throw new Problem(
    403,
    "Only users look at a docs site before others do; use the token of a user.",
  );
}

interface TokenSubject {
  readonly site: Pick<SiteRow, "id" | "organization_id" | "visibility">;
  /** Where its visitor arrives. */
  readonly siteSpace?: SiteSpaceRow | undefined;
  readonly claims: Claims;
  readonly shareKey?: string | undefined;
  readonly preview?: Preview | undefined;
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
    standing: preview && shortenReference(preview.standing),
  };
  const now = Math.floor(call.now.getTime() / 1000);
  return signToken({
    claims: { ...payload },
    from: new Date((now - (now % bucket)) * 1000),
    seconds,
    secret: await ensureStoredKey(call, storedKeys.siteTokens),
  });
}

/** @returns absent for a token that is not valid, or whose visitor may not see the site any more */
export async function readSiteToken(
  call: Pick<Call, "db" | "secretBox" | "now">,
  token: string,
): Promise<SiteVisitor | undefined> {
  const key = await readStoredKey(call, storedKeys.siteTokens);
  const checked = key && (await verifyToken(token, key, call.now));
  if (!checked || "fault" in checked || checked.claims.kind !== "site") return undefined;
  const { iat = 0, exp: _, ...payload } = checked.claims;
  // The clock ends it too, so that this is not cached.
  if (!(await stands(call, { ...payload, kind: "site" } as Payload))) return undefined;
  const visitor = await findVisitor(call.db, JSON.stringify(payload));
  return visitor && { ...visitor, since: new Date(iat * 1000) };
}

/** Cached, as showing one page takes several requests with the same token. */
const findVisitor = cached(200, readVisitor);

async function readVisitor(
  db: Queries,
  written: string,
): Promise<Omit<SiteVisitor, "since"> | undefined> {
  // Signed by this platform.
  const payload: Payload = JSON.parse(written);
  const site = await selectSites(db)
    .where("id", "=", payload.site)
    .where("organization_id", "=", payload.organization)
    .executeTakeFirst();
  if (!site || !(await isOpen(db, site, payload))) return undefined;
  const claims = site.adaptive_content === 1 ? (payload.visitor ?? {}) : {};
  const { previewer, drafts = false } = payload;
  const whole = await readStructure({ db, caller: previewer ?? "" }, site);
  const shown = await filterStructure(whole, claims, { drafts });
  const siteSpaces = [...shown.siteSpaces.values()];
  // Who looks at a site before others do reads no more of it than they may anyway.
  const member =
    previewer === undefined
      ? undefined
      : await membershipIn({ db, caller: previewer }, site.organization_id);
  const read = member ? siteSpaces.filter((one) => isVisible(one, member.role)) : siteSpaces;
  const spaces = new Set(read.map(({ space_id }) => space_id));
  return {
    organization: site.organization_id,
    site: site.id,
    spaces,
    claims,
    shareKey: payload.shareKey,
    pass: getPass(payload),
    previewer,
    standing: payload.standing,
    drafts,
    isShown: (now, specification) => showsSpecification(now, spaces, specification),
    isNamed: namesAddress,
  };
}

async function isOpen(db: Queries, site: SiteRow, payload: Payload): Promise<boolean> {
  if (payload.previewer !== undefined) {
    return (await findWorker(db, site, payload.previewer)) !== undefined;
  }
  return opensBy(db, site, getPass(payload));
}

/** Whether the token on which a preview stands is still that of its user, in the organization of the site. */
async function stands(
  { db, now }: Pick<Call, "db" | "now">,
  { previewer, standing, organization }: Payload,
): Promise<boolean> {
  if (previewer === undefined) return true;
  const holder = standing && (await findTokenHolder(db, standing, now));
  if (holder?.user !== previewer) return false;
  return holder.boundTo === undefined || holder.boundTo === organization;
}

function getPass({ shareKey, signedBy = "" }: Payload): string {
  return shareKey === undefined ? signedBy : computeFingerprint(shareKey);
}
