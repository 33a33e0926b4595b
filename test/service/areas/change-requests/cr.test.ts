import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crComment from "../../../../src/contract/cr-comment.ts";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { openDesk, openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test("a new change request is a draft with the next number, based on the content of its space", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const main = await desk.mainRevision();
  const made = await workspace.ok(admin, cr.create, { spaceId, subject: "Better words" });
  expect(made).toMatchObject({
    object: "change-request",
    number: 1,
    status: "draft",
    subject: "Better words",
    createdBy: { id: admin },
    createdAt: workspace.now.toISOString(),
    space: spaceId,
    revision: main,
    revisionInitial: main,
    comments: 0,
    outdated: false,
  });
  for (const absent of ["description", "revisionMerged", "revisionMergedAncestor"]) {
    expect(made).not.toHaveProperty(absent);
  }
  const second = await workspace.ok(admin, cr.create, { spaceId });
  expect(second).toMatchObject({ number: 2, subject: "" });
});

test("numbers count within a space, and a change request is found by id and number", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin, spaceId } = desk;
  const id = await desk.begin();
  const other = await workspace.ok(admin, space.create, { organizationId: org });
  const there = await workspace.ok(admin, cr.create, { spaceId: other.id });
  expect(there.number).toBe(1);
  const byId = await workspace.ok(admin, cr.get, { spaceId, changeRequestId: id });
  expect(await workspace.ok(admin, cr.get, { spaceId, changeRequestId: "1" })).toEqual(byId);
  for (const changeRequestId of ["2", "0", "99999999999999999999", "unknown", there.id]) {
    const refused = await workspace.refused(admin, cr.get, { spaceId, changeRequestId });
    expect(refused).toMatchObject({
      status: 404,
      message: expect.stringContaining(`has no change request ${changeRequestId}.`),
    });
  }
});

test("every operation accepts the number", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  await desk.begin();
  const ids = { spaceId, changeRequestId: "1" };
  await workspace.ok(admin, cr.update, { ...ids, subject: "By number" });
  await workspace.ok(admin, crComment.create, { ...ids, body: { markdown: "Hello" } });
  expect((await workspace.ok(admin, crComment.list, ids)).items).toHaveLength(1);
  await workspace.ok(admin, cr.changes, ids);
  await workspace.ok(admin, cr.pdf, ids);
  await workspace.ok(admin, cr.pull, ids);
  expect((await workspace.ok(admin, cr.merge, ids)).result).toBe("merge");
});

test("subject and description are updated, and omitted ones stay", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const ids = { spaceId, changeRequestId: await desk.begin() };
  const description = parseMarkdown("Why **this** is better.");
  workspace.passDays(1);
  const changed = await workspace.ok(admin, cr.update, { ...ids, description });
  expect(changed).toMatchObject({
    subject: "Better words",
    description,
    updatedAt: workspace.now.toISOString(),
  });
  workspace.passDays(1);
  expect(await workspace.ok(admin, cr.update, ids)).toEqual(changed);
  const long = { ...ids, subject: "x".repeat(101) };
  expect(await workspace.refused(admin, cr.update, long)).toMatchObject({ status: 400 });
  const plain = { ...ids, description: { markdown: "No document" } as never };
  expect(await workspace.refused(admin, cr.update, plain)).toMatchObject({
    status: 400,
    message: expect.stringContaining("description"),
  });
});

test("the space counts its change requests: all, open and draft ones", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const ids = [];
  for (let number = 0; number < 5; number++) ids.push(await desk.begin());
  const [first, second, third, fourth] = ids;
  for (const [id, status] of [
    [first, "open"],
    [second, "open"],
    [third, "archived"],
  ] as const) {
    await workspace.ok(admin, cr.update, { spaceId, changeRequestId: id ?? "", status });
  }
  await desk.merge(fourth ?? "");
  expect(await workspace.ok(admin, space.get, { spaceId })).toMatchObject({
    changeRequests: 5,
    changeRequestsOpen: 2,
    changeRequestsDraft: 1,
  });
});

test("a change request has separate comments, and counts the open ones", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const ids = { spaceId, changeRequestId: await desk.begin() };
  const body = { markdown: "Hello" };
  const first = await workspace.ok(admin, crComment.create, { ...ids, body });
  await workspace.ok(admin, crComment.create, { ...ids, body });
  expect(first.target.changeRequest).toBe(ids.changeRequestId);
  expect((await desk.get(ids.changeRequestId)).comments).toBe(2);
  const resolve = { ...ids, commentId: first.id, resolved: true };
  await workspace.ok(admin, crComment.update, resolve);
  expect((await desk.get(ids.changeRequestId)).comments).toBe(1);
  expect((await workspace.ok(admin, space.get, { spaceId })).comments).toBe(0);
});

test("a reader lists change requests and creates none, and a guest lists none", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, spaceId } = desk;
  const changeRequestId = await desk.begin();
  const [reader, commenter, guest] = [
    await desk.person("read"),
    await desk.person("comment"),
    await desk.person(null),
  ];
  const ids = { spaceId, changeRequestId };
  await workspace.ok(reader, cr.get, ids);
  await workspace.ok(reader, cr.list, { spaceId });
  for (const who of [reader, commenter]) {
    for (const [endpoint, input] of [
      [cr.create, { spaceId }],
      [cr.update, { ...ids, subject: "Mine" }],
      [cr.pull, ids],
      [cr.merge, ids],
    ] as const) {
      const refused = await workspace.refused(who, endpoint, input as never);
      expect(refused).toMatchObject({ status: 403, message: expect.stringContaining("role") });
    }
  }
  expect(await workspace.refused(guest, cr.get, ids)).toMatchObject({ status: 404 });
  const all = { organizationId: org, status: ["draft"] } as const;
  expect((await workspace.ok(guest, cr.listInOrganization, all)).items).toEqual([]);
});

test("an editor edits and does not merge, and a reviewer does both", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, spaceId } = desk;
  const [editor, reviewer] = [await desk.person("edit"), await desk.person("review")];
  const changeRequestId = await desk.begin("Mine", editor);
  const ids = { spaceId, changeRequestId };
  const page = { operation: "insert_page", document: { markdown: "# New" } } as const;
  await desk.edit(changeRequestId, [page], editor);
  expect(await workspace.refused(editor, cr.merge, ids)).toMatchObject({ status: 403 });
  expect((await desk.merge(changeRequestId, reviewer)).result).toBe("merge");
});

test("a locked space accepts changes by change requests", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  await workspace.ok(admin, space.update, { spaceId, editMode: "locked" });
  await desk.publish({ title: "Start", markdown: "Hello" });
  expect(await desk.pages(await desk.mainRevision())).toEqual(["start: Hello"]);
});

test("a space with change requests is purged completely", async () => {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  const changeRequestId = await desk.begin();
  const body = { markdown: "Hello" };
  await workspace.ok(admin, crComment.create, { spaceId, changeRequestId, body });
  await workspace.ok(admin, space.remove, { spaceId });
  workspace.passDays(8);
  await workspace.service.jobs.runDue();
  for (const table of ["change_requests", "change_request_contributors", "comments"] as const) {
    expect(await workspace.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test("a new change request starts with the pages of a template, and the space is unchanged", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const before = await desk.mainRevision();
  const from = { id: "product-docs" };
  const made = await workspace.ok(admin, cr.create, { spaceId, subject: "New", template: from });
  const { items } = await workspace.ok(admin, cr.list, { spaceId, status: ["draft"] });
  expect(items).toEqual([made]);
  const paths = (await desk.pages(made.revision)).map((one) => one.split(":")[0]);
  expect(paths.slice(0, 4)).toEqual(["welcome", "quickstart", "guides", "guides/your-first-task"]);
  expect(await desk.mainRevision()).toBe(before);
  const unknown = { spaceId, template: { id: "nothing" } };
  expect(await workspace.refused(admin, cr.create, unknown)).toMatchObject({ status: 404 });
});

test("an edit warns about a page condition in front matter, which has no effect", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const changeRequestId = await desk.begin();
  const edit = async (markdown: string) => {
    const changes = [{ operation: "insert_page" as const, document: { markdown } }];
    return (await workspace.explain(admin, cr.edit, { spaceId, changeRequestId, changes })).notes;
  };
  expect(await edit("---\nif: visitor.claims.a\n---\n\n# A\n")).toEqual([
    'The front matter "if" has no effect: the local platform has no page conditions. Set the condition of a section or space of the site instead.',
  ]);
  expect(await edit("---\ndescription: visitor.claims.a\n---\n\n# A\n")).toEqual([]);
});
