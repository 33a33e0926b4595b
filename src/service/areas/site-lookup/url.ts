/** Handlers for resolving URLs of published sites. */
import { createHash } from "node:crypto";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/url.ts";
import { ApiError } from "../../../errors.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { readEmbed } from "../../engines/embeds.ts";
import { findContentAt } from "./content-at.ts";
import {
  type RefusedAccess,
  type ResolvedContent,
  resolveUrl,
  type SignInRequired,
} from "./resolve-url.ts";
import { buildPreview, issueSiteToken } from "./site-token.ts";
import { asPreviewer, type Visitor } from "./visitor.ts";

type UrlLookup = Output<typeof contract.resolve>;

export const handlers = {
  async resolve({ url, redirectOnError, visitor }, call) {
    return lookUp(call, url, redirectOnError, {
      token: visitor?.jwtToken,
      unsignedClaims: visitor?.unsignedClaims,
    });
  },

  async getPublished({ url, redirectOnError, visitorAuthToken: token }, call) {
    return lookUp(call, url, redirectOnError, { token });
  },

  async embed({ url }, call) {
    return readEmbed(call, url);
  },

  async getContent({ url }, call) {
    const content = await findContentAt(call, url);
    if (call.agent) {
      const access = await import("../integrations/installations/agent-access.ts");
      await access.requireReachOfContent(call, content);
    }
    return content;
  },
} satisfies Handlers<typeof contract>;

async function lookUp(
  call: Call,
  url: string,
  redirectOnError: Input<typeof contract.resolve>["redirectOnError"],
  visitor: Visitor,
): Promise<UrlLookup> {
  const resolved = await resolveUrl(call, url, { ...visitor, ...getPlatformUser(call) });
  switch (resolved.kind) {
    case "content":
      return present(call, resolved);
    case "sign-in":
      return presentSignIn(resolved, redirectOnError === true);
    case "refused":
      throw createRefusal(url, resolved);
  }
}

/**
 * The user who makes the request, with their own token or with that of a preview. An integration sees
 * a site as its visitors do.
 */
function getPlatformUser({ caller, visitor, agent }: Call): Visitor {
  if (agent) return {};
  if (visitor) return asPreviewer(visitor);
  return caller === "" ? {} : { user: caller };
}

async function present(call: Call, content: ResolvedContent): Promise<UrlLookup> {
  const { site, siteSpace, section, claims, opening, preview } = content;
  const shareKey = opening?.key;
  const { pathname, basePath, siteBasePath, complete } = content;
  // Links stay on the requested host, unless the site has a proxy or a custom hostname.
  const canonicalUrl =
    site.proxy === null && site.hostname === null ? content.ownUrl : content.canonicalUrl;
  return {
    site: site.id,
    siteSection: section?.id,
    siteSpace: siteSpace.id,
    space: siteSpace.space_id,
    organization: site.organization_id,
    pathname,
    basePath,
    siteBasePath,
    canonicalUrl,
    complete,
    apiToken: await issueSiteToken(call, {
      site,
      siteSpace,
      claims,
      shareKey,
      ...(preview && { preview: buildPreview(call) }),
    }),
    shareKey,
    contextId: buildContext(content),
    ...(preview && { preview }),
  };
}

/** Distinguishes cached pages of visitors with different claims. */
function buildContext({ site, claims }: ResolvedContent): string | undefined {
  if (site.visibility !== "visitor-auth" && Object.keys(claims).length === 0) return undefined;
  return createHash("sha256").update(JSON.stringify(claims)).digest("base64url").slice(0, 22);
}

/** @throws ApiError 403 for an invalid token, unless the caller asked for a redirect */
function presentSignIn({ site, reason, url }: SignInRequired, redirectOnError: boolean): UrlLookup {
  if (url !== undefined && (redirectOnError || reason === "token-needed")) {
    return { target: "external", site: site.id, redirect: url };
  }
  if (reason === "token-needed") {
    throw new ApiError(
      403,
      `Site ${site.id} requires visitors to sign in, but has no sign-in URL. Set fallbackURL.`,
      { hint: `tome site auth update ${site.id} --fallback-url <url>` },
    );
  }
  throw new ApiError(
    403,
    `Site ${site.id} requires visitors to sign in, but the visitor's token is invalid (${reason.replace("token-", "").replaceAll("-", " ")}).`,
    { field: "visitor" },
  );
}

function createRefusal(url: string, { reason, site }: RefusedAccess): ApiError {
  const field = { field: "url" };
  switch (reason) {
    case "share-key-needed":
    case "share-key-wrong":
      return new ApiError(
        404,
        `Site ${site?.id} requires the key of an active share link as the first segment of the path.`,
        field,
      );
    case "nothing-to-see":
      return new ApiError(404, `Site ${site?.id} has no content for this visitor.`, field);
    // The response does not reveal the existence of an unpublished site.
    case "not-published":
    case "no-site":
      return new ApiError(404, `No published site found at ${url}.`, field);
  }
}
