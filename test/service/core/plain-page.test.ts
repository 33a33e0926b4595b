import { expect, it } from "vitest";
import { html } from "../../../src/document/html/html.ts";
import { renderPlainPage } from "../../../src/service/core/plain-page.ts";

const policy = (page: Parameters<typeof renderPlainPage>[0]) =>
  renderPlainPage(page).headers["content-security-policy"]?.replace(/sha256-[^']*/, "sha256-…");
const page = { title: "Sign <in>", content: html`<p>${"a & b"}</p>` };

it("a page has its title twice, and no scripts", () => {
  const { headers, body } = renderPlainPage({ ...page, header: html`<nav></nav>` });
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toEqual(
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n<title>Sign &lt;in&gt;</title>\n<link rel="icon" href="data:,">\n<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}input,button{font:inherit;padding:.4rem .7rem}label{display:block;margin-bottom:.3rem}</style>\n</head>\n<body>\n<nav></nav><main>\n<h1>Sign &lt;in&gt;</h1>\n<p>a &amp; b</p>\n</main>\n</body>\n</html>\n',
  );
  expect(String(renderPlainPage(page).body)).toContain("<body>\n<main>");
});

it("a page may have forms and images of other sources", () => {
  expect(policy(page)).toBe(
    "default-src 'none'; img-src data:; style-src 'sha256-…'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(policy({ ...page, formAction: "'self'", imageSource: "https://a.example" })).toBe(
    "default-src 'none'; img-src data: https://a.example; style-src 'sha256-…'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
});
