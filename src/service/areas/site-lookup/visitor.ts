/** Visitors of sites: their tokens and the claims that conditions evaluate. */

import type { Claims } from "../../../document/condition.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { SiteVisitor } from "../../core/access/visitor.ts";
import type { Call } from "../../core/handlers.ts";
import { type TokenFault, verifyToken } from "../../engines/jwt.ts";
import { findSigningSecret } from "../integrations/signing-secrets.ts";
import type { SiteRow } from "../sites/queries.ts";
import { findAuth, openKey } from "../sites/visitors/auth-rows.ts";
import { isClaims } from "../sites/visitors/published.ts";
import { findSelectedIntegration } from "../sites/visitors/visitor-integration.ts";

/** The credentials and claims of a visitor. */
export interface Visitor {
  /** Claims from the client or the URL, which are not verified. Conditions read them below `unsigned`. */
  readonly unsignedClaims?: Claims | undefined;
  /** A JWT that the site's sign-in server signed with the key of the site. */
  readonly token?: string | undefined;
  /** Tokens that are used if the other one is absent or invalid. */
  readonly otherTokens?: readonly string[] | undefined;
  /** The key of a share link, if it is not in the URL. */
  readonly shareKey?: string | undefined;
  /** The id of the platform user, if they are signed in to the platform. */
  readonly user?: string | undefined;
  /**
   * The claims that conditions evaluate in a preview. Other requirements for visitors do not apply to a
   * preview.
   */
  readonly previewClaims?: Claims | undefined;
  /** Whether the preview includes drafts. */
  readonly drafts?: boolean | undefined;
  /** The id of the site to which the token of a preview is limited. */
  readonly site?: string | undefined;
}

/** The user of a preview token; empty for a token that is not for a preview. */
export function asPreviewer(visitor: SiteVisitor | undefined): Visitor {
  if (visitor?.previewer === undefined) return {};
  const { previewer: user, claims: previewClaims, drafts, site } = visitor;
  return { user, previewClaims, drafts, site };
}

/** Removes a preview of another site, because its token identifies no user for this one. */
export function withoutOtherPreview(visitor: Visitor, siteId: string): Visitor {
  if (visitor.site === undefined || visitor.site === siteId) return visitor;
  return { ...visitor, user: undefined, previewClaims: undefined, drafts: undefined };
}

export type VisitorToken =
  | { readonly is: "absent" }
  | { readonly is: "valid"; readonly claims: Claims }
  | { readonly is: "invalid"; readonly fault: TokenFault };

/** Maximum length of a token, in characters. A longer one does not fit into a header either. */
export const longestToken = 8192;

/** A site whose key was never requested cannot have signed a token. */
async function readToken(
  call: Pick<Call, "db" | "secretBox" | "now">,
  site: VerifyingSite,
  token: string | undefined,
): Promise<VisitorToken> {
  if (token === undefined || token === "") return { is: "absent" };
  if (token.length > longestToken) return { is: "invalid", fault: "malformed" };
  let fault: TokenFault = "wrong-signature";
  for (const key of await listVerificationKeys(call, site)) {
    const verified = await verifyToken(token, Buffer.from(key), call.now);
    if (!("fault" in verified)) return { is: "valid", claims: verified.claims };
    fault = verified.fault;
    // Another key cannot have signed it.
    if (fault !== "wrong-signature") break;
  }
  return { is: "invalid", fault };
}

type VerifyingSite = Pick<SiteRow, "id" | "organization_id">;

/** The key of the site, and that of the integration that its settings select. */
async function listVerificationKeys(
  call: Pick<Call, "db" | "secretBox">,
  site: VerifyingSite,
): Promise<readonly string[]> {
  const auth = await findAuth(call.db, site.id);
  if (auth === undefined) return [];
  const integration = await findSelectedIntegration(call.db, site, auth);
  const keys = [
    await openKey(call, auth),
    integration &&
      (await findSigningSecret(call, { installation: integration.installation, content: site.id })),
  ];
  return keys.filter((key) => key !== undefined);
}

/** The first valid token; if none is valid, the first one. */
export async function readTokens(
  call: Pick<Call, "db" | "secretBox" | "now">,
  site: VerifyingSite,
  { token, otherTokens = [] }: Pick<Visitor, "token" | "otherTokens">,
): Promise<VisitorToken> {
  let first: VisitorToken = { is: "absent" };
  for (const one of [token, ...otherTokens]) {
    const read = await readToken(call, site, one);
    if (read.is === "valid") return read;
    if (first.is === "absent") first = read;
  }
  return first;
}

/** Claims that describe the token rather than the visitor. */
const tokenClaims = new Set(["iss", "aud", "sub", "iat", "nbf", "exp", "jti", "unsigned"]);

/**
 * The claims that conditions evaluate. Without adaptive content, there are none. If the site has a
 * visitor schema, claims that the schema does not define or that have another type are removed.
 */
export function parseClaims(
  site: Pick<SiteRow, "adaptive_content" | "visitor_schema">,
  token: VisitorToken,
  unsigned: Claims | undefined,
): Claims {
  if (site.adaptive_content === 0) return {};
  const signed = token.is === "valid" ? Object.entries(token.claims) : [];
  const claims = {
    ...Object.fromEntries(signed.filter(([name]) => !tokenClaims.has(name))),
    ...(unsigned && Object.keys(unsigned).length > 0 && { unsigned }),
  };
  return site.visitor_schema === null
    ? claims
    : pickFitting(JSON.parse(site.visitor_schema), claims);
}

/** A valid visitor schema, or the part of it for one claim. */
interface ClaimSchema {
  readonly type: "boolean" | "string" | "number" | "array" | "object";
  readonly enum?: readonly string[];
  readonly items?: ClaimSchema;
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

function pickFitting({ properties = {} }: ClaimSchema, claims: Claims): Claims {
  const fitting = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const value = pickFittingPart(schema, findOwn(claims, name));
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fitting);
}

/** @returns undefined if no part of the claim matches the schema */
function pickFittingPart(schema: ClaimSchema, value: unknown): unknown {
  const { type, items } = schema;
  if (type === "object") {
    const inner = isClaims(value) ? pickFitting(schema, value) : {};
    return Object.keys(inner).length === 0 ? undefined : inner;
  }
  if (type === "array") {
    if (!Array.isArray(value) || items === undefined) return undefined;
    return value.filter((item) => pickFittingPart(items, item) !== undefined);
  }
  if (typeof value !== type) return undefined;
  return schema.enum === undefined || schema.enum.some((one) => one === value) ? value : undefined;
}
