/**
 * The page for a browser that opens a URL of the API. A browser has no token, so the page does not
 * reveal whether the resource exists; it names the command that shows it.
 */
import { createHash } from "node:crypto";
import type { WireResponse } from "../../contract/wire.ts";
import { unauthorized } from "../core/deferred-response.ts";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}code{overflow-wrap:anywhere}";
const styleSum = createHash("sha256").update(style).digest("base64");

/** @param path the requested path, still encoded */
export function browserPage(path: string): WireResponse {
  // Repeats the path only if it has no special characters of HTML or shells.
  const [, resource] = /^\/v1(\/[\w./~-]+)$/.exec(path) ?? [];
  const advice =
    resource === undefined
      ? "<p>Run <code>tome --help</code> for a list of commands.</p>"
      : `<p>To show this resource, run:</p>\n<p><code>tome api GET ${resource}</code></p>`;
  const { status, headers } = unauthorized();
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
<title>API URL</title>
<style>${style}</style>
</head>
<body>
<h1>API URL</h1>
<p>This URL is for API clients, which send a token. Docs sites have other URLs.</p>
${advice}
</body>
</html>
`,
  };
}
