/** Spaces of jobs: visible to the requester, and still in the organization of the job. */
import { beforeAll, describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import {
  refuseMovedSpace,
  requireOwnSpace,
} from "../../../../src/service/core/access/job-permissions.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let [organization, other, admin, spaceId]: string[] = [];

beforeAll(async () => {
  workspace = await openWorkspace();
  organization = await workspace.organization();
  other = await workspace.organization("Other");
  admin = await workspace.member(organization, "admin");
  await workspace.enroll(other, admin, "admin");
  spaceId = (await workspace.ok(admin, space.create, { organizationId: organization })).id;
});

function createCall(caller: string, job: string | undefined, boundTo?: string) {
  const { db, now } = workspace;
  return { db, now, caller, boundTo, organization: job, requireScope: async () => {} };
}

describe("the space of a job", () => {
  test("is found in the organization of the job, or of the call, and in no other", async () => {
    const { db } = workspace;
    const id = spaceId ?? "";
    const [home = "", away = ""] = [organization, other];
    const person = admin ?? "";
    const transferred = {
      status: 404,
      message: `Space ${id} was transferred to another organization.`,
    };
    const cases: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
      [home, undefined, true],
      [undefined, undefined, true],
      [away, undefined, false],
      [away, home, true],
      [home, away, false],
      [undefined, away, false],
    ];
    for (const [job, named, isFound] of cases) {
      const required = requireOwnSpace(createCall(person, job), id, named);
      if (isFound) expect((await required).row.id).toBe(id);
      else await expect(required).rejects.toMatchObject(transferred);
    }
    await refuseMovedSpace(db, id, home);
    await refuseMovedSpace(db, "unknown", home);
    await expect(refuseMovedSpace(db, id, away)).rejects.toMatchObject(transferred);
    const setDeleted = (deleted_at: string | null) =>
      db.updateTable("spaces").set({ deleted_at }).where("id", "=", id).execute();
    await setDeleted("2026-01-01T00:00:00.000Z");
    await refuseMovedSpace(db, id, away);
    await setDeleted(null);
  });

  test("is not found for a requester who may not see it", async () => {
    const id = spaceId ?? "";
    const stranger = await workspace.person();
    for (const call of [
      createCall(stranger, organization),
      createCall(admin ?? "", organization, other),
    ]) {
      const refused = { status: 404, message: expect.not.stringContaining("transferred") };
      await expect(requireOwnSpace(call, id)).rejects.toMatchObject(refused);
    }
    expect(
      (await requireOwnSpace(createCall(admin ?? "", organization, organization), id)).row.id,
    ).toBe(id);
  });
});
