/** Text with conditions, in reusable content and at every level, as different visitors read it. */
import { beforeAll, expect, test } from "vitest";
import type { Document } from "../../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../src/service/areas/content/links/relative-links.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { readCurrentContent } from "../../../../src/service/areas/content/texts/text-spaces.ts";
import type { ReusableContent } from "../../../../src/service/areas/content/tree/tree.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import {
  page,
  publish as publishContent,
  publishPages,
} from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish, requestSite } from "../published/fixture.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
let siteId: string;
let guide: string;
let french: string;

const beta = "visitor.claims.unsigned.beta";
const when = (condition: string, text: string) => `{% if ${condition} %}\n${text}\n{% endif %}\n`;
const include = (space: string, id: string) =>
  `{% include "/spaces/${space}/reusable-contents/${id}" %}\n`;

beforeAll(async () => {
  fixture = await openSitesFixture();
  siteId = await fixture.site();
  guide = await fixture.space("Guide");
  french = await fixture.space("French");
  for (const id of [guide, french]) await fixture.add(siteId, id);
  await fixture.change(siteId, { adaptiveContent: { enabled: true } });
  await publish(fixture, siteId);
  await publishPages(fixture.workspace, guide, [{ title: "Home", slug: "home", markdown: "Home" }]);
});

/** Replaces the reusable content of a space. @returns the hashes of the documents by id */
async function reuse(space: string, texts: Readonly<Record<string, string>>) {
  const hashes: Record<string, string> = {};
  await publishContent(fixture.workspace, space, async (tree, { db }) => {
    const reusableContents: ReusableContent[] = [];
    for (const [id, markdown] of Object.entries(texts)) {
      const text = withReferences(parseMarkdown(markdown), getLinkBase(tree, id));
      const document = await putDocument(db, space, text);
      hashes[id] = document;
      reusableContents.push({ id, title: id, document });
    }
    return { ...tree, reusableContents };
  });
  return hashes;
}

async function read(path: string): Promise<string> {
  return getText(await requestSite(fixture, siteId, path));
}

async function request(path: string, unsignedClaims: object) {
  const { transport } = fixture.workspace.service;
  const headers = { "content-type": "application/json" };
  const url = (await fixture.get(siteId)).urls.published ?? "";
  const asked = JSON.stringify({ url, visitor: { unsignedClaims } });
  const base = "http://127.0.0.1:4000/v1";
  const opened = await transport({
    ...{ method: "POST", url: `${base}/urls/published`, headers, body: asked },
  });
  const { apiToken } = JSON.parse(await getText(opened));
  const answer = await transport({
    method: "GET",
    url: base + path,
    headers: { authorization: `Bearer ${apiToken}` },
    body: undefined,
  });
  return { status: answer.status, text: await getText(answer) };
}

test.each([
  ["below the maximum depth, before it is included directly", ["r1", "r5"]],
  ["directly, before it is included below the maximum depth", ["r5", "r1"]],
  ["below the maximum depth only", ["r1"]],
  ["at the maximum depth", ["r2"]],
])("a visitor reads only their own text of content that is included %s", async (name, ids) => {
  const chain = [1, 2, 3, 4].map((level) => [
    `r${level}`,
    `Level ${level}\n\n${include(guide, `r${level + 1}`)}`,
  ]);
  await reuse(guide, { ...Object.fromEntries(chain), r5: `${when(beta, "Secret")}\nOpen\n` });
  const title = `${name} ${ids}`;
  const [path = ""] = Object.keys(
    await publishPages(fixture.workspace, guide, [
      { title, markdown: ids.map((id) => include(guide, id)).join("\n") },
    ]),
  ).slice(-1);
  const isDisplayed = ids.join() !== "r1";
  for (const query of ["visitor.beta=true", "", "visitor.beta=true"]) {
    const html = await read(`/guide/${path}?${query}`);
    expect([query, html.includes("Open"), html.includes("Secret")]).toEqual([
      query,
      isDisplayed,
      isDisplayed && query !== "",
    ]);
  }
});

slowTest(
  "a condition compares titles and descriptions as they are stored, with short codes",
  async () => {
    const image = await putFile(fixture.workspace.db, guide, Buffer.from("x"));
    await publishContent(fixture.workspace, guide, (tree) =>
      withFile(tree, { id: "rocket", name: "a.png", contentType: "image/png", ...image }),
    );
    const isStored = "page.title == ':rocket: Launch' && page.description == 'A :star:'";
    await publishPages(fixture.workspace, guide, [
      {
        ...{ title: ":rocket: Launch", slug: "launch", description: "A :star:" },
        markdown: `${when(isStored, "Stored ![](/files/rocket)")}\n${when("page.title == '🚀 Launch'", "Displayed")}`,
      },
    ]);
    const html = await read("/guide/launch");
    expect(html).toContain("<h1>🚀 Launch</h1>");
    expect([html.includes("Stored"), html.includes("Displayed")]).toEqual([true, false]);
    const file = await requestSite(fixture, siteId, "/guide/~files/rocket/a.png");
    expect(file.status).toBe(200);
    const { tree } = await readCurrentContent(fixture.workspace.db, guide);
    const pageId = tree.pages.find(({ title }) => title.includes("Launch"))?.id;
    const { text } = await request(`/spaces/${guide}/content/page/${pageId}`, {});
    expect([text.includes("Stored"), text.includes("Displayed")]).toEqual([true, false]);
  },
);

test("reusable content of two spaces with the same id is not confused", async () => {
  await reuse(guide, { x: "English" });
  await reuse(french, { x: "Français", y: 'Nested\n\n{% include "/reusable-contents/x" %}\n' });
  const markdown = `${when(beta, '{% include "/reusable-contents/x" %}')}\n${include(french, "y")}`;
  await publishPages(fixture.workspace, guide, [{ title: "Both", slug: "both", markdown }]);
  for (const [query, isBeta] of [
    ["", false],
    ["visitor.beta=true", true],
  ] as const) {
    const html = await read(`/guide/both?${query}`);
    expect(["Nested", "Français", "English"].map((text) => html.includes(text))).toEqual([
      true,
      true,
      isBeta,
    ]);
  }
});

test("the text of a condition without an expression is hidden everywhere", async () => {
  const text = (word: string) => ({
    object: "block" as const,
    type: "paragraph",
    data: {},
    nodes: [
      { object: "text" as const, leaves: [{ object: "leaf" as const, text: word, marks: [] }] },
    ],
  });
  const document: Document = {
    object: "document",
    data: {},
    nodes: [text("Shown"), { object: "block", type: "if", data: {}, nodes: [text("Zebrasecret")] }],
  };
  await publishContent(fixture.workspace, guide, async (tree, { db }) => ({
    ...tree,
    pages: [...tree.pages, page("bare", { document: await putDocument(db, guide, document) })],
  }));
  expect(await read("/guide/bare")).toContain("Shown");
  for (const path of ["/guide/bare", "/guide/bare.md"]) {
    expect([path, (await read(path)).includes("Zebrasecret")]).toEqual([path, false]);
  }
  expect(await read("/guide/~search?q=zebrasecret")).toContain("No pages found");
  const { text: found } = await request(`/spaces/${guide}/search?query=zebrasecret`, {});
  expect(found).not.toContain("Zebrasecret");
});

test("reusable content is read without the text whose condition depends on the page", async () => {
  const { note = "" } = await reuse(guide, {
    note: `Open\n\n${when("page.title != 'Plain'", "Onpage")}\n${when(beta, "Onbeta")}`,
  });
  await publishPages(fixture.workspace, guide, [
    { title: "Plain", slug: "plain-note", markdown: include(guide, "note") },
  ]);
  for (const path of [
    `/spaces/${guide}/documents/${note}`,
    `/spaces/${guide}/content/reusable-contents/note`,
  ]) {
    for (const isBeta of [false, true]) {
      const { status, text } = await request(path, { beta: isBeta });
      expect([path, status, text.includes("Onpage")]).toEqual([path, 200, false]);
      if (path.includes("documents")) expect(text.includes("Onbeta")).toBe(isBeta);
    }
  }
});

test("a link to a heading below a condition does not name it", async () => {
  const [conditional, open] = ["Codename Zephyr", "Open heading"];
  const paths = await publishPages(fixture.workspace, guide, [
    {
      title: "Headings",
      slug: "headings",
      markdown: `## ${open}\n\n${when(beta, `## ${conditional} <a href="#k1" id="k1"></a>\n\nText`)}`,
    },
  ]);
  const link = (anchor: string) => `[](/pages/${paths.headings}#${anchor})`;
  await publishPages(fixture.workspace, guide, [
    { title: "Links", slug: "links", markdown: `${link("k1")} and ${link("open-heading")}` },
  ]);
  const html = await read("/guide/links");
  expect(html).toContain("#k1");
  expect(html).toContain(open);
  expect(html).not.toContain(conditional);
});
