import { expect, test } from "vitest";
import * as content from "../../../../src/contract/content.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as page from "../../../../src/contract/page.ts";
import * as revision from "../../../../src/contract/revision.ts";
import * as space from "../../../../src/contract/space.ts";
import { templates } from "../../../../src/service/areas/content/texts/templates.ts";
import { publish, publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const workspace = shared;
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const make = async () => (await workspace.ok(admin, space.create, { organizationId: org })).id;
  return { workspace, org, admin, make, spaceId: await make() };
}

const specification = { kind: "url", url: "https://example.com/openapi.json" } as const;

test("the content of a space is its newest revision, and older ones can still be read", async () => {
  const { workspace, admin, spaceId } = await start();
  const before = await workspace.ok(admin, content.get, { spaceId });
  expect(before).toMatchObject({ type: "edits", parents: [], pages: [], files: [], variables: {} });
  await publishPages(workspace, spaceId, [{ title: "One", markdown: "1" }]);
  await publish(workspace, spaceId, (tree) => ({ ...tree, variables: { name: "Lumen" } }));
  const now = await workspace.ok(admin, content.get, { spaceId });
  expect(now).toMatchObject({ pages: [{ title: "One" }], variables: { name: "Lumen" } });
  expect(now.id).toBe((await workspace.ok(admin, space.get, { spaceId })).revision);
  const [parent = ""] = now.parents;
  const earlier = await workspace.ok(admin, revision.get, { spaceId, revisionId: parent });
  expect(earlier).toMatchObject({ id: parent, parents: [before.id], variables: {} });
  const unknown = { spaceId, revisionId: "none" };
  expect(await workspace.refused(admin, revision.get, unknown)).toMatchObject({ status: 404 });
});

test("a revision of another space is not found", async () => {
  const { workspace, admin, make, spaceId } = await start();
  const other = await workspace.ok(admin, content.get, { spaceId: await make() });
  const asked = { spaceId, revisionId: other.id };
  expect(await workspace.refused(admin, revision.get, asked)).toMatchObject({ status: 404 });
});

test.each(Object.keys(templates))(
  "the template %s creates pages without broken links",
  async (id) => {
    const { workspace, admin, spaceId } = await start();
    const asks = templates[id]?.needs ?? {};
    const contentRefs = Object.fromEntries(Object.keys(asks).map((key) => [key, specification]));
    await workspace.ok(admin, content.applyTemplate, { spaceId, id, params: { contentRefs } });
    const { pages } = await workspace.ok(admin, page.list, { spaceId });
    expect(pages.length).toBeGreaterThan(2);
    const { stats } = await workspace.ok(admin, space.links, { spaceId });
    expect(stats.broken.total).toBe(0);
    expect(stats.total).toBeGreaterThan(0);
  },
);

test("a template is refused without its required reference, and with an unknown one", async () => {
  const { workspace, admin, spaceId } = await start();
  const id = "api-reference";
  const bare = await workspace.refused(admin, content.applyTemplate, { spaceId, id });
  expect(bare).toMatchObject({
    status: 400,
    message: expect.stringContaining("params.contentRefs.specification"),
  });
  const params = { contentRefs: { specification, other: specification } };
  const many = await workspace.refused(admin, content.applyTemplate, { spaceId, id, params });
  expect(many).toMatchObject({ status: 400, message: expect.stringContaining("other") });
  const unknown = await workspace.refused(admin, content.applyTemplate, { spaceId, id: "none" });
  expect(unknown).toMatchObject({ status: 404 });
  expect(await workspace.ok(admin, page.list, { spaceId })).toEqual({ pages: [] });
});

test("a space is a template too: its pages get new ids, and links lead to the copies", async () => {
  const { workspace, admin, make, spaceId } = await start();
  const source = await make();
  const ids = await publishPages(workspace, source, [
    { title: "One", markdown: "See [two](two.md#part)." },
    { title: "Two", markdown: "## Part\n" },
  ]);
  await workspace.ok(admin, content.applyTemplate, { spaceId, id: source });
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  expect(pages.map(({ title }) => title)).toEqual(["One", "Two"]);
  expect(pages.map(({ id }) => id)).not.toContain(ids.one);
  const { items } = await workspace.ok(admin, space.links, { spaceId });
  expect(items).toMatchObject([
    { status: "ok", targetReference: { page: { id: pages[1]?.id }, space: { id: spaceId } } },
  ]);
});

test("a template is applied to a change request, also of a locked space", async () => {
  const { workspace, admin, spaceId } = await start();
  const request = await workspace.ok(admin, cr.create, { spaceId, subject: "Begin" });
  await workspace.ok(admin, space.update, { spaceId, editMode: "locked" });
  const asked = { spaceId, id: "help-center" };
  const refused = await workspace.refused(admin, content.applyTemplate, asked);
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("locked") });
  await workspace.ok(admin, content.applyTemplate, { ...asked, changeRequestId: request.id });
  expect(await workspace.ok(admin, page.list, { spaceId })).toEqual({ pages: [] });
  const changed = await workspace.ok(admin, cr.get, { spaceId, changeRequestId: request.id });
  expect(changed.revision).not.toBe(request.revision);
});

test("a user without the edit permission cannot apply a template", async () => {
  const { workspace, org, spaceId } = await start();
  const commenter = await workspace.member(org, "comment");
  const asked = { spaceId, id: "help-center" };
  const refused = await workspace.refused(commenter, content.applyTemplate, asked);
  expect(refused).toMatchObject({ status: 403 });
});
