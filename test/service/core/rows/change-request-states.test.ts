import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

const page = { operation: "insert_page", document: { markdown: "# New" } } as const;

test("PATCH with status: the given status, from draft to open and back", async () => {
  const { workspace, admin, spaceId, ...desk } = await start();
  const ids = { spaceId, changeRequestId: desk.id };
  for (const status of ["open", "draft", "open", "open"] as const) {
    expect((await workspace.ok(admin, cr.update, { ...ids, status })).status).toBe(status);
  }
});

test("PATCH with status: archived, from draft and from open", async () => {
  const { workspace, admin, spaceId, ...desk } = await start();
  const [draft, open] = [desk.id, await desk.desk.begin()];
  await workspace.ok(admin, cr.update, { spaceId, changeRequestId: open, status: "open" });
  for (const changeRequestId of [draft, open]) {
    const input = { spaceId, changeRequestId, status: "archived" } as const;
    expect((await workspace.ok(admin, cr.update, input)).status).toBe("archived");
  }
});

slowTest(
  "PATCH with status: an archived change request is reopened, and nothing else is possible",
  async () => {
    const { workspace, admin, spaceId, ...desk } = await start();
    for (const status of ["open", "draft"] as const) {
      const ids = { spaceId, changeRequestId: desk.id };
      await workspace.ok(admin, cr.update, { ...ids, status: "archived" });
      const refused = await workspace.refused(admin, cr.update, { ...ids, subject: "Renamed" });
      expect(refused.status).toBe(409);
      expect(refused.message).toContain("is archived. Set its status to draft or open.");
      expect((await workspace.refused(admin, cr.merge, ids)).status).toBe(409);
      const opened = await workspace.ok(admin, cr.update, { ...ids, status, subject: "Back" });
      expect(opened).toMatchObject({ status, subject: "Back" });
      await desk.desk.edit(desk.id, [page]);
    }
  },
);

test("PATCH with status: merged is refused", async () => {
  const { workspace, admin, spaceId, ...desk } = await start();
  const input = { spaceId, changeRequestId: desk.id, status: "merged" as never };
  expect(await workspace.refused(admin, cr.update, input)).toMatchObject({ status: 400 });
});

test("POST merge: merged, and the response has the revision and the result merge", async () => {
  const { workspace, admin, spaceId, ...rest } = await start();
  const { desk, id } = rest;
  await desk.edit(id, [page]);
  const before = await desk.mainRevision();
  const answer = await workspace.ok(admin, cr.merge, { spaceId, changeRequestId: id });
  const main = await desk.mainRevision();
  expect(answer).toEqual({ revision: main, result: "merge" });
  expect(main).not.toBe(before);
  expect(await desk.get(id)).toMatchObject({
    status: "merged",
    revisionMerged: main,
    mergedAt: workspace.now.toISOString(),
    mergedBy: { id: admin },
  });
});

test("POST update: the space's content is pulled, with the revision and the result update", async () => {
  const { workspace, admin, spaceId, ...rest } = await start();
  const { desk, id } = rest;
  await desk.edit(id, [page]);
  await desk.publish({ title: "Meanwhile", markdown: "Hello" });
  const answer = await workspace.ok(admin, cr.pull, { spaceId, changeRequestId: id });
  const after = await desk.get(id);
  expect(answer).toEqual({ revision: after.revision, result: "update" });
  expect(after).toMatchObject({
    status: "draft",
    outdated: false,
    revisionMergedAncestor: await desk.mainRevision(),
  });
  expect(await desk.pages(after.revision)).toEqual(["new: ", "meanwhile: Hello"]);
});

slowTest(
  "a merged change request refuses every change, and an archived one every change but its status",
  async () => {
    const { workspace, admin, spaceId, ...rest } = await start();
    const { desk, id } = rest;
    await desk.merge(id);
    const archived = await desk.begin();
    const archive = { spaceId, changeRequestId: archived, status: "archived" } as const;
    await workspace.ok(admin, cr.update, archive);
    for (const changeRequestId of [id, archived]) {
      const before = await desk.get(changeRequestId);
      const ids = { spaceId, changeRequestId };
      const attempts = [
        ...(changeRequestId === archived
          ? []
          : ([
              [cr.update, { ...ids, status: "open" }],
              [cr.update, { ...ids, status: "draft" }],
            ] as const)),
        [cr.update, { ...ids, subject: "Other" }],
        [cr.edit, { ...ids, changes: [page] }],
        [cr.merge, ids],
        [cr.pull, ids],
        [crReview.create, { ...ids, status: "approved" }],
        [crReview.request, { ...ids, users: [admin] }],
      ] as const;
      for (const [endpoint, input] of attempts) {
        expect(await workspace.refused(admin, endpoint, input as never)).toMatchObject({
          status: 409,
          message: expect.stringContaining(before.status),
        });
      }
      expect(await desk.get(changeRequestId)).toEqual(before);
    }
  },
);

test("archiving an archived change request again succeeds", async () => {
  const { workspace, admin, spaceId, ...rest } = await start();
  const archive = { spaceId, changeRequestId: rest.id, status: "archived" } as const;
  const first = await workspace.ok(admin, cr.update, archive);
  workspace.passDays(1);
  expect(await workspace.ok(admin, cr.update, archive)).toEqual(first);
});

async function start() {
  const desk = await openDesk();
  const { workspace, admin, spaceId } = desk;
  return { desk, workspace, admin, spaceId, id: await desk.begin() };
}
