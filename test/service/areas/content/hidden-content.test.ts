/** Files of a site with conditional text, as visitors with different claims read them. */
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { list } from "../../../../src/contract/file.ts";
import { outputLimits } from "../../../../src/contract/limits.ts";
import { create } from "../../../../src/contract/site.ts";
import { update } from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import {
  findHiddenContent,
  listVisibleContent,
} from "../../../../src/service/areas/content/hidden-content.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { readCurrentContent } from "../../../../src/service/areas/content/texts/text-spaces.ts";
import type {
  ContentTree,
  ReusableContent,
} from "../../../../src/service/areas/content/tree/tree.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
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
let spaceId: string;
let otherId: string;
let url: string;

const when = (condition: string, text: string) => `{% if ${condition} %}\n${text}\n{% endif %}\n`;
const include = (id: string) => `{% include "/spaces/${spaceId}/reusable-contents/${id}" %}\n`;
const beta = "visitor.claims.unsigned.beta";

/** Each file is named after the text that uses it. */
const files = [
  ...["unused", "plain", "both", "cover", "hidden", "part", "html", "inverse", "title"],
  ...["reusable", "nested", "elsewhere", "across", "chained", "wrongPage", "late", "outside"],
];

beforeAll(async () => {
  fixture = await openSitesFixture();
  const { workspace } = fixture;
  siteId = await fixture.site();
  spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  const other = await fixture.space("Other");
  otherId = other;
  await fixture.add(siteId, other);
  const outside = await fixture.space("Outside");
  await fixture.change(siteId, { adaptiveContent: { enabled: true } });
  for (const id of files) {
    const stored = await putFile(workspace.db, spaceId, Buffer.from(id));
    const file = { id, name: `${id}.png`, contentType: "image/png", ...stored };
    await publishContent(workspace, spaceId, (tree) => withFile(tree, file));
  }
  const links = ["both", "cover", "hidden", "elsewhere"].map((id) => `![](/files/${id})`);
  await publishPages(workspace, spaceId, [
    {
      title: "Plain",
      slug: "plain",
      markdown: "![](/files/plan) ![](/files/plain)\n\n![](/files/both)\n",
    },
    {
      title: "Some",
      slug: "some",
      markdown: [
        "![](/files/missing)\n",
        when(
          beta,
          `${links.join("\n\n")}\n\n[part](/files/part#page=2)\n\n<img src="/files/html" alt="">`,
        ),
        when(`!${beta}`, "![](/files/inverse)"),
        when("page.title == 'Some'", "![](/files/title)"),
      ].join("\n"),
    },
    {
      title: "Including",
      slug: "including",
      markdown: '{% include "/reusable-contents/outer" %}\n',
    },
  ]);
  const toFile = (space: string, id: string) => `[file](/spaces/${space}/files/${id})`;
  await publishPages(workspace, other, [
    {
      title: "There",
      markdown: `${toFile(spaceId, "elsewhere")} ${toFile(other, "hidden")} ${toFile("none", "part")} [page](/spaces/${spaceId}/pages/html)\n`,
    },
  ]);
  const add = async (db: Queries, space: string, id: string, markdown: string) => ({
    id,
    title: id,
    document: await putDocument(db, space, parseMarkdown(markdown)),
  });
  await publishPages(workspace, other, [
    {
      title: "Across",
      markdown: `${include("shared")}\n{% include "/reusable-contents/link" %}\n`,
    },
  ]);
  await publishContent(workspace, other, async (tree, { db }) => ({
    ...tree,
    reusableContents: [await add(db, other, "link", include("distant"))],
  }));
  await publishPages(workspace, outside, [{ title: "Outside", markdown: include("shared") }]);
  await publishContent(workspace, spaceId, async (tree, { db }) => {
    return {
      ...tree,
      pages: [
        ...tree.pages,
        page("covered", { cover: { ref: { kind: "file", file: "cover" }, yPos: 0 } }),
      ],
      reusableContents: [
        await add(
          db,
          spaceId,
          "outer",
          `{% include "/reusable-contents/inner" %}\n\n${when(beta, "![](/files/reusable)")}`,
        ),
        await add(db, spaceId, "inner", when("page.title == 'Including'", "![](/files/nested)")),
        await add(
          db,
          spaceId,
          "shared",
          [
            when("page.title == 'Across' && space.title == 'Other'", "![](/files/across)"),
            when("page.title == 'Plain' || space.title == 'Guide'", "![](/files/wrongPage)"),
            when("space.title == 'Late'", "![](/files/late)"),
            when("space.title == 'Outside'", "![](/files/outside)"),
          ].join("\n"),
        ),
        await add(db, spaceId, "distant", when("page.title == 'Across'", "![](/files/chained)")),
        { id: "empty", title: "Empty" },
      ],
    };
  });
  await publish(fixture, siteId);
  url = (await fixture.get(siteId)).urls.published ?? "";
});

async function request(method: "GET" | "POST", path: string, token?: string, body?: object) {
  const answer = await fixture.workspace.service.transport({
    method,
    url: `http://127.0.0.1:4000/v1${path}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await getText(answer)) };
}

/** @returns the token of a visitor of a published site */
async function requestVisitorToken(siteUrl: string, unsignedClaims: object): Promise<string> {
  const visitor = { url: siteUrl, visitor: { unsignedClaims } };
  return (await request("POST", "/urls/published", undefined, visitor)).body.apiToken;
}

function listIds(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id).sort();
}

async function readAs(unsignedClaims: object) {
  const apiToken = await requestVisitorToken(url, unsignedClaims);
  const content = `/spaces/${spaceId}/content`;
  const query = new URLSearchParams(
    Object.entries(unsignedClaims).map(([name, value]) => [`visitor.${name}`, String(value)]),
  );
  const openFiles = async (open: (id: string) => Promise<{ readonly status: number }>) => {
    const opened: string[] = [];
    for (const id of files) if ((await open(id)).status === 200) opened.push(id);
    return opened.sort();
  };
  const { body: revision } = await request("GET", content, apiToken);
  return {
    list: listIds((await request("GET", `${content}/files?limit=100`, apiToken)).body.items),
    revision: listIds(revision.files),
    single: await openFiles((id) => request("GET", `${content}/files/${id}`, apiToken)),
    site: await openFiles((id) =>
      requestSite(fixture, siteId, `/guide/~files/${id}/${id}.png?${query}`),
    ),
  };
}

/** Results are cached by the content, so each test reads new content. */
beforeEach(async () => {
  await publishPages(fixture.workspace, spaceId, [
    { title: "New", slug: "new", markdown: "Text.\n" },
  ]);
});

slowTest(
  "a visitor reads no file that only text contains whose condition does not hold",
  async () => {
    const never = ["late", "outside", "unused", "wrongPage"];
    for (const [claims, hidden] of [
      [{}, ["hidden", "html", "part", "reusable"]],
      [{ beta: true }, ["inverse"]],
      [{ beta: false }, ["hidden", "html", "part", "reusable"]],
    ] as const) {
      expect(await readAs(claims)).toEqual(everywhere([...hidden, ...never]));
    }
  },
);

function everywhere(hidden: readonly string[]) {
  const visible = files.filter((id) => !hidden.includes(id)).sort();
  return { list: visible, revision: visible, single: visible, site: visible };
}

slowTest("a visitor reads a file as long as another space of the site shows it", async () => {
  const { workspace, admin } = fixture;
  const claims = { beta: true };
  const remove = async (title: string) => {
    await publishContent(workspace, otherId, (tree) => ({
      ...tree,
      pages: tree.pages.filter((one) => one.title !== title),
    }));
  };
  onTestFinished(async () => {
    await workspace.ok(admin, update, { spaceId: otherId, title: "Other" });
    for (const title of ["Part", "Plain"]) await remove(title);
  });
  const hidden = ["inverse", "late", "outside", "unused", "wrongPage"];
  expect(await readAs(claims)).toEqual(everywhere(hidden));
  await workspace.ok(admin, update, { spaceId: otherId, title: "Late" });
  // Its page has the condition of a file that the former title showed.
  expect(await readAs(claims)).toEqual(
    everywhere(["across", "inverse", "outside", "unused", "wrongPage"]),
  );
  await workspace.ok(admin, update, { spaceId: otherId, title: "Other" });
  expect(await readAs(claims)).toEqual(everywhere(hidden));
  await publishPages(workspace, otherId, [
    { title: "Part", markdown: `[part](/spaces/${spaceId}/files/inverse#page=2)\n` },
  ]);
  expect(await readAs(claims)).toEqual(everywhere(["late", "outside", "unused", "wrongPage"]));
  await publishPages(workspace, otherId, [{ title: "Plain", markdown: include("shared") }]);
  expect(await readAs(claims)).toEqual(everywhere(["late", "outside", "unused"]));
  // The preceding revisions still contain the links.
  await remove("Part");
  expect(await readAs(claims)).toEqual(everywhere(["inverse", "late", "outside", "unused"]));
  await remove("Plain");
  expect(await readAs(claims)).toEqual(everywhere(hidden));
});

describe("files and reusable content in any texts of three spaces", () => {
  const contents = ["r0", "r1", "r2"] as const;
  /** The space of the last one is another one than that of the files. */
  const spaceOfContent = { r0: "own", r1: "own", r2: "shown" } as const;
  const names = ["a", "b", "c"] as const;
  const spaces = { own: "", shown: "", outside: "" };
  let siteUrl: string;

  interface Reader {
    readonly isBeta: boolean;
    readonly title: string;
    readonly space: string;
  }

  /** Conditions, and when they hold. */
  const conditions: Readonly<Record<string, (reader: Reader) => boolean>> = {
    [beta]: ({ isBeta }) => isBeta,
    [`!${beta}`]: ({ isBeta }) => !isBeta,
    "page.title == 'Page 0'": ({ title }) => title === "Page 0",
    'page["title"] != "Page 0"': ({ title }) => title !== "Page 0",
    "space.title == 'shown'": ({ space }) => space === "shown",
  };

  /** A reference in a text, and its condition, if it has one. */
  interface Part {
    readonly target: string;
    readonly condition: string | undefined;
  }

  interface Text {
    readonly space: keyof typeof spaces;
    readonly parts: readonly Part[];
  }

  const parts = fc.array(
    fc.record({
      target: fc.constantFrom(...names, ...contents),
      condition: fc.constantFrom(undefined, ...Object.keys(conditions)),
    }),
    { maxLength: 3 },
  );
  const pages = fc.array(fc.record({ space: fc.constantFrom("own", "shown", "outside"), parts }), {
    maxLength: 5,
  });
  const reusable = fc.tuple(parts, parts, parts);

  beforeAll(async () => {
    const site = await fixture.site();
    for (const name of ["own", "shown", "outside"] as const) {
      spaces[name] = await fixture.space(name);
      if (name !== "outside") await fixture.add(site, spaces[name]);
    }
    await fixture.change(site, { adaptiveContent: { enabled: true } });
    for (const id of names) {
      const stored = await putFile(fixture.workspace.db, spaces.own, Buffer.from(id));
      const file = { id, name: `${id}.png`, contentType: "image/png", ...stored };
      await publishContent(fixture.workspace, spaces.own, (tree) => withFile(tree, file));
    }
    await publish(fixture, site);
    // Spaces count that have referred to the space in any revision.
    const markdown = write([{ target: "a", condition: undefined }]);
    await publishPages(fixture.workspace, spaces.shown, [{ title: "First", markdown }]);
    siteUrl = (await fixture.get(site)).urls.published ?? "";
  });

  function write(parts: readonly Part[]): string {
    const texts = parts.map(({ target, condition }) => {
      const content = contents.find((id) => id === target);
      const link =
        content === undefined
          ? `[file](/spaces/${spaces.own}/files/${target})`
          : `{% include "/spaces/${spaces[spaceOfContent[content]]}/reusable-contents/${target}" %}`;
      return condition === undefined ? `${link}\n` : when(condition, link);
    });
    return texts.join("\n");
  }

  async function writeTexts(texts: readonly Text[], reused: readonly (readonly Part[])[]) {
    const { workspace } = fixture;
    for (const [name, id] of Object.entries(spaces)) {
      await publishContent(workspace, id, async (tree, { db }) => {
        const reusableContents: ReusableContent[] = [];
        for (const [index, content] of contents.entries()) {
          if (spaceOfContent[content] !== name) continue;
          const body = parseMarkdown(write(reused[index] ?? []));
          const document = await putDocument(db, id, body);
          reusableContents.push({ id: content, title: content, document });
        }
        return { ...tree, pages: [], reusableContents };
      });
      const drafts = texts.flatMap(({ space, parts }, index) =>
        space === name ? [{ title: `Page ${index}`, markdown: write(parts) }] : [],
      );
      await publishPages(workspace, id, drafts);
    }
  }

  /** The targets of the references that the visitor sees. */
  function listVisible(
    texts: readonly Text[],
    reused: readonly (readonly Part[])[],
    isBeta: boolean,
  ) {
    const visible = new Set<string>();
    for (const [index, { space, parts }] of texts.entries()) {
      if (space === "outside") continue;
      const reader = { isBeta, space, title: `Page ${index}` };
      const seen = new Set<string>();
      const show = (some: readonly Part[]) => {
        for (const { target, condition } of some) {
          const holds = condition === undefined || conditions[condition]?.(reader);
          if (seen.has(target) || !holds) continue;
          seen.add(target);
          for (const [at, content] of contents.entries()) {
            if (content === target) show(reused[at] ?? []);
          }
        }
      };
      show(parts);
      for (const target of seen) visible.add(target);
    }
    return visible;
  }

  const refer = (target: string): Part => ({ target, condition: undefined });
  /** Reusable content that only its second page shows completely. */
  const secondPages: [Text[], [Part[], Part[], Part[]], boolean][] = [
    ["shown", "space.title == 'shown'"] as const,
    ["own", 'page["title"] != "Page 0"'] as const,
  ].map(([space, condition]) => [
    [
      { space: "own", parts: [refer("r0")] },
      { space, parts: [refer("r0")] },
    ],
    [[{ target: "a", condition }], [], []],
    false,
  ]);
  const examples: typeof secondPages = [
    ...secondPages,
    // A page of another space that contains content of the space only in its own reusable content.
    [
      [{ space: "shown", parts: [refer("r2")] }],
      [[{ target: "a", condition: `!${beta}` }], [], [refer("r0")]],
      false,
    ],
  ];

  test("with conditions, a visitor reads those to which a text refers that the visitor sees", async () => {
    await fc.assert(
      fc.asyncProperty(pages, reusable, fc.boolean(), async (texts, reused, isBeta) => {
        await writeTexts(texts, reused);
        const ofSite = texts.filter(({ space }) => space !== "outside");
        const visible = listVisible(texts, reused, isBeta);
        const isConditional = [...ofSite.flatMap((one) => one.parts), ...reused.flat()].some(
          ({ condition }) => condition !== undefined,
        );
        const isReadable = (id: string) => !isConditional || visible.has(id);
        const token = await requestVisitorToken(siteUrl, { beta: isBeta });
        const { body } = await request("GET", `/spaces/${spaces.own}/content`, token);
        expect(listIds(body.files)).toEqual(names.filter(isReadable));
        const own = contents.filter((id) => spaceOfContent[id] === "own");
        expect(listIds(body.reusableContents)).toEqual(own.filter(isReadable));
        for (const id of own) {
          const path = `/spaces/${spaces.own}/content/reusable-contents/${id}`;
          const { status } = await request("GET", path, token);
          expect([id, status]).toEqual([id, isReadable(id) ? 200 : 404]);
        }
      }),
      { numRuns: amount({ short: 15, all: 60, full: 600 }), examples },
    );
  });
});

/** The content of the space, with a single page. */
async function buildContent(text: string, rest: Partial<ContentTree> = {}): Promise<ContentTree> {
  const { db } = fixture.workspace;
  const document = await putDocument(db, spaceId, parseMarkdown(text));
  const { tree } = await readCurrentContent(db, spaceId);
  return { ...tree, pages: [page("only", { document })], ...rest };
}

test("the text of the content decides, even if it is not the current content", async () => {
  const { db } = fixture.workspace;
  const { revision_id } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const tree = await readTree(db, revision_id);
  const visitor = { site: siteId, spaces: new Set([spaceId, otherId]), claims: {} };
  const listVisible = async (pages: typeof tree.pages) => {
    const hidden = await findHiddenContent({ db, visitor }, spaceId, { ...tree, pages });
    return [...tree.files, ...tree.reusableContents].flatMap(({ id }) =>
      hidden.has(id) ? [] : [id],
    );
  };
  const shownByOther = ["across", "chained", "elsewhere", "distant", "shared"];
  expect((await listVisible([])).sort()).toEqual(shownByOther.sort());
  const including = tree.pages.filter(({ title }) => title === "Including");
  const shownByPage = ["inner", "nested", "outer"];
  expect((await listVisible(including)).sort()).toEqual([...shownByOther, ...shownByPage].sort());
});

test("without conditions, a visitor reads files to which no text refers", async () => {
  const { db } = fixture.workspace;
  const visitor = { site: "none", spaces: new Set([spaceId]), claims: {} };
  const list = async (text: string) => {
    const content = await buildContent(text, { reusableContents: [] });
    return listIds((await listVisibleContent({ db, visitor }, spaceId, content)).files);
  };
  expect(await list("![](/files/plain)")).toEqual(files.toSorted());
  const expression = '<code class="expression">space.title</code>';
  expect(await list(`![](/files/plain) ${expression}`)).toEqual(files.toSorted());
  expect(await list(`![](/files/plain)\n\n${when("true", expression)}`)).toEqual(["plain"]);
});

test("a visitor sees no file by naming it in a claim that the text shows", async () => {
  const { db } = fixture.workspace;
  const claim = '<code class="expression">visitor.claims.unsigned.name</code>';
  const text = `${claim} ![](/files/plain)\n\n${when(beta, "![](/files/hidden)")}`;
  const content = await buildContent(text);
  for (const name of ["/files/hidden", `/spaces/${spaceId}/files/hidden /files/unused`]) {
    const claims = { unsigned: { name } };
    const visitor = { site: "none", spaces: new Set([spaceId]), claims };
    const { files } = await listVisibleContent({ db, visitor }, spaceId, content);
    expect(listIds(files)).toEqual(["plain"]);
    const ids = ["hidden", "plain", "unused"];
    const hidden = await findHiddenContent({ db, visitor }, spaceId, content, ids);
    expect([...hidden].sort()).toEqual(["hidden", "unused"]);
  }
});

test.each([
  ["absent", {}, "undefined"],
  ["null", { plan: null }, "null"],
  ["text", { plan: "null" }, "'null'"],
])("a visitor whose claim is %s does not get the files of another one", async (_, own, written) => {
  const { db } = fixture.workspace;
  const conditions = { plain: "undefined", both: "null", html: "'null'" };
  const text = Object.entries(conditions).map(([id, value]) =>
    when(`visitor.claims.unsigned.plan === ${value}`, `![](/files/${id})`),
  );
  const content = await buildContent(text.join("\n"));
  const list = async (unsigned: object) => {
    const visitor = { site: "none", spaces: new Set([spaceId]), claims: { unsigned } };
    return listIds((await listVisibleContent({ db, visitor }, spaceId, content)).files);
  };
  for (const other of [{}, { plan: null }, { plan: "null" }]) await list(other);
  const expected = Object.entries(conditions).filter(([, value]) => value === written);
  expect(await list(own)).toEqual(expected.map(([id]) => id));
});

test("a visitor reads no file that only a hidden space of the site shows", async () => {
  const { db } = fixture.workspace;
  const content = await buildContent("![](/files/plain)", { reusableContents: [] });
  const visitor = { site: siteId, spaces: new Set([spaceId]), claims: {} };
  const { files } = await listVisibleContent({ db, visitor }, spaceId, content);
  expect(listIds(files)).toEqual(["plain"]);
});

test("a visitor reads files to which the customization of the site refers", async () => {
  const { workspace, admin } = fixture;
  const { db } = workspace;
  const { id: siteOnly } = await workspace.ok(admin, create, {
    ...{ organizationId: fixture.org, title: "Customized", spaces: [spaceId] },
  });
  const files = ["unused", "late", "outside"];
  const settings = {
    header: { links: [{ to: { kind: "file", file: "unused", space: spaceId } }] },
    footer: { links: [{ to: { kind: "file", file: "late", space: "other" } }] },
    logo: "/docs/guide/~files/outside/outside.png",
  };
  await db
    .insertInto("site_customizations")
    .values({
      ...{ id: siteOnly, site_id: siteOnly, settings: JSON.stringify(settings) },
      updated_at: workspace.now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ settings: JSON.stringify(settings) }),
    )
    .execute();
  const content = await buildContent(when(beta, "Text."));
  const visitor = { site: siteOnly, spaces: new Set([spaceId]), claims: {} };
  const hidden = await findHiddenContent({ db, visitor }, spaceId, content, files);
  expect([...hidden]).toEqual(["late"]);
});

describe("of content with conditions", () => {
  const visitor = { site: "none", spaces: new Set<string>(), claims: {} };

  test.each(["0 and 0", "1 and 0", "0 and 1", "2 and 1"])(
    "a visitor reads none of %s unused files and reusable contents, and a preview all",
    async (counts) => {
      const [fileCount, contentCount] = counts.split(" and ").map(Number);
      const { db } = fixture.workspace;
      const whole = await buildContent(when(beta, "Text."));
      const content = {
        ...whole,
        files: whole.files.slice(0, fileCount),
        reusableContents: whole.reusableContents.slice(0, contentCount),
      };
      const ids = [...content.files, ...content.reusableContents].map(({ id }) => id);
      const hidden = await findHiddenContent({ db, visitor }, spaceId, content);
      expect([...hidden]).toEqual(ids);
      const visible = await listVisibleContent({ db, visitor }, spaceId, content);
      expect(visible).toMatchObject({ files: [], reusableContents: [] });
      const preview = { db, visitor: { ...visitor, previewer: "ada" } };
      for (const call of [preview, { db }]) {
        expect(await findHiddenContent(call, spaceId, content)).toEqual(new Set());
        expect(await findHiddenContent(call, spaceId, content, ids)).toEqual(new Set());
        expect(await listVisibleContent(call, spaceId, content)).toBe(content);
      }
    },
  );

  slowTest("a text above a limit shows nothing, and is read again after ten minutes", async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    let time = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => time);
    const limit = vi.spyOn<{ nodes: number }, "nodes">(outputLimits.text, "nodes", "get");
    // More blocks than are evaluated in the main thread.
    const text = `${"Text.\n\n".repeat(1500)}\n${when("true", "![](/files/plain)")}`;
    const content = await buildContent(text, { reusableContents: [] });
    const call = { db: fixture.workspace.db, visitor };
    const isHidden = async () => (await findHiddenContent(call, spaceId, content)).has("plain");
    limit.mockReturnValue(1000);
    expect(await isHidden()).toBe(true);
    limit.mockReturnValue(1_000_000);
    for (const minutes of [9.9, 0.2]) {
      time += minutes * 60_000;
      // The cache reads the clock again after its timer.
      await delay(1);
      expect(await isHidden()).toBe(minutes === 9.9);
    }
  });
});

test("a member reads all files", async () => {
  const { workspace, admin } = fixture;
  const { items } = await workspace.ok(admin, list, { spaceId, limit: 100 });
  expect(items.map(({ id }) => id)).toEqual(files.toSorted());
});
