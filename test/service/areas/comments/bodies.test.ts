import { describe, expect, test } from "vitest";
import type { CommentBody } from "../../../../src/contract/comment.model.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  presentBody,
  toBodyColumns,
  toStoredBody,
} from "../../../../src/service/areas/comments/bodies.ts";

const document = parseMarkdown("Some _words_.\n");
const empty = parseMarkdown("");
const asker = { caller: "user", db: {} };

describe("a body is stored as it was posted", () => {
  test.each<[CommentBody]>([[{ markdown: "Text" }], [{ document }], [{}]])("%o", (body) => {
    expect(JSON.parse(toStoredBody(body))).toEqual(body);
  });

  test.each([
    ["body", undefined],
    ["comment", "comment"],
  ])("but not blank Markdown: %s", (name, field) => {
    for (const markdown of ["", " \n\t"]) {
      expect(() => toStoredBody({ markdown }, field)).toThrow(
        `${name}.markdown must not be blank.`,
      );
    }
  });
});

describe("a new body", () => {
  const now = new Date("2026-03-02T08:00:00.000Z");
  const edited_at = now.toISOString();

  test.each<[CommentBody | undefined, object]>([
    [undefined, {}],
    [{}, {}],
    [{ markdown: "Text" }, { body: '{"markdown":"Text"}', edited_at }],
    [{ document }, { body: JSON.stringify({ document }), edited_at }],
  ])("%o", (body, columns) => {
    expect(toBodyColumns(body, { now })).toEqual(columns);
  });
});

describe("a body is presented in each format", () => {
  /** Longer than a document may be. */
  const long = "x".repeat(512 * 1024 + 1);

  test.each<[CommentBody, "document" | "markdown" | "stored" | undefined, CommentBody]>([
    [{ markdown: "Some _words_." }, undefined, { markdown: "Some _words_." }],
    [{ markdown: "Some _words_." }, "markdown", { markdown: "Some _words_." }],
    [{ markdown: "Some _words_." }, "stored", { markdown: "Some _words_." }],
    [{ document }, undefined, { markdown: "Some _words_.\n" }],
    [{ document }, "stored", { document }],
    [{ document }, "document", { document }],
    [{}, undefined, { markdown: "" }],
    [{}, "stored", {}],
    [{}, "document", { document: empty }],
  ])("%o as %s", async (body, format, expected) => {
    // The second one is from the cache.
    for (let time = 0; time < 2; time++) {
      expect(await presentBody(JSON.stringify(body), format, asker)).toEqual(expected);
    }
  });

  test("Markdown as a document, with new keys", async () => {
    const body = { markdown: "Some _words_.\n" };
    const presented = await presentBody(JSON.stringify(body), "document", asker);
    expect(await presentBody(JSON.stringify(presented), "markdown", asker)).toEqual(body);
    expect(await presentBody(JSON.stringify(body), "document", asker)).toEqual(presented);
  });

  test("as Markdown, if it is too large for a document", async () => {
    const body = { markdown: long };
    expect(await presentBody(JSON.stringify(body), "document", asker)).toEqual(body);
  });
});
