/** Rendering of the sign-in pages, which use no scripts. */
import type { WireResponse } from "../../../contract/wire.ts";
import { type Html, html } from "../../../document/html/html.ts";
import { renderPlainPage } from "../../core/plain-page.ts";
import type { PublicRequest } from "../../core/public-route.ts";
import { sessionPath } from "./cookies.ts";

export interface SignInPage {
  readonly status?: number;
  readonly title: string;
  readonly content: Html;
  /** An additional origin for form targets. Browsers apply `form-action` to redirects as well. */
  readonly formsTo?: string;
}

/** Redirects a browser, without caching and without a Referer header. */
export function redirectToLocation(
  location: string,
  extraHeaders: Readonly<Record<string, string>> = {},
) {
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return { status: 303, headers: { ...headers, location, ...extraHeaders }, body: "" };
}

export function createSignInPage({
  status = 200,
  title,
  content,
  formsTo = "",
}: SignInPage): WireResponse {
  const formAction = `'self'${formsTo === "" ? "" : ` ${formsTo}`}`;
  const { headers, body } = renderPlainPage({ title, content, formAction });
  return {
    status,
    headers: {
      ...headers,
      "cache-control": "no-store",
      // With no-referrer, browsers would omit the Origin header when they submit a form.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
    body,
  };
}

export function createRefusedPage(
  { base }: Pick<PublicRequest, "base">,
  status: number,
  reason: string,
): WireResponse {
  return createSignInPage({
    status,
    title: "You are not signed in",
    content: html`<p>${reason}</p>
<p><a href="${base}${sessionPath}">Sign in</a></p>`,
  });
}
