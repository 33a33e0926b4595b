/** Errors of the platform as pages, for visitors of sites. Pages of sites have their own errors. */
import { createHash } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { ErrorBody, WireResponse } from "../../../contract/wire.ts";
import { hostRoute } from "../areas.ts";

const style =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}";
const styleSum = createHash("sha256").update(style).digest("base64");

interface RequestFacts {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The request target. */
  readonly target: string;
}

/** Whether a browser requests a page of a site. */
export function isSitePageRequest({ headers, target }: RequestFacts): boolean {
  if (!String(headers.accept ?? "").includes("text/html")) return false;
  const hostname = String(headers.host ?? "").replace(/:\d{1,5}$/, "");
  return target.startsWith("/_site/") || hostRoute.isOwn(hostname);
}

/** @param answer a page of it is built if it is an error of the platform */
export function toErrorPage(answer: WireResponse): WireResponse {
  const { status, headers, body } = answer;
  const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
  if (status < 400 || !isJson || typeof body !== "string") return answer;
  const { error }: ErrorBody = JSON.parse(body);
  const title = STATUS_CODES[status] ?? "Error";
  const text = error.message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return {
    ...answer,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; img-src data:; style-src 'sha256-${styleSum}'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`,
  };
}
