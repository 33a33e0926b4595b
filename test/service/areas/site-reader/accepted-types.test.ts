import { describe, expect, test } from "vitest";
import { prefersMarkdown } from "../../../../src/service/areas/site-reader/accepted-types.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

describe("preference of a client", () => {
  test.each([
    ["text/markdown", true],
    ["text/markdown, text/html", true],
    ["text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1", true],
    ["TEXT/Markdown ; q=1.0", true],
    ["text/html, text/markdown;q=0.9", false],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
    ["*/*", false],
    ["text/*", false],
    ["text/markdown;q=0", false],
    ["text/markdown;q=x", false],
    ["", false],
    [undefined, false],
  ])("%s", (accept, expected) => {
    expect(prefersMarkdown(accept)).toBe(expected);
  });
});

slowTest(
  "a page is Markdown for a client that prefers it, even after a browser has read it",
  async () => {
    const { get } = await openReaders();
    const asHtml = await get("/install");
    const asMarkdown = await get("/install", { accept: "text/markdown" });
    const again = await get("/install", { accept: "text/html" });
    expect(asHtml.headers).toMatchObject({ "content-type": "text/html; charset=utf-8" });
    expect(asMarkdown.headers).toMatchObject({ "content-type": "text/markdown; charset=utf-8" });
    expect(asMarkdown.body).toBe((await get("/install.md")).body);
    for (const { headers } of [asHtml, asMarkdown]) {
      expect(String(headers.vary).split(", ")).toContain("accept");
    }
    expect(again.body).toBe(asHtml.body);
    const known = await get("/install", {
      "if-none-match": String(asHtml.headers.etag),
      accept: "text/markdown",
    });
    expect(known.status).toBe(200);
  },
);
