import { describe, expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import * as space from "../../../../../src/contract/space.ts";
import { loadRevisionLinks } from "../../../../../src/service/areas/content/links/revision-links.ts";
import { sample, slowTest } from "../../../../support/generators/amount.ts";
import { page, publish, publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const base = "https://docs.example.com";

/** An organization with a space whose link pages have the references, and another organization. */
async function start() {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const openOrganization = async (title: string) => {
    const organizationId = await workspace.organization(title);
    const admin = await workspace.member(organizationId, "admin");
    const create = async () => (await workspace.ok(admin, space.create, { organizationId })).id;
    const target = await create();
    const ids = await publishPages(workspace, target, [
      { title: "Page", markdown: "# Part\n\nText.\n" },
    ]);
    await publish(workspace, target, (tree) => ({
      ...tree,
      files: [{ id: "file", name: "a", contentType: "text/plain", hash: "0".repeat(64), size: 1 }],
      reusableContents: [{ id: "note", title: "Note" }],
    }));
    const group = await workspace.ok(admin, collection.create, { organizationId });
    await db
      .insertInto("specifications")
      .values({
        ...{ id: `spec-${title}`, organization_id: organizationId, slug: `slug-${title}` },
        ...createSpecification(now),
      })
      .execute();
    return { admin, create, target, page: ids.page ?? "", collection: group.id };
  };
  const [own, other] = [await openOrganization("own"), await openOrganization("other")];
  const source = await own.create();
  const list = async (refs: readonly ContentReference[]) => {
    const { root } = await publish(workspace, source, (tree) => ({
      ...tree,
      pages: refs.map((target, at) => page(`p${at}`, { type: "link", target })),
    }));
    const call = { db, base, now, caller: own.admin } as never;
    return loadRevisionLinks(call, { space: source, root });
  };
  return { workspace, own, other, source, list };
}

function createSpecification(now: Date) {
  const time = now.toISOString();
  return {
    ...{ source_url: null, source_text: null, source_number: 1, visibility: "private" as const },
    ...{ processing_state: "complete" as const, last_version_id: null, last_processed_at: null },
    ...{ last_error_code: null, last_errors: null, created_at: time, updated_at: time },
  };
}

type Started = Awaited<ReturnType<typeof start>>;

/** References into the space, to the organization and its user, each of a kind. */
function listReferences(
  { target, page: id, collection: group, admin }: Started["own"],
  name: string,
) {
  const refs: readonly ContentReference[] = [
    { kind: "space", space: target },
    { kind: "page", page: id, space: target },
    { kind: "anchor", anchor: "part", page: id, space: target },
    { kind: "anchor", anchor: "part", space: target },
    { kind: "file", file: "file", space: target },
    { kind: "reusable-content", reusableContent: "note", space: target },
    { kind: "collection", collection: group },
    { kind: "user", user: admin },
    { kind: "openapi", spec: `spec-${name}` },
    { kind: "openapi", spec: `slug-${name}` },
  ];
  return refs;
}

function showStatuses(links: Awaited<ReturnType<Started["list"]>>) {
  return links.map(({ ref, status }) => [ref, status]);
}

describe("a reference out of a space", () => {
  test("is ok if its target is in the organization, and broken if it is in another one", async () => {
    const { own, other, list } = await start();
    const [inside, outside] = [listReferences(own, "own"), listReferences(other, "other")];
    expect(showStatuses(await list([...inside, ...outside]))).toEqual([
      ...inside.map((ref) => [ref, "ok"]),
      ...outside.map((ref) => [ref, "broken"]),
    ]);
    // Each alone, without the targets of the others.
    for (const ref of inside) expect(showStatuses(await list([ref]))).toEqual([[ref, "ok"]]);
  });

  slowTest("is broken if its target is missing", async () => {
    const { own, list } = await start();
    const { target, page: id } = own;
    const missing: readonly ContentReference[] = [
      { kind: "space", space: "none" },
      { kind: "page", page: "none", space: target },
      { kind: "page", page: id, space: "none" },
      { kind: "anchor", anchor: "none", page: id, space: target },
      { kind: "anchor", anchor: "part", page: "none", space: target },
      { kind: "anchor", anchor: "part", space: "none" },
      { kind: "file", file: "none", space: target },
      { kind: "reusable-content", reusableContent: "none", space: target },
      { kind: "collection", collection: "none" },
      { kind: "user", user: "none" },
      { kind: "openapi", spec: "none" },
    ];
    expect(showStatuses(await list(missing))).toEqual(missing.map((ref) => [ref, "broken"]));
  });

  slowTest("is broken after its target was deleted, without a new revision", async () => {
    const { workspace, own, list } = await start();
    const inside = listReferences(own, "own").filter((ref) => "space" in ref);
    expect((await list(inside)).map(({ status }) => status)).toEqual(inside.map(() => "ok"));
    await workspace.ok(own.admin, space.remove, { spaceId: own.target });
    expect((await list(inside)).map(({ status }) => status)).toEqual(inside.map(() => "broken"));
  });

  slowTest("into its own space is one within it", async () => {
    const { source, list } = await start();
    const refs: readonly ContentReference[] = [
      { kind: "page", page: "p0", space: source },
      { kind: "page", page: "none", space: source },
      { kind: "anchor", anchor: "none", page: "p0", space: source },
    ];
    expect(showStatuses(await list(refs))).toEqual([
      [{ kind: "page", page: "p0" }, "ok"],
      [{ kind: "page", page: "none" }, "broken"],
      [{ kind: "anchor", anchor: "none", page: "p0" }, "broken"],
    ]);
  });
});

test.each(
  sample(
    [
      [`${base}/v1/spaces/s`, "in-app"],
      [`${base}/v1`, "ok"],
      [`${base}/other`, "ok"],
      ["https://app.gitbook.com/o/org/s/space", "in-app"],
      ["HTTPS://APP.GITBOOK.COM/spaces/s", "in-app"],
      ["https://app.gitbook.com/about", "ok"],
      ["https://example.com/app.gitbook.com/o/org", "ok"],
      ["nowhere.md", "broken"],
    ] as const,
    3,
  ),
)("the URL %s is %s", async (url, status) => {
  const { list } = await start();
  expect((await list([{ kind: "url", url }])).map((link) => link.status)).toEqual([status]);
});
