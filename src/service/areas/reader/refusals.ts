/** What visitors get who may not see a site, or who have found nothing on it. */
import type { WireResponse } from "../../../contract/wire.ts";
import { type Html, html } from "../../../document/html/html.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import type { Refused, SignIn } from "../published/resolve-url.ts";
import { sessionPath } from "../sign-in/cookies.ts";
import { platformBase } from "../sign-in/next.ts";
import { signsPeopleIn } from "../sign-in/sign-ins.ts";
import { pageAnswer, redirectTo } from "./answers.ts";
import { defaultStyle, stylesFolder } from "./stylesheet.ts";

const nobody = { isPublic: false };

/** The same words whether a site is not there or not published, so that nobody learns which. */
const reasons: Readonly<Record<Refused["reason"], readonly [title: string, text: string]>> = {
  "no-site": ["Nothing is published here", "Check the address."],
  "not-published": ["Nothing is published here", "Check the address."],
  "share-key-needed": [
    "This site opens with a link",
    "Its address alone does not show it. Ask whoever told you of it for their link.",
  ],
  "share-key-wrong": [
    "This link does not open the site",
    "It may have been revoked. Ask whoever gave it to you for another one.",
  ],
  "nothing-to-see": ["There is nothing for you to see here", "No part of this site is for you."],
};

export async function answerRefused(
  request: PublicRequest,
  { reason }: Refused,
): Promise<WireResponse> {
  const [title, text] = reasons[reason];
  return plainPage(request, 404, title, html`<p>${text}</p>${await waySignIn(request)}`);
}

/** For members of the organization, on a platform that signs anybody in. */
async function waySignIn({ db, base, request }: PublicRequest): Promise<Html> {
  if (!(await signsPeopleIn(db))) return html``;
  const to = new URLSearchParams({ to: withoutToken(request.url) });
  return html`<p><a href="${platformBase(base)}${sessionPath}/to?${to.toString()}">Sign in</a> to see what is not for everybody.</p>`;
}

/** The one that has let nobody in is of no use, and is not for others to see. */
function withoutToken(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("token");
  return url.href;
}

/** For a change request that is not there, or not for whoever looks. */
export function answerWithoutChange(request: PublicRequest): WireResponse {
  return plainPage(
    request,
    404,
    "There is no such change request here",
    html`<p>It may be of a space that you may not see, or that this site shows to nobody, or only to visitors with other claims. The command that made this preview takes claims: <code>tome cr preview --claims</code>.</p>
<p><a href="?changeRequest=">Show the site without it</a></p>`,
  );
}

/** Off to where visitors sign in; a token that is not taken is told, as going there again would not help. */
export function answerSignIn(request: PublicRequest, { url, reason }: SignIn): WireResponse {
  const isFirst = reason === "token-needed" || reason === "token-expired";
  if (url !== undefined && isFirst) return redirectTo(url, false);
  const again = url === undefined ? html`` : html`<p><a href="${url}">Sign in</a></p>`;
  const text =
    reason === "token-needed"
      ? "This site is for visitors who have signed in."
      : "The sign-in was not accepted; it may be too old, or meant for another site.";
  return plainPage(request, 403, "Please sign in", html`<p>${text}</p>${again}`);
}

/** A page without anything of the site. */
function plainPage(
  { path, request }: PublicRequest,
  status: number,
  title: string,
  content: Html,
): WireResponse {
  const above = path.siteId === undefined ? "" : `/_site/${encodeURIComponent(path.siteId)}`;
  const style = `${above}/${stylesFolder}/${defaultStyle().hash}.css`;
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
  return pageAnswer(status, page.source, nobody, request);
}
