/** Links with targets of each kind, as users of different permissions see them. */
import { beforeAll, describe, expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as cr from "../../../../../src/contract/cr.ts";
import * as crContent from "../../../../../src/contract/cr-content.ts";
import type { Output } from "../../../../../src/contract/endpoint.ts";
import * as file from "../../../../../src/contract/file.ts";
import type { LinkReference } from "../../../../../src/contract/link.model.ts";
import * as openapi from "../../../../../src/contract/openapi.ts";
import * as pageContract from "../../../../../src/contract/page.ts";
import * as space from "../../../../../src/contract/space.ts";
import * as spacePermission from "../../../../../src/contract/space-permission.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { withReferences } from "../../../../../src/service/areas/content/links/relative-links.ts";
import { putDocuments } from "../../../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import type { Queries } from "../../../../../src/service/database/tables.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { page, proposeContent, publish, tree } from "../../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

const base = "http://127.0.0.1:4000";

/** Stores the Markdown documents of a tree. */
async function store(db: Queries, spaceId: string, content: ContentTree): Promise<ContentTree> {
  const put = async <One extends { readonly document?: string }>(one: One): Promise<One> => {
    if (one.document === undefined) return one;
    const parsed = withReferences(parseMarkdown(one.document), { tree: content, location: "" });
    const [document = ""] = await putDocuments(db, spaceId, [parsed]);
    return { ...one, document };
  };
  const pages = [];
  for (const one of content.pages) pages.push(await put(one));
  const reusableContents = [];
  for (const one of content.reusableContents) reusableContents.push(await put(one));
  return { ...content, pages, reusableContents };
}

const treeFile = (id: string) => ({
  ...{ id, name: `${id}.png`, contentType: "image/png", hash: "1".repeat(64), size: 1 },
});

const specificationSource = {
  text: "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n",
};

async function open() {
  const fixture: SitesFixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const organizationId = org;
  await workspace.db
    .updateTable("users")
    .set({ display_name: "Ada" })
    .where("id", "=", admin)
    .execute();
  const [guide, other, hidden] = [
    await fixture.space("Guide"),
    await fixture.space("Other"),
    await fixture.space("Hidden"),
  ];
  await workspace.ok(admin, space.update, { spaceId: hidden, defaultLevel: null });
  const shelf = await workspace.ok(admin, collection.create, { organizationId, title: "Shelf" });
  const spec = await workspace.ok(admin, openapi.create, {
    ...{ organizationId, slug: "petstore", source: specificationSource },
  });
  const foreignOrganization = await workspace.organization("Foreign");
  await workspace.enroll(foreignOrganization, admin, "admin");
  const foreign = await workspace.ok(admin, space.create, {
    ...{ organizationId: foreignOrganization, title: "Foreign" },
  });
  const fill = (spaceId: string, content: ContentTree) =>
    publish(workspace, spaceId, (_, { db }) => store(db, spaceId, content));
  const link = (...urls: string[]) => urls.map((url) => `[x](${url})\n`).join("\n");
  await fill(other, {
    ...tree([
      page("two", { title: "Two", document: "## Part\n" }),
      page("back", { document: link(`/spaces/${guide}/pages/start`, `/spaces/${guide}/files/f1`) }),
    ]),
    files: [treeFile("f2")],
    reusableContents: [{ id: "r2", title: "Other note" }],
  });
  await fill(hidden, tree([page("secret", { document: link(`/spaces/${guide}/pages/start`) })]));
  await fill(foreign.id, tree([page("there")]));
  const targets = [
    ...["/pages/start", "/pages/start#here", "/pages/start#gone", "/pages/gone", "#own"],
    ...["/files/f1", "/files/gone", "https://example.com/", "mailto:a@example.com"],
    ...[`${base}/v1/spaces/x`, "https://app.gitbook.com/s/x", "nowhere.md"],
    ...[`/collections/${shelf.id}`, "/collections/gone", `/users/${admin}`, "/users/gone"],
    ...["/openapi/petstore", `/openapi/${spec.id}`, "/openapi/gone"],
    ...[`/spaces/${other}`, `/spaces/${other}/pages/two`, `/spaces/${other}/pages/two#part`],
    ...[`/spaces/${other}/pages/two#gone`, `/spaces/${other}/pages/gone`],
    ...[`/spaces/${other}/files/f2`, `/spaces/${other}/files/gone`],
    ...[`/spaces/${hidden}/pages/secret`, `/spaces/${foreign.id}`, "/spaces/gone"],
    `/spaces/${guide}/pages/start`,
  ];
  await fill(guide, {
    ...tree([
      page("start", { title: "Start", document: "## Here\n" }),
      page("links", {
        title: "Links",
        document: `## Own\n\n${link(...targets)}\n\n{% include "/reusable-contents/r1" %}\n\n{% include "/spaces/${other}/reusable-contents/r2" %}\n\n{% include "/reusable-contents/gone" %}\n`,
        cover: { ref: { kind: "file", file: "f1" }, yPos: 0 },
      }),
      page("out", { type: "link", target: { kind: "page", page: "start" } }),
    ]),
    files: [treeFile("f1")],
    reusableContents: [{ id: "r1", title: "Note", document: link("/pages/start") }],
  });
  const reader = await workspace.member(org, "read");
  return { fixture, workspace, org, admin, reader, guide, other, hidden, foreign, shelf };
}

let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
});

/** A reference as a short text. */
function describeReference(reference: LinkReference | undefined): string {
  if (reference === undefined) return "-";
  switch (reference.kind) {
    case "url":
      return `url ${reference.url}`;
    case "user":
      return `user ${reference.user.displayName}`;
    case "collection":
      return `collection ${reference.organization.title} ${reference.collection.title}`;
    case "openapi":
      return `openapi ${reference.organization.title} ${reference.openAPISpec.slug}`;
    default: {
      const { organization, space: inSpace } = reference;
      const parent = `${organization.title} ${inSpace.title}`;
      if (reference.kind === "space") return `space ${parent}`;
      const version = reference.versionContext?.type ?? "none";
      if (reference.kind === "file") return `file ${parent} ${reference.file.name} ${version}`;
      if (reference.kind === "reusable-content") {
        return `reusable ${parent} ${reference.reusableContent.title} ${version}`;
      }
      const location = reference.internalLocation;
      const inner =
        location === undefined ? "" : location.type === "anchor" ? `#${location.anchor}` : " node";
      return `page ${parent} ${reference.page.title}${inner} ${version}`;
    }
  }
}

type Links = Output<typeof space.links>;
const describeLinks = ({ items }: Links) =>
  items.map(
    ({ status, relation, targetReference, locationReferences }) =>
      `${status} ${relation}: ${describeReference(targetReference)} <- ${locationReferences.map(describeReference).join("; ")}`,
  );

const at = "page Acme Guide Links node revision";

describe("the links of a space", () => {
  const list = (user: string, filter: object = {}) =>
    opened.workspace.ok(user, space.links, { spaceId: opened.guide, limit: 100, ...filter });
  const inSpace = (start: string, status = "ok", from = at) =>
    `${status} reference: ${start} <- ${from}`;
  const start = "page Acme Guide Start";
  const expected = (mayReadHidden: boolean) => [
    inSpace(`${start} revision`),
    inSpace(`${start} revision`),
    inSpace(`${start}#here revision`),
    inSpace(`${start}#gone revision`, "broken"),
    inSpace("-", "broken"),
    inSpace("page Acme Guide Links#own revision"),
    inSpace("file Acme Guide f1.png revision"),
    inSpace("-", "broken"),
    inSpace("url https://example.com/"),
    inSpace("url mailto:a@example.com"),
    inSpace(`url ${base}/v1/spaces/x`, "in-app"),
    inSpace("url https://app.gitbook.com/s/x", "in-app"),
    inSpace("url nowhere.md", "broken"),
    inSpace("collection Acme Shelf"),
    inSpace("-", "broken"),
    inSpace("user Ada"),
    inSpace("-", "broken"),
    inSpace("openapi Acme petstore"),
    inSpace("openapi Acme petstore"),
    inSpace("-", "broken"),
    inSpace("space Acme Other"),
    inSpace("page Acme Other Two revision"),
    inSpace("page Acme Other Two#part revision"),
    inSpace("page Acme Other Two#gone revision", "broken"),
    inSpace("-", "broken"),
    inSpace("file Acme Other f2.png revision"),
    inSpace("-", "broken"),
    inSpace(mayReadHidden ? "page Acme Hidden secret revision" : "-"),
    inSpace("-", "broken"),
    inSpace("-", "broken"),
    `ok dependsOn: reusable Acme Guide Note revision <- ${at}`,
    `ok dependsOn: reusable Acme Other Other note revision <- ${at}`,
    `broken dependsOn: - <- ${at}`,
    inSpace(`${start} revision`, "ok", "page Acme Guide out revision"),
    inSpace(`${start} revision`, "ok", "reusable Acme Guide Note revision"),
  ];

  test("have their status and their target, if the user may see it", async () => {
    const { admin, reader } = opened;
    const all = await list(admin);
    expect(describeLinks(all).toSorted()).toEqual(expected(true).toSorted());
    expect(describeLinks(await list(reader)).toSorted()).toEqual(expected(false).toSorted());
    const broken = expected(true).filter((one) => one.startsWith("broken"));
    expect([all.stats, all.unchecked]).toEqual([
      { total: expected(true).length, broken: { total: broken.length } },
      { external: 2, inApp: 2 },
    ]);
    for (const status of ["ok", "broken", "in-app"] as const) {
      expect(describeLinks(await list(admin, { status })).toSorted()).toEqual(
        expected(true)
          .filter((one) => one.startsWith(`${status} `))
          .toSorted(),
      );
    }
  });

  test("of a page are those of the page only", async () => {
    const { workspace, admin, guide } = opened;
    const read = (pageId: string) =>
      workspace.ok(admin, pageContract.links, { spaceId: guide, pageId, limit: 100 });
    expect((await read("links")).stats.total).toBe(expected(true).length - 2);
    expect(describeLinks(await read("out"))).toEqual([
      inSpace(`${start} revision`, "ok", "page Acme Guide out revision"),
    ]);
    expect((await read("start")).items).toEqual([]);
  });

  slowTest(
    "to API specifications have their target for members, and for guests if it is public",
    async () => {
      const { fixture, workspace, org, admin, reader, foreign } = opened;
      const create = (organizationId: string, slug: string) =>
        workspace.ok(admin, openapi.create, { organizationId, slug, source: specificationSource });
      // The specification of the other organization is private, and the first one in the table.
      await create(foreign.organization, "public");
      await create(org, "public");
      const specification = { organizationId: org, specSlug: "public" };
      await workspace.ok(admin, openapi.update, { ...specification, visibility: "public" });
      await create(foreign.organization, "elsewhere");
      const spaceId = await fixture.space("API");
      const targets = ["petstore", "public", "elsewhere"].map((slug) => `[x](/openapi/${slug})\n`);
      await publish(workspace, spaceId, (_, { db }) =>
        store(db, spaceId, tree([page("a", { document: targets.join("\n") })])),
      );
      const guest = await workspace.member(org, null);
      await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [guest] });
      for (const [user, visible] of [
        [admin, ["openapi Acme petstore", "openapi Acme public", "-"]],
        [reader, ["openapi Acme petstore", "openapi Acme public", "-"]],
        [guest, ["-", "openapi Acme public", "-"]],
      ] as const) {
        const { items } = await workspace.ok(user, space.links, { spaceId });
        expect(items.map((one) => describeReference(one.targetReference))).toEqual(visible);
      }
    },
  );

  test("exclude those to a deleted space", async () => {
    const { fixture, workspace, admin } = opened;
    const [from, to] = [await fixture.space("From"), await fixture.space("To")];
    await publish(workspace, from, (_, { db }) =>
      store(db, from, tree([page("a", { document: `[x](/spaces/${to})\n` })])),
    );
    const read = async () =>
      describeLinks(await workspace.ok(admin, space.links, { spaceId: from }));
    const node = "page Acme From a node revision";
    expect(await read()).toEqual([`ok reference: space Acme To <- ${node}`]);
    await workspace.ok(admin, space.remove, { spaceId: to });
    expect(await read()).toEqual([`broken reference: - <- ${node}`]);
  });
});

describe("the backlinks", () => {
  const read = async (user: string, pageId: string) => {
    const input = { spaceId: opened.guide, pageId, limit: 100 };
    const { items } = await opened.workspace.ok(user, pageContract.backlinks, input);
    return items.map(describeReference);
  };
  const inSpace = [
    at,
    at,
    at,
    at,
    "page Acme Guide out revision",
    "reusable Acme Guide Note revision",
  ];

  test("of a page are in its space first, and in spaces that the user may see", async () => {
    const { admin, reader } = opened;
    const others = ["page Acme Hidden secret node revision", "page Acme Other back node revision"];
    const all = await read(admin, "start");
    expect([all.slice(0, 6).toSorted(), all.slice(6).toSorted()]).toEqual([
      inSpace.toSorted(),
      others,
    ]);
    expect((await read(reader, "start")).slice(6)).toEqual(others.slice(1));
    // A link to an anchor on the same page is none.
    expect(await read(admin, "links")).toEqual([]);
  });

  test("of a file are links in each space", async () => {
    const { workspace, admin, guide } = opened;
    const input = { spaceId: guide, fileId: "f1", limit: 100 };
    const { items } = await workspace.ok(admin, file.backlinks, input);
    expect(items.map(describeReference)).toEqual([at, "page Acme Other back node revision"]);
  });
});

describe("the links of a change request", () => {
  test("are divided into those that it breaks and those that were broken", async () => {
    const { fixture, workspace, admin } = opened;
    const spaceId = await fixture.space("Draft");
    const fill =
      (...pages: ContentTree["pages"]) =>
      (_: ContentTree, { db }: { db: Queries }) =>
        store(db, spaceId, tree(pages));
    const links = "[a](/pages/a) [b](/pages/b) [gone](/pages/gone)\n";
    const start = page("start", { document: links });
    await publish(workspace, spaceId, fill(start, page("a"), page("b")));
    const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
    await proposeContent(workspace, [spaceId, changeRequestId], admin, fill(start, page("a")));
    const read = async (filter: object = {}) => {
      const input = { spaceId, changeRequestId, ...filter };
      return workspace.ok(admin, crContent.links, input);
    };
    const statuses = async (filter: object = {}) =>
      (await read(filter)).items.map(({ status }) => status);
    const all = await read();
    expect(all.stats).toEqual({ total: 3, broken: { total: 2, changeRequest: 1 } });
    expect(describeLinks(all)).toEqual([
      "ok reference: page Acme Draft a changeRequest <- page Acme Draft start node changeRequest",
      "broken reference: - <- page Acme Draft start node changeRequest",
      "broken reference: - <- page Acme Draft start node changeRequest",
    ]);
    expect(await statuses({ brokenContext: "change-request" })).toEqual(["broken"]);
    expect(await statuses({ brokenContext: "space" })).toEqual(["broken"]);
    expect(await statuses({ brokenContext: "space", status: "ok" })).toEqual([]);
    const inPage = { spaceId, changeRequestId, pageId: "start" };
    const ofPage = await workspace.ok(admin, crContent.pageLinks, inPage);
    expect(ofPage.stats).toEqual(all.stats);
    const backlinks = { spaceId, changeRequestId, pageId: "a" };
    const { items } = await workspace.ok(admin, crContent.backlinks, backlinks);
    expect(items.map(describeReference)).toEqual(["page Acme Draft start node changeRequest"]);
    // The location of a page in a change request is below it.
    const [first] = all.items;
    const target = first?.targetReference;
    expect(target?.kind === "page" && "urls" in target.page && target.page.urls).toEqual({
      app: `${base}/_app/spaces/${spaceId}/change-requests/${changeRequestId}/page/a`,
    });
  });

  test.each([
    [50, "revision"],
    [51, "none"],
  ])("and of a space have the revision, unless it is large: %d pages", async (count, version) => {
    const { fixture, workspace, admin } = opened;
    const spaceId = await fixture.space("Large");
    const pages = Array.from({ length: count - 1 }, (_, index) => page(`p${index}`));
    await publish(workspace, spaceId, (_, { db }) =>
      store(db, spaceId, tree([page("a", { document: "[x](/pages/a)\n" }), ...pages])),
    );
    const answer = await workspace.ok(admin, space.links, { spaceId });
    expect(describeLinks(answer)).toEqual([
      `ok reference: page Acme Large a ${version} <- page Acme Large a node ${version}`,
    ]);
  });
});
