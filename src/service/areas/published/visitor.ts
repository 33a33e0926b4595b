/** Who visits a site: what their token says, and which of their claims conditions may read. */
import type { Call } from "../../core/handlers.ts";
import type { SiteVisitor } from "../../core/visitor.ts";
import type { Claims } from "../../engines/condition.ts";
import { type TokenFault, verifyToken } from "../../engines/jwt.ts";
import { findAuth, openKey } from "../sites/auth-rows.ts";
import { isClaims } from "../sites/published.ts";
import type { SiteRow } from "../sites/queries.ts";

/** What a visitor brings along. */
export interface Visitor {
  /** What they, or the address of a page, say about them; conditions read it below `unsigned`. */
  readonly unsignedClaims?: Claims | undefined;
  /** A JWT that the site's own server signed with the key of the site. */
  readonly token?: string | undefined;
  /** The key of a share link, if it is not in the address. */
  readonly shareKey?: string | undefined;
  /** The id of the user as whom they are signed in to the platform. */
  readonly user?: string | undefined;
  /**
   * What conditions shall read of a visitor, for a user who looks at the site as one; whatever else
   * visitors need to see it, such a user needs not.
   */
  readonly previewClaims?: Claims | undefined;
  /** Whether that user is shown drafts, too. */
  readonly drafts?: boolean | undefined;
  /** The id of the one site that their token shows them; elsewhere they are a visitor as any other. */
  readonly site?: string | undefined;
}

/** Who looks at a site with a token for it; nothing for the token of a visitor. */
export function asPreviewer(visitor: SiteVisitor | undefined): Visitor {
  if (visitor?.previewer === undefined) return {};
  const { previewer: user, claims: previewClaims, drafts, site } = visitor;
  return { user, previewClaims, drafts, site };
}

/** A token of one site says nothing about another: neither who looks at it, nor that they may. */
export function withoutOtherPreview(visitor: Visitor, siteId: string): Visitor {
  if (visitor.site === undefined || visitor.site === siteId) return visitor;
  return { ...visitor, user: undefined, previewClaims: undefined, drafts: undefined };
}

export type VisitorToken =
  | { readonly is: "absent" }
  | { readonly is: "valid"; readonly claims: Claims }
  | { readonly is: "invalid"; readonly fault: TokenFault };

/** A longer one is not looked at: it would not fit into a header either. */
const longestToken = 8192;

/** A site whose key was never asked for has signed nothing, so that no token is valid for it. */
export async function readToken(
  call: Pick<Call, "db" | "secretBox" | "now">,
  siteId: string,
  token: string | undefined,
): Promise<VisitorToken> {
  if (token === undefined || token === "") return { is: "absent" };
  if (token.length > longestToken) return { is: "invalid", fault: "malformed" };
  const auth = await findAuth(call.db, siteId);
  const key = auth && (await openKey(call, auth));
  if (key === undefined) return { is: "invalid", fault: "wrong-signature" };
  const checked = await verifyToken(token, Buffer.from(key), call.now);
  return "fault" in checked
    ? { is: "invalid", fault: checked.fault }
    : { is: "valid", claims: checked.claims };
}

/** What a token says about itself and not about its visitor. */
const ofTheToken = new Set(["iss", "aud", "sub", "iat", "nbf", "exp", "jti", "unsigned"]);

/**
 * The claims that conditions read: none while adaptive content is off. If the site has a schema of its
 * visitors, what it does not name is left out, and so is what is of another type there.
 */
export function parseClaims(
  site: Pick<SiteRow, "adaptive_content" | "visitor_schema">,
  token: VisitorToken,
  unsigned: Claims | undefined,
): Claims {
  if (site.adaptive_content === 0) return {};
  const signed = token.is === "valid" ? Object.entries(token.claims) : [];
  const claims = {
    ...Object.fromEntries(signed.filter(([name]) => !ofTheToken.has(name))),
    ...(unsigned && Object.keys(unsigned).length > 0 && { unsigned }),
  };
  return site.visitor_schema === null ? claims : fittingTo(JSON.parse(site.visitor_schema), claims);
}

/** A valid schema of visitors, or what it says of one claim. */
interface ClaimSchema {
  readonly type: "boolean" | "string" | "number" | "array" | "object";
  readonly enum?: readonly string[];
  readonly items?: ClaimSchema;
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

function fittingTo({ properties = {} }: ClaimSchema, claims: Claims): Claims {
  const fitting = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const value = fittingPart(schema, Object.hasOwn(claims, name) ? claims[name] : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fitting);
}

/** @returns undefined if nothing of a claim is as the schema says */
function fittingPart(schema: ClaimSchema, value: unknown): unknown {
  const { type, items } = schema;
  if (type === "object") {
    const inner = isClaims(value) ? fittingTo(schema, value) : {};
    return Object.keys(inner).length === 0 ? undefined : inner;
  }
  if (type === "array") {
    if (!Array.isArray(value) || items === undefined) return undefined;
    return value.filter((item) => fittingPart(items, item) !== undefined);
  }
  if (typeof value !== type) return undefined;
  return schema.enum === undefined || schema.enum.some((one) => one === value) ? value : undefined;
}
