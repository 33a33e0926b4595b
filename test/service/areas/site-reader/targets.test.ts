import { expect, onTestFinished, test, vi } from "vitest";
import type { Node } from "../../../../src/contract/document.model.ts";
import * as section from "../../../../src/contract/site-section.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../src/service/areas/content/links/relative-links.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { type PageDraft, withDrafts } from "../../../../src/service/areas/content/tree/drafts.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import {
  createTargets,
  referencesAtOnce,
} from "../../../../src/service/areas/site-reader/targets.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import {
  page,
  publish as publishContent,
  publishPages,
} from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish as publishSite, requestSite } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";
import { createTestView } from "./view.ts";

const from = { spaceId: "guide", id: "page" };

test("a mention shows the name of a member of the organization, and of no other user", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org } = fixture;
  const own = await workspace.member(org, "read");
  const foreign = await workspace.member(await workspace.organization("Other"), "admin");
  const rename = (id: string, name: string) =>
    workspace.db.updateTable("users").set({ display_name: name }).where("id", "=", id).execute();
  await rename(own, "Own Member");
  await rename(foreign, "Foreign User");
  const siteId = await fixture.site();
  const space = await fixture.space("Docs");
  await fixture.add(siteId, space);
  const mentions = [own, foreign].map((id) => `<a href="/users/${id}" data-mention>Who</a>`);
  const rows = [own, foreign].map((id) => `<tr><td><a href="/users/${id}">Who</a></td></tr>`);
  const table = `<table><thead><tr><th data-type="users">People</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  await publishPages(workspace, space, [
    { title: "Team", slug: "team", markdown: `${mentions.join(" and ")}\n\n${table}\n` },
  ]);
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  const { status, body } = await requestSite(fixture, siteId, "/");
  expect(status).toBe(200);
  expect(String(body)).toContain("Own Member");
  expect(String(body)).not.toContain("Foreign User");
});

test("the targets of a text are found in order, with few queries for its users", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org } = fixture;
  const members = [await workspace.member(org, "read"), await workspace.member(org, "admin")];
  const foreign = await workspace.member(await workspace.organization("Other"), "admin");
  const users = await workspace.db.selectFrom("users").select(["id", "display_name"]).execute();
  const names = new Map(users.map(({ id, display_name }) => [id, display_name]));
  const ids = Array.from({ length: 3 * referencesAtOnce }, (_, index) =>
    index % 3 === 0 ? `gone ${index}` : ([...members, foreign][(index >> 2) % 3] ?? ""),
  );
  let queries = 0;
  const db = workspace.db.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const view = createTestView({ outline: { siteSpaces: { guide: {} } }, current: "guide" });
  const reading = { ...view.reading, db };
  const site = { ...view.site, organization_id: org };
  const refs = ids.flatMap((user) => [
    { kind: "user" as const, user },
    { kind: "url" as const, url: `https://${user.length}.example/` },
  ]);
  const targets = await createTargets({ ...view, reading, site }).findAll(refs, from);
  expect(targets).toEqual(
    ids.flatMap((user) => [
      members.includes(user) ? { address: "", title: names.get(user) } : undefined,
      { address: `https://${user.length}.example/` },
    ]),
  );
  expect(queries).toBeLessThanOrEqual(6);
});

test("other work runs between the references of a text", async () => {
  const view = createTestView({ outline: { siteSpaces: { guide: {} } }, current: "guide" });
  const refs = Array.from({ length: 20 * referencesAtOnce }, (_, index) => ({
    kind: "url" as const,
    url: `https://${index}.example/`,
  }));
  // Each reading of the clock is in a new turn.
  let time = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 1000));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await createTargets(view).findAll(refs, from);
  isRunning = false;
  expect(turns).toBeGreaterThan(5);
});

slowTest(
  "links lead to the site, or to what another public site shows to all visitors",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const addSite = async (visibility: "public" | "unlisted") => {
      const id = await fixture.site();
      await fixture.change(id, { visibility });
      return id;
    };
    const addSpace = async (siteId: string, title: string, changes: object = {}) => {
      const spaceId = await fixture.space(title);
      const { id: siteSectionId } = await fixture.section(siteId, title, spaceId);
      await workspace.ok(admin, section.update, {
        ...fixture.of(siteId),
        siteSectionId,
        ...changes,
      });
      const pages = await publishPages(workspace, spaceId, [
        { title: "Start", slug: "start", markdown: "Text.\n" },
        { title: "Second", slug: "second", markdown: "## A b\n" },
      ]);
      return { spaceId, start: pages.start, second: pages.second };
    };
    const [siteId, other, unlisted] = [
      await addSite("public"),
      await addSite("public"),
      await addSite("unlisted"),
    ];
    const guide = await addSpace(siteId, "Guide");
    const faq = await addSpace(siteId, "FAQ");
    const shown = await addSpace(other, "Shown");
    const draft = await addSpace(other, "Draft", { draft: true });
    const conditional = await addSpace(other, "Some", { condition: "visitor.claims.a" });
    const secret = await addSpace(unlisted, "Secret");
    const toFile = async (spaceId: string) => {
      const file = await putFile(workspace.db, spaceId, Buffer.from("a"));
      const added = { id: "plan", name: "a/b.pdf", contentType: "application/pdf", ...file };
      await publishContent(workspace, spaceId, (tree) => withFile(tree, added));
    };
    await toFile(guide.spaceId);
    await toFile(shown.spaceId);
    const links = {
      page: `/pages/${guide.second}`,
      anchor: `/pages/${guide.second}#a-b`,
      encoded: `/pages/${guide.second}#x%20y`,
      own: "#x%20y",
      gone: "/pages/gone",
      goneAnchor: "/pages/gone#a",
      file: "/files/plan",
      part: "/files/plan#page=2%20b",
      goneFile: "/files/gone#page=2",
      web: "https://example.com/#x%20y",
      faq: `/spaces/${faq.spaceId}/pages/${faq.second}#a-b`,
      home: `/spaces/${faq.spaceId}`,
      there: `/spaces/${shown.spaceId}`,
      thereFirst: `/spaces/${shown.spaceId}/pages/${shown.start}`,
      thereSecond: `/spaces/${shown.spaceId}/pages/${shown.second}#x%20y`,
      thereGone: `/spaces/${shown.spaceId}/pages/gone`,
      thereFile: `/spaces/${shown.spaceId}/files/plan`,
      draft: `/spaces/${draft.spaceId}/pages/${draft.second}`,
      conditional: `/spaces/${conditional.spaceId}/pages/${conditional.second}`,
      unlisted: `/spaces/${secret.spaceId}`,
    };
    const markdown = Object.entries(links).map(([name, url]) => `[${name}](${url})\n`);
    await publishPages(workspace, guide.spaceId, [
      { title: "Links", slug: "links", markdown: markdown.join("\n") },
    ]);
    for (const id of [siteId, other, unlisted]) await publishSite(fixture, id);
    const { body } = await requestSite(fixture, siteId, "/guide/links");
    const written = [...String(body).matchAll(/<a href="([^"]*)"[^>]*>(\w+)<\/a>/g)].filter(
      ([, , name = ""]) => name in links,
    );
    const toUrl = (path: string) => `/_site/${siteId}${path}`;
    const origin = new URL((await fixture.get(other)).urls.published ?? "").origin;
    expect(Object.fromEntries(written.map(([, url = "", name = ""]) => [name, url]))).toEqual({
      page: toUrl("/second"),
      anchor: toUrl("/second#a-b"),
      encoded: toUrl("/second#x%20y"),
      own: "#x%20y",
      file: toUrl("/~files/plan/a_b.pdf"),
      part: toUrl("/~files/plan/a_b.pdf#page=2%20b"),
      web: "https://example.com/#x%20y",
      faq: toUrl("/faq/second#a-b"),
      home: toUrl("/faq"),
      there: origin,
      thereFirst: origin,
      thereSecond: `${origin}/second#x%20y`,
    });
  },
);

const toText = (text: string): Node => ({
  object: "text",
  leaves: [{ object: "leaf", text, marks: [] }],
});
const toBlock = (type: string, ...nodes: Node[]): Node => ({ object: "block", type, nodes });
const open = toText("Open");
const secret = toText("Zephyr");
const toCondition = (object: "block" | "inline", ...nodes: Node[]): Node => ({
  ...{ object, type: "if", nodes },
  data: { expression: "visitor.claims.unsigned.beta" },
});
const inline = toCondition("inline", secret);
const web = { ref: { kind: "url", url: "https://example.com/" } };
const marked = { meta: { id: "k" } };
const toExpandable = (title: Node, body: Node): Node => ({
  ...{ ...toBlock("expandable", toBlock("paragraph", body)), ...marked },
  fragments: [
    {
      ...{ object: "fragment", fragment: "expandable-title", type: "expandable-title" },
      nodes: [toBlock("paragraph", open, title)],
    },
  ],
});

/** Blocks with an anchor, and the title of a link to it for all visitors. */
const anchored: readonly (readonly [name: string, block: Node, title: string])[] = [
  ["a heading", { ...toBlock("heading-2", open), ...marked }, "Open"],
  ["inline in a heading", { ...toBlock("heading-2", open, inline), ...marked }, "target"],
  [
    "a block in a heading",
    { ...toBlock("heading-2", open, toCondition("block", secret)), ...marked },
    "target",
  ],
  [
    "in a link in a heading",
    {
      ...toBlock("heading-2", {
        ...{ object: "inline", type: "link", data: web, nodes: [open, inline] },
      }),
      ...marked,
    },
    "target",
  ],
  [
    "around a heading",
    toCondition("block", { ...toBlock("heading-2", open, secret), ...marked }),
    "target",
  ],
  [
    "around a heading with the title of another",
    toBlock(
      "hint",
      toBlock("heading-2", secret),
      toCondition("block", { ...toBlock("heading-2", secret), ...marked }),
    ),
    "target",
  ],
  [
    "in a heading of a step",
    toBlock(
      "stepper",
      toBlock("stepper-step", { ...toBlock("heading-3", open, inline), ...marked }),
    ),
    "target",
  ],
  ["in the title of an expandable", toExpandable(inline, open), "target"],
  ["in the text of an expandable", toExpandable(open, inline), "OpenOpen"],
  ["around an expandable", toCondition("block", toExpandable(open, open)), "target"],
  [
    "in the text of a tab",
    toBlock("tabs", {
      ...toBlock("tabs-item", toCondition("block", toBlock("paragraph", secret))),
      ...{ ...marked, data: { title: "Tab" } },
    }),
    "Tab",
  ],
];

slowTest("a link has no title with text of a condition", async () => {
  const fixture = await openSitesFixture();
  const { workspace } = fixture;
  const siteId = await fixture.site("Guide");
  await fixture.change(siteId, { adaptiveContent: { enabled: true } });
  await publishSite(fixture, siteId);
  const [{ space } = { space: { id: "" } }] = await fixture.siteSpaces(siteId);
  const toLink = (name: string): Node =>
    toBlock("paragraph", {
      ...{ object: "inline", type: "link", nodes: [] },
      data: { ref: { kind: "anchor", page: name, anchor: "k" } },
    });
  await publishContent(workspace, space.id, async (tree, { db }) => {
    const put = (nodes: Node[]) =>
      putDocument(db, space.id, { object: "document", data: {}, nodes });
    const targets = await Promise.all(
      anchored.map(async ([, block], index) =>
        page(`t${index}`, { title: "target", document: await put([block]) }),
      ),
    );
    const links = await put(targets.map(({ id }) => toLink(id)));
    return { ...tree, pages: [page("links", { document: links }), ...targets] };
  });
  // The text of a link without text is its title.
  for (const query of ["", "?visitor.beta=true"]) {
    const html = await getText(await requestSite(fixture, siteId, `/${query}`));
    const titles = [...html.matchAll(/<a href="[^"]*#k">([^<]*)<\/a>/g)].map(([, title]) => title);
    expect(titles.map((title, index) => [anchored[index]?.[0], title])).toEqual(
      anchored.map(([name, , title]) => [name, title]),
    );
  }
});

slowTest(
  "an equal URL in the HTML of a page and of reusable content starts from each of them",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace } = fixture;
    const siteId = await fixture.site();
    const space = await fixture.space("Docs");
    await fixture.add(siteId, space);
    const urls = ["../../two.md", "near.md", "https://two.example/"];
    const html = (from: string) =>
      urls.map((url, at) => `<a href="${url}">${from} ${at}</a>`).join(" ");
    await publishContent(workspace, space, async (tree, setup) => {
      const page = (title: string, markdown = "", pages: readonly PageDraft[] = []) => ({
        ...{ title, slug: title.toLowerCase(), markdown, pages },
      });
      const include = '{% include "/reusable-contents/note" %}';
      const text = `${html("before")}\n\n${include}\n\n${html("after")}\n`;
      const below = [page("Deep", text), page("Near", "Near")];
      const whole = await withDrafts(setup, space, tree, [
        page("Start", "Start"),
        page("Two", "Two"),
        page("A", "A", [page("B", "B", [page("C", "C", below)]), page("Two", "Inner two")]),
      ]);
      const note = withReferences(parseMarkdown(`${html("note")}\n`), getLinkBase(whole, "note"));
      const document = await putDocument(setup.db, space, note);
      return { ...whole, reusableContents: [{ id: "note", title: "Note", document }] };
    });
    await publishSite(fixture, siteId);
    const article = await getText(await requestSite(fixture, siteId, "/a/b/c/deep"));
    const links = [...article.matchAll(/<a( href="[^"]*")?>(\w+ \d)<\/a>/g)].map(
      ([, href = "", words]) => [words, /"(?:\/_site\/\w+)?(.*)"/.exec(href)?.[1]],
    );
    const ofPage = (from: string) => [
      [`${from} 0`, "/a/two"],
      [`${from} 1`, "/a/b/c/near"],
      [`${from} 2`, urls[2]],
    ];
    const ofNote = [
      ["note 0", "/two"],
      ["note 1", undefined],
      ["note 2", urls[2]],
    ];
    expect(links).toEqual([...ofPage("before"), ...ofNote, ...ofPage("after")]);
  },
);
