/** Sample audit events, for the creation of the sample's spaces and sites. */
import type { SampleContext } from "../../core/area.ts";
import { createEventId } from "./event-id.ts";

export async function seedAuditEvents({
  db,
  organization,
  owner,
  newId,
}: SampleContext): Promise<void> {
  const person = await db
    .selectFrom("users")
    .select("display_name")
    .where("id", "=", owner)
    .executeTakeFirstOrThrow();
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "title", "created_at", "deleted_at"])
    .where("organization_id", "=", organization)
    .execute();
  const event = {
    organization_id: organization,
    actor_type: "user" as const,
    actor_id: owner,
    actor_label: person.display_name,
    target_type: "space",
  };
  const rows = spaces.flatMap(({ id, title, created_at, deleted_at }) => {
    const of = { ...event, target_id: id, target_label: title };
    const body = { fields: ["title"], values: { title } };
    const creation = { path: { organizationId: organization }, ...body };
    const deletion = { path: { spaceId: id }, fields: [], values: {} };
    return [
      { ...of, action: "createSpace", occurred_at: created_at, payload: creation },
      ...(deleted_at === null
        ? []
        : [{ ...of, action: "deleteSpaceById", occurred_at: deleted_at, payload: deletion }]),
    ];
  });
  for (const row of rows) {
    const columns = {
      id: createEventId(new Date(row.occurred_at), newId),
      request_id: newId(),
      payload: JSON.stringify(row.payload),
      occurrences: 1,
      last_occurred_at: null,
      repeat_key: null,
    };
    await db
      .insertInto("audit_events")
      .values({ ...row, ...columns })
      .execute();
  }
}
