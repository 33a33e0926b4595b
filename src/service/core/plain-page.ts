/** Pages of the platform itself, such as its sign-in pages and errors. They use no scripts. */
import { createHash } from "node:crypto";
import type { WireResponse } from "../../contract/wire.ts";
import { Html, html } from "../../document/html/html.ts";

const style =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}input,button{font:inherit;padding:.4rem .7rem}label{display:block;margin-bottom:.3rem}";
const styleSum = createHash("sha256").update(style).digest("base64");

export interface PlainPage {
  readonly title: string;
  readonly content: Html;
  /** The sources of `form-action`; a page without forms has none. */
  readonly formAction?: string;
  /** The sources of `img-src` in addition to images in the page itself. */
  readonly imageSource?: string;
  /** Content above the heading. */
  readonly header?: Html;
}

/** The body of the response, and the headers that belong to it. */
export function renderPlainPage({
  title,
  content,
  formAction,
  imageSource,
  header,
}: PlainPage): Pick<WireResponse, "headers" | "body"> {
  const forms = formAction === undefined ? "" : ` form-action ${formAction};`;
  const images = imageSource === undefined ? "data:" : `data: ${imageSource}`;
  return {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; img-src ${images}; style-src 'sha256-${styleSum}'; base-uri 'none';${forms} frame-ancestors 'none'`,
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
${header}<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.source,
  };
}
