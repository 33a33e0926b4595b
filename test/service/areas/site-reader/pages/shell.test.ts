import { describe, expect, test } from "vitest";
import { html } from "../../../../../src/document/html/html.ts";
import { renderShell } from "../../../../../src/service/areas/site-reader/pages/shell.ts";
import { createTestView } from "../view.ts";

type Options = Partial<Parameters<typeof createTestView>[0]>;
type Shell = Parameters<typeof renderShell>[0];

const plain = { outline: { siteSpaces: { guide: {} } }, current: "guide" };

async function render(shell: Partial<Shell> = {}, options: Options = {}) {
  const view = createTestView({ ...plain, ...options });
  return renderShell({ view, title: "Start", main: html`<h1>Start</h1>`, ...shell });
}

async function readHead(shell: Partial<Shell> = {}, options: Options = {}) {
  const source = await render(shell, options);
  return source
    .slice(0, source.indexOf("</head>"))
    .replace(/[\da-f]{16}\.css/, "HASH.css")
    .split("\n");
}

const first = [
  "<!doctype html>",
  '<html lang="en">',
  "<head>",
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
];
const last = [
  '<meta name="color-scheme" content="light dark">',
  '<link rel="stylesheet" href="/docs/~style/HASH.css">',
  '<link rel="icon" href="/docs/~icon.svg" type="image/svg+xml">',
  "",
];

describe("the head of a page", () => {
  test("tells search engines not to index a page without a canonical URL", async () => {
    expect(await readHead()).toEqual([
      ...first,
      "<title>Start · Docs</title>",
      '<meta name="robots" content="noindex">',
      ...last,
    ]);
  });

  test("has the description, URLs, card and scripts of the page", async () => {
    const shell = {
      ...{ description: "About <it>", canonical: "https://docs.example.com/start" },
      alternates: [{ language: "fr", url: "https://docs.example.com/fr" }],
      ...{ markdown: "/docs/start.md", feed: "/docs/start/rss.xml", image: "https://i.example/1" },
    };
    const view = { scripts: ["/docs/~script/1.js"] };
    const lines = await readHead(shell, { look: { title: "Acme" }, view });
    const card = [
      '<meta property="og:type" content="website">',
      '<meta property="og:site_name" content="Acme">',
      '<meta property="og:title" content="Start">',
      '<meta property="og:description" content="About &lt;it&gt;">',
      '<meta property="og:image" content="https://i.example/1">',
      '<meta name="twitter:card" content="summary_large_image">',
    ];
    expect(lines).toEqual([
      ...first,
      "<title>Start · Acme</title>",
      '<meta name="description" content="About &lt;it&gt;">',
      '<link rel="canonical" href="https://docs.example.com/start">',
      '<link rel="alternate" hreflang="fr" href="https://docs.example.com/fr">',
      '<link rel="alternate" type="text/markdown" href="/docs/start.md">',
      '<link rel="alternate" type="application/rss+xml" title="Start" href="/docs/start/rss.xml">',
      ...card,
      ...last.slice(0, 3),
      '<script src="/docs/~script/1.js" defer></script>',
      "",
    ]);
    const bare = await readHead({ ...shell, description: "" });
    expect(bare.filter((line) => line.includes("description"))).toEqual([]);
  });

  test("has the title of the site once, its icon, theme and direction", async () => {
    const icon = { light: "https://i.example/l.png", dark: "https://i.example/d.png" };
    const look = {
      ...{ title: "Start", favicon: { icon } },
      themes: { default: "dark" as const, toggeable: false },
    };
    const lines = await readHead({}, { look, language: "ar" });
    expect(lines[1]).toBe('<html lang="ar" dir="rtl" class="dark">');
    expect(lines).toContain("<title>Start</title>");
    expect(lines).toContain('<meta name="color-scheme" content="dark">');
    expect(lines).toContain('<link rel="icon" href="https://i.example/l.png">');
    expect(lines.filter((line) => line.includes("~icon.svg"))).toEqual([]);
  });
});

test("the body has the parts of the page, and a class for its width and navigation", async () => {
  const readBody = async (shell: Partial<Shell>) => {
    const source = await render(shell);
    return source.slice(source.indexOf("<body"));
  };
  const body = await readBody({ query: "words" });
  expect(body).toContain('<body class="site alone">\n<a class="skip" href="#~main">');
  expect(body).toContain('value="words"');
  expect(body).toContain('<main id="~main" tabindex="-1">\n<h1>Start</h1>\n</main>\n</div>\n');
  const parts = { navigation: html`<nav></nav>`, aside: html`<aside></aside>` };
  const wide = await readBody({ ...parts, width: "wide" });
  expect(wide).toContain('<body class="site wide">');
  expect(wide).toContain('<div class="middle">\n<nav></nav>\n<aside></aside>\n<main');
  expect(await readBody({ ...parts, width: "default" })).toContain('<body class="site">');
});
