/**
 * Texts that try to execute code in the browsers of readers, displayed under the policy of the
 * platform.
 */
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document, Node } from "../../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../../src/service/areas/content/revisions.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../src/service/areas/content/tree/tree.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { type Browser, hasChromium, openChromium } from "../../../support/machine/chromium.ts";
import { openReaders } from "../reader/fixture.ts";

const list: readonly string[] = createRequire(import.meta.url)(
  "big-list-of-naughty-strings/blns.json",
);
/** Texts with executable content. */
const vectors = list.filter((text) => /<|javascript|on\w+\s*=|&#/i.test(text));

/** All positions of author text. */
const positions: readonly ((vector: string) => Document | string)[] = [
  (vector) => vector,
  (vector) => `text ${vector} text`,
  (vector) =>
    `[link](<${vector.replace(/[<>\n]/g, "")}>) ![image](<${vector.replace(/[<>\n]/g, "")}>)`,
  (vector) =>
    `# ${vector.replaceAll("\n", " ")}\n\n| ${vector.replace(/[\n|]/g, " ")} |\n|---|\n| x |`,
  (vector) => blocks("hint", { style: vector }, vector),
  (vector) => blocks("embed", { url: vector }, ""),
  (vector) => blocks("code", { title: vector, syntax: vector }, vector),
  (vector) =>
    blocks(
      "html",
      {
        html: `<a href="${vector}" id='${vector}' title=${vector}>x</a><img src="${vector}" alt='${vector}'>`,
      },
      "",
    ),
  (vector) => blocks("tabs-item", { title: vector, id: vector }, vector),
  (vector) =>
    blocks("image", { ref: { kind: "url", url: vector }, alt: vector, width: vector }, ""),
  (vector) => blocks("content-ref", { ref: { kind: "url", url: vector } }, ""),
  (vector) =>
    blocks(
      "table",
      {
        view: { type: vector, columns: [vector] },
        definition: { [vector]: { title: vector, textAlignment: vector, type: vector } },
        records: { r: { values: { [vector]: vector } } },
      },
      "",
    ),
];

function blocks(type: string, data: Record<string, unknown>, text: string): Document {
  const leaf = {
    object: "leaf" as const,
    text,
    marks: [{ object: "mark" as const, type: "color", data: { text } }],
  };
  const paragraph: Node = {
    object: "block",
    type: "paragraph",
    nodes: [{ object: "text", leaves: [leaf] }],
  };
  return {
    object: "document",
    data: {},
    nodes: [{ object: "block", type, data, nodes: [paragraph] }],
  };
}

/** Everything that could execute, is loaded from elsewhere, or was blocked only by the policy. */
const look = `(() => {
  const all = [...document.querySelectorAll("*")];
  const attributes = all.flatMap((one) => [...one.attributes].map(({ name, value }) => [one.localName, name, value]));
  return [
    ...all.filter((one) => /^(script|iframe|object|embed|base|style|svg|math|template)$/.test(one.localName)).map((one) => one.outerHTML),
    ...attributes.filter(([, name]) => /^on|^style$|^srcdoc$|^formaction$/i.test(name)).map(String),
    ...attributes.filter(([, name, value]) => /^(href|src|action)$/.test(name) && !["http:", "https:", "mailto:", "tel:", "sms:", "ftp:"].includes(URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI).protocol : "http:")).map(String),
    ...(window.ran ? ["ran"] : []),
  ];
})()`;

let browser: Browser;

beforeAll(async () => {
  if (hasChromium) browser = await openChromium();
});

afterAll(async () => {
  if (hasChromium) await browser.close();
});

const browserTest = hasChromium ? slowTest : test.skip;

browserTest("hostile texts execute nothing at any position of a page", async () => {
  const readers = await openReaders();
  const { db, site } = readers;
  const { space_id: space, revision_id } = await db
    .selectFrom("site_spaces")
    .innerJoin("spaces", "spaces.id", "space_id")
    .select(["space_id", "revision_id"])
    .where("site_id", "=", site)
    .where("spaces.title", "=", "Getting started")
    .executeTakeFirstOrThrow();
  const most = amount({ short: 6, full: 300 });
  const combined = positions.flatMap((position, at) =>
    vectors.map((vector, number) => ({ position, vector, order: (number * 7 + at * 11) % 9973 })),
  );
  const cases = combined.toSorted((one, other) => one.order - other.order).slice(0, most);
  const pages: ContentPage[] = [];
  for (const [at, { position, vector }] of cases.entries()) {
    const made = position(vector);
    const document = typeof made === "string" ? parseMarkdown(made) : made;
    const hash = await putDocument(db, space, document);
    pages.push({
      id: createId(),
      type: "document",
      slug: `case-${at}`,
      title: vector.slice(0, 200) || "x",
      description: vector,
      emoji: "x",
      document: hash,
      pages: [],
      hidden: true,
    });
  }
  const context = { db, now: new Date(), newId: createId, enqueue: async () => {} };
  const tree = await readTree(db, revision_id);
  const revision = await commitRevision(context, {
    space,
    parents: [revision_id],
    type: "edits",
    tree: { ...tree, pages: [...tree.pages, ...pages] },
    author: null,
  });
  await publishRevision(context as never, revision);
  const tab = await browser.newTab();
  for (const [at, { vector }] of cases.entries()) {
    const path = `/case-${at}`;
    await tab.open(`http://${readers.host}${path}`);
    const told = tab.complaints().filter((one) => !/net::ERR_|404/.test(one));
    expect({ path, vector, told, found: await tab.evaluate(look) }).toEqual({
      path,
      vector,
      told: [],
      found: [],
    });
  }
  await tab.open(
    `http://${readers.host}/~search?q=${encodeURIComponent("<script>alert(1)</script>")}`,
  );
  expect(await tab.evaluate(look)).toEqual([]);
  // The test itself would notice.
  await tab.open(`data:text/html,${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
  expect(await tab.evaluate(look)).toHaveLength(1);
});
