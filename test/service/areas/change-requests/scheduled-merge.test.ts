import { describe, expect, test } from "vitest";
import * as auditEvent from "../../../../src/contract/audit-event.ts";
import * as content from "../../../../src/contract/content.ts";
import * as cr from "../../../../src/contract/cr.ts";
import type { ContentChange } from "../../../../src/contract/cr-content.model.ts";
import * as space from "../../../../src/contract/space.ts";
import { mergeScheduled } from "../../../../src/service/areas/change-requests/scheduled-merge.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { sample, slowTest, slowTests } from "../../../support/generators/amount.ts";
import { type Desk, openDesk } from "../../../support/organizations/changes.ts";

const hour = 60 * 60 * 1000;

async function start() {
  const desk = await openDesk();
  const { workspace, admin, org, spaceId } = desk;
  const [page = ""] = await desk.publish({ title: "Start", markdown: "Old words" });
  const id = await desk.begin();
  await desk.write(id, page, "New words");
  const later = (hours: number) => new Date(workspace.now.getTime() + hours * hour).toISOString();
  const schedule = (at: string, who = admin) =>
    workspace.ok(who, cr.scheduleMerge, { spaceId, changeRequestId: id, at });
  const cancel = (who = admin) =>
    workspace.ask(who, cr.cancelMerge, { spaceId, changeRequestId: id });
  const pass = async (hours: number) => {
    workspace.time.now = new Date(workspace.now.getTime() + hours * hour);
    await workspace.service.jobs.finish();
  };
  const listEvents = async (action: string) =>
    (await workspace.ok(admin, auditEvent.list, { organizationId: org, action })).items;
  return {
    desk,
    workspace,
    admin,
    org,
    spaceId,
    page,
    id,
    later,
    schedule,
    cancel,
    pass,
    listEvents,
  };
}

const editWays = ["text", "title", "new page", "deletion", "file", "template", "resolve"] as const;

interface ForeignEdit {
  readonly way: (typeof editWays)[number];
  readonly id: string;
  readonly page: string;
  readonly who: string;
}

/** Changes the content of a change request in one of the ways of the API. */
async function change(desk: Desk, { way, id, page, who }: ForeignEdit): Promise<void> {
  const ids = { spaceId: desk.spaceId, changeRequestId: id };
  const edits: Record<Exclude<typeof way, "template" | "resolve">, ContentChange> = {
    text: { operation: "update_page", page, document: { markdown: "Hostile words" } },
    title: { operation: "update_page", page, title: "Hostile" },
    "new page": { operation: "insert_page", title: "Hostile", document: { markdown: "Words" } },
    deletion: { operation: "delete_page", page },
    file: {
      operation: "insert_files",
      files: [{ name: "a.txt", contentType: "text/plain", base64: "aGk=" }],
    },
  };
  if (way === "resolve") {
    await desk.workspace.ok(who, cr.resolve, { ...ids, choices: [{ keep: "space" }] });
  } else if (way === "template") {
    await desk.workspace.ok(who, content.applyTemplate, { ...ids, id: desk.spaceId });
  } else await desk.edit(id, [edits[way]], who);
}

describe("a scheduled merge", () => {
  test("merges at its time, and not before, as the user who scheduled it", async () => {
    const { desk, id, later, schedule, pass, listEvents } = await start();
    const reviewer = await desk.person("review");
    const at = later(5);
    const { scheduledMerge } = await schedule(at, reviewer);
    expect(scheduledMerge).toMatchObject({
      at,
      status: "scheduled",
      scheduledBy: { id: reviewer },
    });
    await pass(4);
    expect(await desk.get(id)).toMatchObject({ status: "draft", scheduledMerge: { at } });
    await pass(1);
    const merged = await desk.get(id);
    expect(merged).toMatchObject({ status: "merged", mergedBy: { id: reviewer } });
    expect(merged.scheduledMerge).toBeUndefined();
    expect(await desk.pages(await desk.mainRevision())).toEqual(["start: New words"]);
    const [event] = await listEvents("mergeChangeRequest");
    expect(event).toMatchObject({ actor: { id: reviewer }, target: { id } });
  });

  slowTest("accepts a time with any zone, and refuses one in the past", async () => {
    const { workspace, admin, spaceId, id, schedule } = await start();
    const { scheduledMerge } = await schedule("2026-03-02T12:00:00+02:00");
    expect(scheduledMerge?.at).toBe("2026-03-02T10:00:00.000Z");
    for (const at of [
      "2026-03-02T08:00:00Z",
      "2020-01-01T00:00:00Z",
      "2026-03-03",
      "2026-03-03T08:00:00",
      "tomorrow",
    ]) {
      const refused = await workspace.refused(admin, cr.scheduleMerge, {
        ...{ spaceId, changeRequestId: id },
        at,
      });
      expect([at, refused.status]).toEqual([at, 400]);
    }
  });

  slowTest(
    "is replaced by a later schedule, and does not merge after its cancellation",
    async () => {
      const { desk, id, later, schedule, cancel, pass } = await start();
      await schedule(later(1));
      await schedule(later(3));
      await pass(2);
      expect((await desk.get(id)).status).toBe("draft");
      expect((await cancel()).status).toBe(205);
      expect((await cancel()).status).toBe(204);
      await pass(5);
      expect(await desk.get(id)).toMatchObject({ status: "draft" });
      expect((await desk.get(id)).scheduledMerge).toBeUndefined();
    },
  );

  slowTests.each(["canceled", "rescheduled", "merged", "archived"] as const)(
    "changes nothing if it is %s after its conflicts were computed",
    async (meanwhile) => {
      const { desk, workspace, admin, spaceId, id, later, schedule, cancel } = await start();
      await schedule(later(1));
      const { db, now } = workspace;
      const { payload } = await db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", "merge-change-request")
        .executeTakeFirstOrThrow();
      const call = {
        ...{ db, now, newId: createId, time: () => now, clockIsMoved: false },
        ...{ outside: openOutside(), secretBox: openSecretBox(undefined) },
        ...{ enqueue: async () => {}, requirePermission: async () => {}, warn() {} },
      };
      const { signal } = new AbortController();
      const effect = await mergeScheduled.prepare(JSON.parse(payload), { ...call, signal });
      if (meanwhile === "canceled") await cancel();
      else if (meanwhile === "rescheduled") await schedule(later(3));
      else if (meanwhile === "merged") await desk.merge(id);
      else
        await workspace.ok(admin, cr.update, { spaceId, changeRequestId: id, status: "archived" });
      const before = await desk.mainRevision();
      await db.transaction().execute(async (transaction) => {
        if ("record" in effect) throw new Error("A merge has no effect outside the platform.");
        await effect({ ...call, db: transaction });
      });
      expect(await desk.mainRevision()).toBe(before);
      const { status, scheduledMerge } = await desk.get(id);
      expect([status, scheduledMerge?.status]).toEqual(
        {
          canceled: ["draft", undefined],
          rescheduled: ["draft", "scheduled"],
          merged: ["merged", undefined],
          archived: ["archived", "failed"],
        }[meanwhile],
      );
    },
  );

  slowTest("shows no earlier failure once it is scheduled again", async () => {
    const { desk, workspace, admin, spaceId, id, later, schedule, pass } = await start();
    const rule = { rule: "require_at_least_one_approved_review" } as const;
    const change = (rules: (typeof rule)[]) =>
      workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "rules", rules } });
    await change([rule]);
    await schedule(later(1));
    await pass(2);
    expect((await desk.get(id)).scheduledMerge?.status).toBe("failed");
    await change([]);
    await schedule(later(1));
    const { scheduledMerge } = await desk.get(id);
    expect([scheduledMerge?.status, scheduledMerge?.error]).toEqual(["scheduled", undefined]);
    await pass(2);
    expect((await desk.get(id)).status).toBe("merged");
  });

  slowTest("does nothing after a merge by hand", async () => {
    const { desk, id, later, schedule, pass, listEvents } = await start();
    await schedule(later(1));
    const { revision } = await desk.merge(id);
    await pass(2);
    expect(await desk.mainRevision()).toBe(revision);
    expect(await listEvents("failScheduledMerge")).toEqual([]);
  });

  slowTest(
    "fails with the reason for conflicts, unmet rules and archived change requests",
    async () => {
      const reasons: string[] = [];
      for (const obstacle of ["conflict", "rule", "archived"]) {
        const { desk, workspace, admin, spaceId, page, id, later, schedule, pass, listEvents } =
          await start();
        await schedule(later(1));
        if (obstacle === "conflict") {
          const other = await desk.begin();
          await desk.write(other, page, "Other words");
          await desk.merge(other);
        } else if (obstacle === "rule") {
          const rule = { rule: "require_at_least_one_approved_review" } as const;
          const mergeRules = { type: "rules" as const, rules: [rule] };
          await workspace.ok(admin, space.update, { spaceId, mergeRules });
        } else {
          await workspace.ok(admin, cr.update, {
            spaceId,
            changeRequestId: id,
            status: "archived",
          });
        }
        const before = await desk.mainRevision();
        await pass(2);
        const { scheduledMerge } = await desk.get(id);
        expect(scheduledMerge?.status).toBe("failed");
        expect(await desk.mainRevision()).toBe(before);
        const [event] = await listEvents("failScheduledMerge");
        expect(event).toMatchObject({ target: { id } });
        reasons.push(String(scheduledMerge?.error));
      }
      expect(reasons).toEqual([
        expect.stringContaining("conflicting changes"),
        expect.stringMatching(/cannot be merged: .*approv/),
        expect.stringContaining("is archived"),
      ]);
    },
  );

  slowTests.each([
    ["role", "Merging a change request requires the role review in the space; your role is edit."],
    ["membership", "Space {space} does not exist, or you do not have access to it."],
  ])("does not merge after its user lost the %s", async (loss, reason) => {
    const { desk, workspace, org, spaceId, id, later, schedule, pass } = await start();
    const reviewer = await desk.person("review");
    await schedule(later(1), reviewer);
    await workspace.db
      .updateTable("members")
      .set(loss === "role" ? { role: "edit" } : { disabled: 1 })
      .where("organization_id", "=", org)
      .where("user_id", "=", reviewer)
      .execute();
    const before = await desk.mainRevision();
    await pass(2);
    const { status, scheduledMerge } = await desk.get(id);
    expect([status, scheduledMerge?.status, await desk.mainRevision()]).toEqual([
      ...["draft", "failed", before],
    ]);
    const canceled = "Canceled: the requester no longer has the required permission.";
    expect(scheduledMerge?.error).toBe(`${canceled} ${reason.replace("{space}", spaceId)}`);
    const { merge_schedule } = await workspace.db
      .selectFrom("change_requests")
      .select("merge_schedule")
      .where("id", "=", id)
      .where("space_id", "=", spaceId)
      .executeTakeFirstOrThrow();
    expect(merge_schedule).toBeNull();
  });

  slowTest("needs the role that a merge needs, and is listed", async () => {
    const { desk, workspace, admin, spaceId, id, later, schedule } = await start();
    const editor = await desk.person("edit");
    const ids = { spaceId, changeRequestId: id };
    const refused = await workspace.refused(editor, cr.scheduleMerge, { ...ids, at: later(1) });
    expect(refused.status).toBe(403);
    expect((await workspace.refused(editor, cr.cancelMerge, ids)).status).toBe(403);
    const list = async () =>
      (
        await workspace.ok(admin, cr.list, { spaceId, status: ["draft", "open"], scheduled: true })
      ).items.map((one) => one.id);
    expect(await list()).toEqual([]);
    await schedule(later(1));
    expect(await list()).toEqual([id]);
  });

  describe("after an edit by a user who may not merge", () => {
    const ended = "Another user edited the change request after the merge was scheduled";

    test.each(sample(editWays, 1))("ends if the user changes the content: %s", async (way) => {
      const { desk, id, page, later, schedule, pass } = await start();
      const editor = await desk.person("edit");
      if (way === "resolve") {
        const other = await desk.begin();
        await desk.write(other, page, "Other words");
        await desk.merge(other);
      }
      await schedule(later(1));
      await change(desk, { way, id, page, who: editor });
      expect((await desk.get(id)).scheduledMerge).toMatchObject({
        status: "failed",
        error: expect.stringContaining(ended),
      });
      const before = await desk.mainRevision();
      await pass(2);
      expect(await desk.mainRevision()).toBe(before);
      expect((await desk.get(id)).status).toBe("draft");
      await schedule(later(1));
      await pass(2);
      expect((await desk.get(id)).status).toBe("merged");
    });

    slowTest("cannot publish with the permission to bypass the merge rules", async () => {
      const { desk, workspace, admin, spaceId, id, page, later, schedule, pass } = await start();
      const reviewer = await desk.person("review");
      const rules = [
        { rule: "require_at_least_one_approved_review" as const },
        { rule: "allow_bypass" as const, users: [admin] },
      ];
      await workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "rules", rules } });
      await schedule(later(1));
      await desk.write(id, page, "Words of another", reviewer);
      await pass(2);
      expect((await desk.get(id)).status).toBe("draft");
    });
  });

  slowTest(
    "stays after an edit by the user who scheduled it, and after an update by another",
    async () => {
      const { desk, workspace, spaceId, id, page, later, schedule, pass } = await start();
      const editor = await desk.person("edit");
      await desk.publish({ title: "Other", markdown: "Other text" });
      await schedule(later(1));
      await desk.write(id, page, "Newest words");
      await workspace.ok(editor, cr.pull, { spaceId, changeRequestId: id });
      await pass(2);
      expect((await desk.get(id)).status).toBe("merged");
      expect(await desk.pages(await desk.mainRevision())).toContain("start: Newest words");
    },
  );

  slowTest("is refused for a token that expires before its time", async () => {
    const { workspace, admin, later, schedule } = await start();
    const expires_at = later(2);
    await workspace.db
      .updateTable("tokens")
      .set({ expires_at })
      .where("user_id", "=", admin)
      .execute();
    await schedule(later(1));
    await expect(schedule(later(3))).rejects.toThrow("expiry of your token");
  });
});
