/**
 * The page for a browser at an address of the API. A browser has no token, so the page does not even say
 * whether anything is there: only which command shows it.
 */
import { createHash } from "node:crypto";
import type { WireResponse } from "../../contract/wire.ts";
import { unauthorized } from "../core/answers.ts";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}code{overflow-wrap:anywhere}";
const styleSum = createHash("sha256").update(style).digest("base64");

/** @param path as it was requested, still encoded */
export function browserPage(path: string): WireResponse {
  // Repeats a path only if it has no special characters of HTML or shells.
  const [, thing] = /^\/v1(\/[\w./~-]+)$/.exec(path) ?? [];
  const cure =
    thing === undefined
      ? "<p><code>tome --help</code> lists the commands that read it.</p>"
      : `<p>This command shows what is here, to those who may see it:</p>\n<p><code>tome api GET ${thing}</code></p>`;
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
<title>An address of the API</title>
<style>${style}</style>
</head>
<body>
<h1>An address of the API</h1>
<p>This address is for programs, which bring a token, as a browser does not. Docs sites have addresses of their own.</p>
${cure}
</body>
</html>
`,
  };
}
