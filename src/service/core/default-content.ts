/**
 * The default content of an organization, which members see first. The reference must always be
 * valid.
 */
import type { Input } from "../../contract/endpoint.ts";
import type { update } from "../../contract/organization.ts";
import { ApiError } from "../../errors.ts";
import type { Queries } from "../database/tables.ts";

export type DefaultContent = NonNullable<Input<typeof update>["defaultContent"]>;

/** @throws ApiError 400 if the content is deleted or not in the organization */
export async function checkDefaultContent(
  db: Queries,
  organizationId: string,
  content: DefaultContent | null | undefined,
): Promise<void> {
  if (!content || (await loadStatus(db, organizationId, content)) === "there") return;
  throw new ApiError(
    400,
    `defaultContent refers to a ${content.type} outside the organization. Specify a ${content.type} of the organization, or null.`,
    { field: "defaultContent" },
  );
}

/**
 * Updates the reference after content was deleted, restored or transferred. A reference to a space
 * in the trash is kept but hidden, because the space can be restored.
 */
export async function updateDefaultContent(db: Queries, organizationId: string): Promise<void> {
  const { default_content } = await db
    .selectFrom("organizations")
    .select("default_content")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (default_content === null) return;
  const content = withoutTrash(JSON.parse(default_content));
  const status = await loadStatus(db, organizationId, content);
  const stored: StoredContent | null =
    status === "gone" ? null : status === "in trash" ? { ...content, isInTrash: true } : content;
  await db
    .updateTable("organizations")
    .set({ default_content: stored && JSON.stringify(stored) })
    .where("id", "=", organizationId)
    .execute();
}

/** @returns the default content; undefined if none is set or the space is in the trash */
export function presentDefaultContent(stored: string | null): DefaultContent | undefined {
  if (stored === null) return undefined;
  const content: StoredContent = JSON.parse(stored);
  return content.isInTrash ? undefined : withoutTrash(content);
}

type StoredContent = DefaultContent & { readonly isInTrash?: true };

function withoutTrash({ isInTrash: _, ...content }: StoredContent): DefaultContent {
  return content;
}

async function loadStatus(
  db: Queries,
  organizationId: string,
  content: DefaultContent,
): Promise<"there" | "in trash" | "gone"> {
  switch (content.type) {
    case "site": {
      const row = await db
        .selectFrom("sites")
        .select("id")
        .where("id", "=", content.site)
        .where("organization_id", "=", organizationId)
        .executeTakeFirst();
      return row ? "there" : "gone";
    }
    case "collection": {
      const row = await db
        .selectFrom("collections")
        .select("id")
        .where("id", "=", content.collection)
        .where("organization_id", "=", organizationId)
        .executeTakeFirst();
      return row ? "there" : "gone";
    }
    case "space": {
      const row = await db
        .selectFrom("spaces")
        .select("deleted_at")
        .where("id", "=", content.space)
        .where("organization_id", "=", organizationId)
        .executeTakeFirst();
      if (!row) return "gone";
      return row.deleted_at === null ? "there" : "in trash";
    }
  }
}
