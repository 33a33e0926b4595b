import { expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { seedAuditEvents } from "../../../../src/service/areas/audit/sample.ts";
import { openSitesFixture } from "../sites/fixture.ts";

test("the sample has an event for each created and each deleted space of the organization", async () => {
  const fixture = await openSitesFixture();
  const { workspace, org: organization, admin: owner } = fixture;
  const { db, now } = workspace;
  const other = await workspace.organization("Other");
  await workspace.enroll(other, owner, "admin");
  await workspace.ok(owner, space.create, { organizationId: other, title: "Elsewhere" });
  const existing = await fixture.space("Existing");
  const deleted = await fixture.space("Deleted");
  workspace.passDays(1);
  await workspace.ok(owner, space.remove, { spaceId: deleted });
  await db.deleteFrom("audit_events").execute();
  await db.updateTable("users").set({ display_name: "Ada" }).where("id", "=", owner).execute();
  let count = 0;
  await seedAuditEvents({
    ...{ db, now, owner, organization, secondOrganization: other, people: new Map() },
    newId: () => `N${count++}`,
    enqueue: async () => {},
  });
  const rows = await db.selectFrom("audit_events").selectAll().orderBy("occurred_at").execute();
  const actor = { actor_type: "user", actor_id: owner, actor_label: "Ada" };
  const common = {
    ...{ organization_id: organization, ...actor, target_type: "space", occurrences: 1 },
    ...{ last_occurred_at: null, repeat_key: null },
    request_id: expect.stringMatching(/^N\d+$/),
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  };
  const [earlier, later] = [now, workspace.now].map((time) => time.toISOString());
  const created = (id: string, title: string) => ({
    ...{ ...common, action: "createSpace", occurred_at: earlier },
    ...{ target_id: id, target_label: title },
    payload: { path: { organizationId: organization }, fields: ["title"], values: { title } },
  });
  const plain = rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) }));
  expect(
    plain
      .slice(0, 2)
      .toSorted((one, two) => ((one.target_label ?? "") < (two.target_label ?? "") ? 1 : -1)),
  ).toEqual([created(existing, "Existing"), created(deleted, "Deleted")]);
  expect(plain.slice(2)).toEqual([
    {
      ...{ ...common, action: "deleteSpaceById", occurred_at: later },
      ...{ target_id: deleted, target_label: "Deleted" },
      payload: { path: { spaceId: deleted }, fields: [], values: {} },
    },
  ]);
});
