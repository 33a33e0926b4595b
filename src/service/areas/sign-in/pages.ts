/** Rendering of the sign-in pages, which use no scripts. */
import { createHash } from "node:crypto";
import type { WireResponse } from "../../../contract/wire.ts";
import { Html, html } from "../../../document/html/html.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { sessionPath } from "./cookies.ts";

const style =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}input,button{font:inherit;padding:.4rem .7rem}label{display:block;margin-bottom:.3rem}";
const styleSum = createHash("sha256").update(style).digest("base64");

export interface SignInPage {
  readonly status?: number;
  readonly title: string;
  readonly content: Html;
  /** An additional origin for form targets. Browsers apply `form-action` to redirects as well. */
  readonly formsTo?: string;
}

/** Redirects a browser, without caching and without a Referer header. */
export function goTo(location: string, extraHeaders: Readonly<Record<string, string>> = {}) {
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return { status: 303, headers: { ...headers, location, ...extraHeaders }, body: "" };
}

export function page({ status = 200, title, content, formsTo = "" }: SignInPage): WireResponse {
  const forms = `'self'${formsTo === "" ? "" : ` ${formsTo}`}`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; img-src data:; style-src 'sha256-${styleSum}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
      "cache-control": "no-store",
      // With no-referrer, browsers would omit the Origin header when they submit a form.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
    body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.source,
  };
}

export function refusedPage(
  { base }: Pick<PublicRequest, "base">,
  status: number,
  reason: string,
): WireResponse {
  return page({
    status,
    title: "You are not signed in",
    content: html`<p>${reason}</p>
<p><a href="${base}${sessionPath}">Sign in</a></p>`,
  });
}
