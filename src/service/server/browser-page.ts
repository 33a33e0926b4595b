/** HTML pages of the platform itself: the page at its root, and the page at URLs of the API. */
import { createHash } from "node:crypto";
import type { Headers, WireResponse } from "../../contract/wire.ts";
import { type Html, html } from "../../document/html/html.ts";
import { selectSites } from "../areas/sites/queries.ts";
import { createSiteUrls } from "../areas/sites/urls/urls.ts";
import { appPath } from "../core/app-urls.ts";
import { createUnauthorizedResponse } from "../core/deferred-response.ts";
import type { PublicHandler } from "../core/public-route.ts";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}code,a{overflow-wrap:anywhere}";
const styleSum = createHash("sha256").update(style).digest("base64");

/** The number of sites that the page at the root lists. */
const mostSites = 50;

/**
 * The page at the root of the server. It needs no token, so it lists public sites only.
 * @param version the version of the program
 */
export function createLandingPage(version: string): PublicHandler {
  return async ({ db, base }) => {
    const sites = await selectSites(db)
      .where("published", "=", 1)
      .where("visibility", "=", "public")
      .orderBy("created_at")
      .orderBy("id")
      .limit(mostSites + 1)
      .execute();
    const items = sites
      .slice(0, mostSites)
      .map(
        (site) =>
          html`<li><a href="${createSiteUrls(base, site, undefined)("")}">${site.title}</a></li>`,
      );
    const note =
      sites.length > mostSites ? html`<p>The list is limited to ${mostSites} sites.</p>` : "";
    const list =
      items.length === 0 ? html`<p>No public sites.</p>` : html`<ul>${items}</ul>${note}`;
    return renderPage(
      200,
      {},
      "tome",
      html`<p>This server manages documentation spaces and serves their sites. Version ${version}.</p>
<h2>Public sites</h2>
${list}
<h2>Administration</h2>
<p>To log in with a token:</p>
<p><code>tome auth login --base-url ${base}</code></p>
<p>To open your workspace in this browser after that: <code>tome open</code>. It shows <a href="${appPath}">organizations, spaces, change requests and sites</a> with your permissions.</p>
<p>The API is at <code>${base}/v1</code>.</p>`,
    );
  };
}

/**
 * The page for a browser that opens a URL of the API. A browser has no token, so the page does not
 * reveal whether the resource exists; it names the command that shows it.
 * @param path the requested path, still encoded
 */
export function createBrowserPage(path: string): WireResponse {
  // Repeats the path only if it has no special characters of HTML or shells.
  const [, resource] = /^\/v1(\/[\w./~-]+)$/.exec(path) ?? [];
  const advice =
    resource === undefined
      ? html`<p>Run <code>tome --help</code> for a list of commands.</p>`
      : html`<p>To show this resource, run:</p>
<p><code>tome api GET ${resource}</code></p>`;
  const { status, headers } = createUnauthorizedResponse();
  return renderPage(
    status,
    headers,
    "API URL",
    html`<p>This URL is for API clients, which send a token. Docs sites have other URLs.</p>
${advice}`,
  );
}

/** @param content the content below the heading */
function renderPage(status: number, headers: Headers, title: string, content: Html): WireResponse {
  return {
    status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleSum}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${content.source}
</body>
</html>
`,
  };
}
