/**
 * Layout of the workspace pages: read-only pages without scripts. All of them need a session, except
 * the page that explains how to get one.
 */
import type { WireResponse } from "../../../contract/wire.ts";
import { type Html, html } from "../../../document/html/html.ts";
import { ApiError } from "../../../errors.ts";
import { appPath } from "../../core/app-urls.ts";
import type { Call } from "../../core/handlers.ts";
import { renderPlainPage } from "../../core/plain-page.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";

/** A link to a page above this one. */
interface Crumb {
  readonly title: string;
  /** The path of the resource in the API. */
  readonly path: string;
}

export interface AppPage {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly content: Html;
}

/** Reads a page with the permissions of the user, or the URL to which the browser is redirected. */
export type AppPageReader = (
  call: Call,
  path: PublicRequest["path"],
) => Promise<AppPage | { readonly redirect: string }>;

/** The handler of a workspace page. A refusal of the API is a page too. */
export function createAppPage(read: AppPageReader): PublicHandler {
  return async (request) => {
    const { call, path, request: sent } = request;
    if (!call) throw new Error("The route of a workspace page requires a session.");
    // A page of a site on the same host must not read workspace pages with the cookie of the user.
    const mode = sent.headers["sec-fetch-mode"] ?? "navigate";
    if (mode !== "navigate") throw new ApiError(403, "Only a browser window can show this page.");
    const user = await call.db
      .selectFrom("users")
      .select(["display_name", "email"])
      .where("id", "=", call.caller)
      .executeTakeFirst();
    const name = user ? `${user.display_name} (${user.email})` : "";
    try {
      const page = await read(call, path);
      if ("redirect" in page) return redirectTo(page.redirect);
      return renderAppPage(200, name, page);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const title = error.status === 404 ? "Not found" : "This page cannot be shown";
      return renderAppPage(error.status, name, { title, content: html`<p>${error.message}</p>` });
    }
  };
}

const headers = {
  "cache-control": "no-store",
  // With no-referrer, browsers would omit the Origin header when they submit a form.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

function renderAppPage(
  status: number,
  userName: string,
  { title, crumbs = [], content }: AppPage,
): WireResponse {
  const links = [{ title: "Workspace", path: "" }, ...crumbs].map(
    ({ title: above, path }) => html`<li><a href="${appPath}${path}">${renderBdi(above)}</a></li>`,
  );
  const page = renderPlainPage({
    title,
    formAction: "'self'",
    imageSource: "'self'",
    header: html`<header>
<form method="post" action="${appPath}/sign-out">Signed in as ${renderBdi(userName)} <button>Sign out</button></form>
<nav aria-label="Breadcrumb"><ol>${links}</ol></nav>
</header>
`,
    content,
  });
  return { ...page, status, headers: { ...page.headers, ...headers } };
}

/** A page for a browser without a session. */
export function renderAnonymousPage(status: number, title: string, content: Html): WireResponse {
  const page = renderPlainPage({ title, content, formAction: "'none'" });
  return { ...page, status, headers: { ...page.headers, ...headers } };
}

/**
 * The page for a browser without a session. It does not reveal whether the resource exists.
 * @param path the requested path, as it was sent
 */
export function signInPage({ path }: { readonly path: string }): WireResponse {
  return renderAnonymousPage(
    401,
    "Sign in",
    html`<p>This page requires a sign-in. To open it, run this command on your computer:</p>
<p><code>${findCommand(path)}</code></p>
<p>The command uses the token of your profile and signs this browser in with a link that is valid once.</p>`,
  );
}

const resourcePath =
  /^\/_app\/(?:orgs\/(?<org>\w+)(?:\/sites\/(?<site>\w+))?|collections\/(?<collection>\w+)|spaces\/(?<space>\w+)(?:\/change-requests\/(?<cr>\w+))?(?:\/page\/(?<page>\w+))?(?:\/preview)?)$/;

/** The command that opens a page. */
function findCommand(path: string): string {
  const ids = resourcePath.exec(path)?.groups ?? {};
  const { org, site, collection, space, cr, page } = ids;
  if (site !== undefined && org !== undefined) return `tome open site ${site} --org ${org}`;
  if (org !== undefined) return `tome open org ${org}`;
  if (collection !== undefined) return `tome open collection ${collection}`;
  if (cr !== undefined) return `tome open cr ${cr} --space ${space}`;
  if (page !== undefined) return `tome open page ${page} --space ${space}`;
  return space === undefined ? "tome open" : `tome open space ${space}`;
}

/** Redirects a browser, without caching and without a Referer header. */
export function redirectTo(
  location: string,
  extraHeaders: Readonly<Record<string, string>> = {},
): WireResponse {
  const common = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return { status: 303, headers: { ...common, location, ...extraHeaders }, body: "" };
}

/** A text in its own direction, so that it does not reorder its surroundings. */
export function renderBdi(text: string): Html {
  return html`<bdi>${text === "" ? "Untitled" : text}</bdi>`;
}

/** A link to the page of a resource. */
export function linkTo(path: string, title: string): Html {
  return html`<a href="${appPath}${path}">${renderBdi(title)}</a>`;
}

/** @param empty the text in place of an empty list */
export function listOrText(items: readonly Html[], empty: string): Html {
  if (items.length === 0) return html`<p>${empty}</p>`;
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** A section with a heading of the second level. */
export function renderSection(title: string, content: Html): Html {
  return html`<section><h2>${title}</h2>${content}</section>`;
}

/** A list of terms and descriptions, without those that have no description. */
export function describe(rows: readonly (readonly [string, Html | string | undefined])[]): Html {
  const shown = rows.flatMap(([term, value]) =>
    value === undefined || value === "" ? [] : [html`<dt>${term}</dt><dd>${value}</dd>`],
  );
  return html`<dl>${shown}</dl>`;
}

/** A time for readers, in UTC. */
export function formatTime(time: string): Html {
  return html`<time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>`;
}
