import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { withReferences } from "../../../../src/service/areas/content/links/relative-links.ts";
import { putDocuments } from "../../../../src/service/areas/content/texts/documents.ts";
import {
  type ContentPage,
  type ContentTree,
  emptyTree,
} from "../../../../src/service/areas/content/tree/tree.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { page, proposeContent, publish } from "../../../support/organizations/content.ts";
import { openAppWorkspace, writeCrumbs } from "./app-workspace.ts";

const fixture = await openAppWorkspace();
const { workspace, admin, org, read } = fixture;

/** Stores the documents of a tree, which are Markdown. Relative links stay URLs. */
async function store(db: Queries, spaceId: string, tree: ContentTree): Promise<ContentTree> {
  const put = async <One extends { readonly document?: string }>(one: One): Promise<One> => {
    if (one.document === undefined) return one;
    const parsed = parseMarkdown(one.document);
    const [document = ""] = await putDocuments(db, spaceId, [
      withReferences(parsed, { tree: emptyTree, location: "README.md" }),
    ]);
    return { ...one, document };
  };
  const putPage = async (one: ContentPage): Promise<ContentPage> => ({
    ...(await put(one)),
    pages: await Promise.all(one.pages.map(putPage)),
  });
  return {
    ...tree,
    pages: await Promise.all(tree.pages.map(putPage)),
    reusableContents: await Promise.all(tree.reusableContents.map(put)),
  };
}

/** The text of a page: its links and lists as they are written. */
const findArticle = (content: string) => /<article>(.*)<\/article>/s.exec(content)?.[1] ?? "";
const listLinks = (content: string) =>
  [...findArticle(content).matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, url = "", text = ""]) => [text.replace(/<[^>]*>/g, ""), url.replaceAll("&amp;", "&")],
  );

const base = "http://127.0.0.1:4000/_app";

test("the page of a page has its path, description, kind and parents", async () => {
  const spaceId = await fixture.space("Guide");
  await publish(workspace, spaceId, (tree) => ({
    ...tree,
    pages: [
      page("start", { title: "Start", slug: "start-here", description: "First <steps>" }),
      page("group", { type: "group", title: "Group" }),
    ],
  }));
  const path = `/spaces/${spaceId}`;
  const parents = { [`/orgs/${org}`]: "Acme", [path]: "Guide" };
  const start = await read(admin, `/_app${path}/page/start`);
  expect([start.heading, start.crumbs, start.content]).toEqual([
    "Start",
    writeCrumbs(parents),
    "<dl><dt>Path</dt><dd>start-here</dd><dt>Description</dt><dd>First &lt;steps&gt;</dd></dl>\n<article></article>",
  ]);
  expect((await read(admin, `/_app${path}/page/group`)).content).toBe(
    "<dl><dt>Path</dt><dd>group</dd><dt>Kind</dt><dd>group</dd></dl>\n",
  );
  const { id, number } = await workspace.ok(admin, cr.create, { spaceId, subject: "Words" });
  await proposeContent(workspace, [spaceId, id], admin, (tree) => ({
    ...tree,
    pages: [...tree.pages, page("added", { title: "Added" })],
  }));
  const inRequest = `${path}/change-requests/${id}`;
  const added = await read(admin, `/_app${inRequest}/page/added`);
  expect([added.status, added.heading, added.crumbs]).toEqual([
    200,
    "Added",
    writeCrumbs({ ...parents, [inRequest]: `#${number} Words` }),
  ]);
  const missing = await read(admin, `/_app${path}/page/added`);
  expect([missing.status, missing.heading]).toEqual([404, "Not found"]);
});

test("a link leads to a page, a file or an anchor of the same content, or to another website", async () => {
  const spaceId = await fixture.space("Guide");
  const other = await fixture.space("Other");
  const text = `[page](/pages/two) [anchor](/pages/two#über) [own](#here) [gone](/pages/gone)
[gone anchor](/pages/gone#here) [file](/files/plan) [gone file](/files/gone)
[web](https://example.com/x) [relative](two.md) [relative gone](three.md)
[encoded](/pages/two#a%20b) [own encoded](#a%20b) [percent](#50%)
[file part](/files/plan#page=2%20a) [gone file part](/files/gone#page=2)
[other space](/spaces/${other}/pages/two) [same space](/spaces/${spaceId}/pages/two)`;
  const file = { id: "plan", name: "plan.pdf", contentType: "application/pdf", size: 1 };
  const build = async (tree: ContentTree, { db }: { readonly db: Queries }) => ({
    ...(await store(db, spaceId, {
      ...tree,
      pages: [page("one", { document: text }), page("two", { title: "Second" })],
    })),
    files: [{ ...file, hash: "1".repeat(64) }],
  });
  await publish(workspace, spaceId, build);
  const path = `/spaces/${spaceId}`;
  const { content } = await read(admin, `/_app${path}/page/one`);
  const links = listLinks(content);
  const fileUrl = links.find(([name]) => name === "file")?.[1] ?? "";
  expect(fileUrl).toContain("plan");
  const two = `${base}${path}/page/two`;
  expect(links).toEqual([
    ["page", two],
    ["anchor", `${two}#%C3%BCber`],
    ["own", "#here"],
    ["file", fileUrl],
    ["web", "https://example.com/x"],
    ["relative", two],
    ["encoded", `${two}#a%20b`],
    ["own encoded", "#a%20b"],
    ["percent", "#50%25"],
    ["file part", `${fileUrl}#page=2%20a`],
    ["same space", two],
  ]);
  const { id } = await workspace.ok(admin, cr.create, { spaceId });
  const inRequest = await read(admin, `/_app${path}/change-requests/${id}/page/one`);
  expect(listLinks(inRequest.content)[0]).toEqual([
    "page",
    `${base}${path}/change-requests/${id}/page/two`,
  ]);
});

test("reusable content is included up to four levels deep, and not from another space", async () => {
  const spaceId = await fixture.space("Guide");
  const other = await fixture.space("Other");
  const include = (id: string, space = "") =>
    `{% include "${space === "" ? "" : `/spaces/${space}`}/reusable-contents/${id}" %}\n`;
  await publish(workspace, spaceId, (tree, { db }) =>
    store(db, spaceId, {
      ...tree,
      pages: [
        page("one", {
          document: `Start\n\n${include("r1")}\n${include("r1")}\n${include("gone")}\n${include("r1", other)}`,
        }),
        page("two", { title: "Second" }),
        page("loop", { document: include("again") }),
      ],
      reusableContents: [
        ...[1, 2, 3, 4, 5].map((level) => ({
          id: `r${level}`,
          title: `Level ${level}`,
          document: `Text ${level} [two](/pages/two)\n\n${include(`r${level + 1}`)}`,
        })),
        { id: "again", title: "Again", document: `Again\n\n${include("again")}` },
      ],
    }),
  );
  const { content } = await read(admin, `/_app/spaces/${spaceId}/page/one`);
  expect(content.match(/Text \d/g)).toEqual([1, 2, 3, 4, 1, 2, 3, 4].map((one) => `Text ${one}`));
  expect(listLinks(content)).toHaveLength(8);
  const loop = await read(admin, `/_app/spaces/${spaceId}/page/loop`);
  expect(loop.content.match(/Again/g)).not.toBeNull();
});

test("a relative URL in the HTML of reusable content starts from the reusable content", async () => {
  const spaceId = await fixture.space("Guide");
  const html = (from: string) =>
    `<a href="../../two.md">${from}</a> <a href="../README.md">${from}</a>`;
  const reusable = '{% include "/reusable-contents/note" %}';
  await publish(workspace, spaceId, (tree, { db }) =>
    store(db, spaceId, {
      ...tree,
      pages: [
        page("two"),
        page("a", {
          pages: [
            page("inner", { slug: "two" }),
            page("b", {
              pages: [
                page("c", {
                  pages: [page("d", { document: `${html("page")}\n\n${reusable}\n` })],
                }),
              ],
            }),
          ],
        }),
      ],
      reusableContents: [{ id: "note", title: "Note", document: html("note") }],
    }),
  );
  const path = `/spaces/${spaceId}/page`;
  const { content } = await read(admin, `/_app${path}/d`);
  expect(listLinks(content)).toEqual([
    ["page", `${base}${path}/inner`],
    ["page", `${base}${path}/b`],
    ["note", `${base}${path}/two`],
  ]);
});
