/** What the members of an organization see first: a reference that must never dangle. */
import type { Input } from "../../contract/endpoint.ts";
import type { update } from "../../contract/organization.ts";
import { Problem } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";

export type DefaultContent = NonNullable<Input<typeof update>["defaultContent"]>;

/** @throws Problem 400 for content that is not in the organization, or deleted */
export async function checkDefaultContent(
  db: Queries,
  organizationId: string,
  content: DefaultContent | null | undefined,
): Promise<void> {
  if (!content || (await isIn(db, organizationId, content))) return;
  throw new Problem(
    400,
    `defaultContent names a ${content.type} that is not in the organization; name one that is, or null.`,
    { field: "defaultContent" },
  );
}

/** Clears the reference if its target was deleted or has left the organization. */
export async function clearDanglingDefaultContent(
  db: Queries,
  organizationId: string,
): Promise<void> {
  const { default_content } = await db
    .selectFrom("organizations")
    .select("default_content")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (default_content === null) return;
  const content: DefaultContent = JSON.parse(default_content);
  if (await isIn(db, organizationId, content)) return;
  await db
    .updateTable("organizations")
    .set({ default_content: null })
    .where("id", "=", organizationId)
    .execute();
}

async function isIn(db: Queries, organizationId: string, content: DefaultContent) {
  switch (content.type) {
    case "site": {
      const row = await db
        .selectFrom("sites")
        .select("id")
        .where("id", "=", content.site)
        .where("organization_id", "=", organizationId)
        .executeTakeFirst();
      return row !== undefined;
    }
    case "collection": {
      const row = await db
        .selectFrom("collections")
        .select("id")
        .where("id", "=", content.collection)
        .where("organization_id", "=", organizationId)
        .executeTakeFirst();
      return row !== undefined;
    }
    case "space": {
      const row = await db
        .selectFrom("spaces")
        .select("id")
        .where("id", "=", content.space)
        .where("organization_id", "=", organizationId)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row !== undefined;
    }
  }
}
