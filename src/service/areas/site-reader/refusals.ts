/** Error pages for visitors without access to a site. */
import type { WireResponse } from "../../../contract/wire.ts";
import { type Html, html } from "../../../document/html/html.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { sessionPath } from "../sign-in/cookies.ts";
import { toPlatformBase } from "../sign-in/destination.ts";
import { signsPeopleIn } from "../sign-in/sign-ins.ts";
import { addQuery, cookieTest, filterQuery } from "../site-lookup/query-text.ts";
import type { RefusedAccess, SignInRequired } from "../site-lookup/resolve-url.ts";
import { longestToken } from "../site-lookup/visitor.ts";
import { toPageResponse, toRedirect } from "./responses.ts";
import { getDefaultStylesheet, stylesFolder } from "./styles/stylesheet.ts";
import type { VisitorRequest } from "./visitor-request.ts";

const privateAudience = { isPublic: false };

/** The texts for a missing and an unpublished site are equal, so that they do not reveal its existence. */
const reasons: Readonly<Record<RefusedAccess["reason"], readonly [title: string, text: string]>> = {
  "no-site": ["Site not found", "Check the URL."],
  "not-published": ["Site not found", "Check the URL."],
  "share-key-needed": [
    "This site requires a share link",
    "Ask the owner of the site for a link. A link that was revoked or has expired no longer opens it.",
  ],
  "share-key-wrong": [
    "This share link is not valid",
    "It may have been revoked or have expired. Ask the owner of the site for a new link.",
  ],
  "nothing-to-see": ["No content available", "You do not have access to any content of this site."],
};

export async function answerRefused(
  request: VisitorRequest,
  { reason }: RefusedAccess,
): Promise<WireResponse> {
  const [title, text] = reasons[reason];
  return createPlainPage(request, 404, title, html`<p>${text}</p>${await signInLink(request)}`);
}

/** The page for a URL that a proxy forwards although no site has it. */
export function answerUnknownUrl(request: PublicRequest): WireResponse {
  const { origin, prefix = "" } = request.request.forwarded ?? { origin: request.base };
  const url = `${new URL(origin).host}${prefix}`;
  const text = `The proxy forwards ${url}, which is not the URL of this site. Check the proxy of the site and the headers X-Forwarded-Host and X-Forwarded-Prefix.`;
  return createPlainPage(
    { ...request, mount: prefix },
    404,
    "Site not found",
    html`<p>${text}</p>`,
  );
}

/**
 * The sign-in link for members of the organization; empty if no identity provider is active, or if the
 * browser cannot reach the platform.
 */
async function signInLink(
  { db, platform, request }: VisitorRequest,
  purpose = "to view private sites",
): Promise<Html> {
  if (platform === undefined || !(await signsPeopleIn(db))) return html``;
  const to = new URLSearchParams({ to: withoutToken(request.url) });
  return html`<p><a href="${toPlatformBase(platform)}${sessionPath}/to?${to.toString()}">Sign in</a> ${purpose}.</p>`;
}

/** Removes the rejected token, which must not appear in further URLs. */
function withoutToken(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return addQuery(
    origin + pathname,
    filterQuery(search, (name) => name !== "token"),
  );
}

/** The page for a preview of a change request, for a visitor who is not signed in to the platform. */
export async function answerWithoutPreview(request: VisitorRequest): Promise<WireResponse> {
  const link = await signInLink(request, "to preview this change request");
  return createPlainPage(
    request,
    403,
    "Sign in required",
    html`<p>Only users with access to the space can preview its change requests.</p>
    ${link.source === "" ? html`<p>To open the preview, run <code>tome cr preview</code>.</p>` : link}`,
  );
}

/** The page for a change request that does not exist or that the user may not see. */
export function answerWithoutChange(request: VisitorRequest): WireResponse {
  return createPlainPage(
    request,
    404,
    "Change request not found",
    html`<p>You may not have access to its space, or the space may not be visible on this site to a visitor with these claims. To preview it with other claims, run <code>tome cr preview --claims</code>.</p>
    <p><a href="?changeRequest=">Exit preview</a></p>`,
  );
}

/**
 * Redirects to the sign-in URL. If the request carried a token, another redirect could loop, so an error
 * page shows the reason instead.
 */
export function answerSignIn(
  request: VisitorRequest,
  { url, reason }: SignInRequired,
): WireResponse {
  const token = request.query.get("jwt_token") ?? "";
  const hasNoCookie = reason === "token-needed" && request.query.has(cookieTest);
  const isFirst = (reason === "token-needed" || reason === "token-expired") && !hasNoCookie;
  if (url !== undefined && isFirst && token === "") return toRedirect(url, false);
  const signInAgain = url === undefined ? html`` : html`<p><a href="${url}">Sign in</a></p>`;
  const text = hasNoCookie
    ? `Your browser did not store the sign-in. Allow cookies for ${new URL(request.request.url).hostname}, and sign in again.`
    : describeRefusal(reason, token);
  return createPlainPage(request, 403, "Sign in required", html`<p>${text}</p>${signInAgain}`);
}

function describeRefusal(reason: SignInRequired["reason"], token: string): string {
  if (token.length > longestToken) {
    return `The sign-in token has ${token.length} characters, but at most ${longestToken} are supported. Ask the owner of the site to send fewer claims, such as groups.`;
  }
  switch (reason) {
    case "token-needed":
      return "This site requires you to sign in.";
    case "token-expired":
      return "Your sign-in has expired.";
    case "token-not-yet":
      return "Your sign-in is not valid yet. The clock of the sign-in server may be wrong.";
    default:
      return "Your sign-in was not accepted. It may have expired, or it may be for another site.";
  }
}

/** A page that reveals nothing about the site. */
function createPlainPage(
  { mount, request }: Pick<VisitorRequest, "mount" | "request">,
  status: number,
  title: string,
  content: Html,
): WireResponse {
  const style = `${mount}/${stylesFolder}/${getDefaultStylesheet().hash}.css`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body class="site alone">
<div class="middle">
<main id="~main">
<h1>${title}</h1>
<div class="text">${content}</div>
</main>
</div>
</body>
</html>
`;
  return toPageResponse(status, page.source, privateAudience, request);
}
