/** The handlers of addresses of published sites. */
import { createHash } from "node:crypto";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/url.ts";
import { Problem } from "../../../errors.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { contentAt } from "./content-at.ts";
import { type Content, type Refused, resolveUrl, type SignIn } from "./resolve-url.ts";
import { issueSiteToken, previewFor } from "./site-token.ts";
import { asPreviewer, type Visitor } from "./visitor.ts";

type Lookup = Output<typeof contract.resolve>;

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

  async getContent({ url }, call) {
    return contentAt(call, url);
  },
} satisfies Handlers<typeof contract>;

async function lookUp(
  call: Call,
  url: string,
  redirectOnError: Input<typeof contract.resolve>["redirectOnError"],
  visitor: Visitor,
): Promise<Lookup> {
  const resolved = await resolveUrl(call, url, { ...visitor, ...platformUser(call) });
  switch (resolved.kind) {
    case "content":
      return present(call, resolved);
    case "sign-in":
      return presentSignIn(resolved, redirectOnError === true);
    case "refused":
      throw refusal(url, resolved);
  }
}

/** Somebody with a token of their own, or with one for a preview. */
function platformUser({ caller, visitor }: Call): Visitor {
  if (visitor) return asPreviewer(visitor);
  return caller === "" ? {} : { user: caller };
}

async function present(call: Call, content: Content): Promise<Lookup> {
  const { site, siteSpace, section, claims, opening, preview } = content;
  const shareKey = opening?.key;
  const { pathname, basePath, siteBasePath, complete } = content;
  // Whoever shows the site makes links under the name by which they were asked, unless the site has a name elsewhere.
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
      ...(preview && { preview: previewFor(call) }),
    }),
    shareKey,
    contextId: buildContext(content),
    ...(preview && { preview }),
  };
}

/** Who keeps a page for later visitors must tell those apart who see something else. */
function buildContext({ site, claims }: Content): string | undefined {
  if (site.visibility !== "visitor-auth" && Object.keys(claims).length === 0) return undefined;
  return createHash("sha256").update(JSON.stringify(claims)).digest("base64url").slice(0, 22);
}

/** @throws Problem 403 for a token that is not valid, unless a redirect is asked for */
function presentSignIn({ site, reason, url }: SignIn, redirectOnError: boolean): Lookup {
  if (url !== undefined && (redirectOnError || reason === "token-needed")) {
    return { target: "external", site: site.id, redirect: url };
  }
  if (reason === "token-needed") {
    throw new Problem(
      403,
      `Docs site ${site.id} is for visitors who are signed in, and it says nowhere to sign in; set fallbackURL.`,
      { hint: `tome site auth update ${site.id} --fallback-url <address>` },
    );
  }
  throw new Problem(
    403,
    `Docs site ${site.id} is for visitors who are signed in, and the token of this one is not valid (${reason.replace("token-", "").replaceAll("-", " ")}).`,
    { field: "visitor" },
  );
}

function refusal(url: string, { reason, site }: Refused): Problem {
  const field = { field: "url" };
  switch (reason) {
    case "share-key-needed":
    case "share-key-wrong":
      return new Problem(
        404,
        `Docs site ${site?.id} opens with the key of an active share link, which is to be the first part of its path.`,
        field,
      );
    case "nothing-to-see":
      return new Problem(404, `Docs site ${site?.id} has no part for this visitor.`, field);
    // Whether a site is there that is not published is nobody's business.
    case "not-published":
    case "no-site":
      return new Problem(404, `No published docs site has the address ${url}.`, field);
  }
}
