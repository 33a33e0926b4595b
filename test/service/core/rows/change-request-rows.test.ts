import { expect, it } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as space from "../../../../src/contract/space.ts";
import {
  addContributor,
  type ChangeRequestRow,
  endForeignSchedule,
  findAncestor,
  isOutdated,
  loadContributors,
  presentChangeRequests,
  readChangeRequest,
} from "../../../../src/service/core/rows/change-request-rows.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const base = "https://tome.example.com";

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

/** A space with two change requests, and another space with one. */
async function start() {
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const ada = await workspace.member(organizationId, "admin");
  const tom = await workspace.member(organizationId, "admin");
  const create = async () => {
    const { id: spaceId } = await workspace.ok(ada, space.create, { organizationId });
    const { id } = await workspace.ok(ada, cr.create, { spaceId });
    return { spaceId, id };
  };
  const [one, other] = [await create(), await create()];
  const second = await workspace.ok(tom, cr.create, { spaceId: one.spaceId });
  const row = await readChangeRequest(db, one.spaceId, one.id);
  const present = async (changes: Partial<ChangeRequestRow>) => {
    const changed = { ...row, ...changes };
    return (await presentChangeRequests({ db, base }, [changed]))(changed);
  };
  return { workspace, db, ada, tom, one, other, second: second.id, row, present };
}

it("a change request is found by its id or number in its own space", async () => {
  const { db, one, other, second } = await start();
  const find = async (spaceId: string, word: string) =>
    readChangeRequest(db, spaceId, word).then(
      ({ id }) => id,
      (error: Error) => error.message,
    );
  expect(await find(one.spaceId, one.id)).toBe(one.id);
  expect([await find(one.spaceId, "1"), await find(one.spaceId, "2")]).toEqual([one.id, second]);
  expect(await find(other.spaceId, "1")).toBe(other.id);
  const missing = (word: string) => `Space ${one.spaceId} has no change request ${word}.`;
  const hint = " Specify its id or number.";
  expect(await find(one.spaceId, "3")).toBe(missing("3"));
  for (const word of [other.id, "0", "01", "1234567890", "1.0"]) {
    expect(await find(one.spaceId, word)).toBe(missing(word) + hint);
  }
});

it("a change request is presented with its optional parts only if they exist", async () => {
  const { ada, tom, one, row, present } = await start();
  const user = (id: string) => expect.objectContaining({ object: "user", id });
  const path = `/spaces/${one.spaceId}/change-requests/${one.id}`;
  const plain = {
    ...{ object: "change-request", id: one.id, number: 1, status: "draft", subject: row.subject },
    ...{ createdBy: user(ada), createdAt: row.created_at, updatedAt: row.updated_at },
    ...{ space: one.spaceId, revision: row.revision_id, revisionInitial: row.revision_initial },
    ...{ comments: 0, outdated: false },
    urls: { location: `${base}/v1${path}`, app: `${base}/_app${path}` },
  };
  expect(await present({})).toEqual(plain);
  const document = { object: "document", data: {}, nodes: [] };
  const full = {
    ...{ description: JSON.stringify(document), status: "merged" as const, comments: 3 },
    ...{ revision_merged_ancestor: "r1", revision_merged: "r2", cluster_id: "c1" },
    ...{ merged_by: tom, merged_at: "2026-03-02T08:00:00.000Z" },
    ...{ merge_at: "2026-03-03T08:00:00.000Z", merge_scheduled_by: tom },
    ...{
      check_site: "s1",
      check_run: "n1",
      check_changed_pages: 4,
      check_time: "t1",
      check_failure: "f1",
    },
  };
  expect(await present(full)).toEqual({
    ...plain,
    ...{ status: "merged", description: document, comments: 3 },
    ...{ revisionMergedAncestor: "r1", revisionMerged: "r2", conversationsIssuesCluster: "c1" },
    ...{ mergedBy: user(tom), mergedAt: "2026-03-02T08:00:00.000Z" },
    styleguide: { site: "s1", run: "n1", changedPages: 4, checkedAt: "t1", failure: "f1" },
  });
  const check = { check_site: "s1", check_run: "n1" };
  expect((await present(check)).styleguide).toEqual({ site: "s1", run: "n1" });
  expect((await present({ ...check, check_run: null })).styleguide).toBe(undefined);
  expect((await present({ ...check, check_site: null })).styleguide).toBe(undefined);
});

it("a scheduled merge is scheduled or failed until the merge", async () => {
  const { tom, present } = await start();
  const at = "2026-03-03T08:00:00.000Z";
  const schedule = { merge_at: at, merge_scheduled_by: tom };
  const show = async (changes: Partial<ChangeRequestRow>) =>
    (await present(changes)).scheduledMerge;
  const scheduledBy = expect.objectContaining({ id: tom });
  expect(await show(schedule)).toEqual({ at, scheduledBy, status: "scheduled" });
  expect(await show({ ...schedule, merge_failure: "Refused." })).toEqual({
    ...{ at, scheduledBy, status: "failed", error: "Refused." },
  });
  expect(await show({ ...schedule, status: "merged" })).toBe(undefined);
  expect(await show({ merge_at: at })).toBe(undefined);
  expect(await show({ merge_scheduled_by: tom })).toBe(undefined);
});

it("a change request is outdated if its ancestor is not the newest revision of its space", async () => {
  const { row } = await start();
  expect(findAncestor({ revision_initial: "a", revision_merged_ancestor: null })).toBe("a");
  expect(findAncestor({ revision_initial: "a", revision_merged_ancestor: "b" })).toBe("b");
  const newer = { ...row, space_revision: "newer" };
  expect([row, newer, { ...newer, revision_merged_ancestor: "newer" }].map(isOutdated)).toEqual([
    ...[false, true, false],
  ]);
  expect(isOutdated({ ...newer, status: "merged" })).toBe(false);
  expect(isOutdated({ ...newer, status: "archived" })).toBe(true);
});

it("contributors are recorded once for each change request", async () => {
  const { db, ada, tom, one, second } = await start();
  for (const caller of [tom, tom, ada]) await addContributor({ db, caller }, one.id);
  expect([...(await loadContributors(db, one.id))].toSorted()).toEqual([ada, tom].toSorted());
  expect(await loadContributors(db, second)).toEqual(new Set([tom]));
});

it("an edit of another user ends a scheduled merge of this change request only", async () => {
  const { db, ada, tom, one, other, second } = await start();
  const schedule = (id: string, changes: object) =>
    db.updateTable("change_requests").set(changes).where("id", "=", id).execute();
  for (const id of [one.id, other.id]) {
    await schedule(id, { merge_schedule: "m1", merge_scheduled_by: ada });
  }
  await schedule(second, { merge_schedule: null, merge_scheduled_by: ada });
  const read = async (id: string) => {
    const row = await db
      .selectFrom("change_requests")
      .select(["merge_schedule", "merge_failure"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return [row.merge_schedule, row.merge_failure];
  };
  await endForeignSchedule({ db, caller: ada }, one.id);
  expect(await read(one.id)).toEqual(["m1", null]);
  for (const id of [one.id, second]) await endForeignSchedule({ db, caller: tom }, id);
  expect(await read(one.id)).toEqual([
    null,
    "Another user edited the change request after the merge was scheduled. Review the edit, and schedule the merge again.",
  ]);
  expect([await read(other.id), await read(second)]).toEqual([
    ["m1", null],
    [null, null],
  ]);
});
