/** The handlers of stored API specifications. */
import type * as contract from "../../../contract/openapi.ts";
import { Problem } from "../../../errors.ts";
import { requireMembership } from "../../core/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { removeSpecification } from "./remove.ts";
import {
  demandEditing,
  findSpecification,
  isSeenBy,
  presentSpecification,
  requireSpecification,
  selectSpecifications,
} from "./rows.ts";
import { addSpecification, replaceSource } from "./store.ts";

export const handlers = {
  async list({ organizationId, ...asked }, call) {
    const { role } = await requireMembership(call, organizationId);
    return pageOf({
      ...asked,
      list: `specifications of organization ${organizationId}`,
      read: (after, take) =>
        selectSpecifications(call.db)
          .where("organization_id", "=", organizationId)
          .$if(after !== undefined, (query) => query.where("slug", ">", after?.[0] ?? ""))
          .orderBy("slug")
          .limit(take)
          .execute(),
      key: (row) => [row.slug],
      keep: (row) => isSeenBy(row, role),
      show: (row) => presentSpecification(row, role, call.base),
    });
  },

  async create({ organizationId, slug, source }, call) {
    const named = { organizationId, specSlug: slug };
    const { role, row } = await findSpecification(call, named);
    demandEditing(role, "Storing");
    if (row) {
      throw new Problem(
        409,
        `There is an API specification with the slug ${slug} already; take another slug, or give that one a new source by PUT.`,
        { field: "slug", hint: `tome openapi put ${slug}` },
      );
    }
    await addSpecification(call, organizationId, slug, source);
    return shown(call, named);
  },

  async get(named, call) {
    const { role, row } = await requireSpecification(call, named);
    return presentSpecification(row, role, call.base);
  },

  async put({ source, ...named }, call) {
    const { role, row } = await findSpecification(call, named);
    demandEditing(role, row ? "Changing" : "Storing");
    if (row) await replaceSource(call, row, source);
    else await addSpecification(call, named.organizationId, named.specSlug, source);
    return shown(call, named);
  },

  async update({ visibility, ...named }, call) {
    const { role, row } = await requireSpecification(call, named);
    demandEditing(role, "Changing");
    if (row.visibility !== visibility) {
      await call.db
        .updateTable("specifications")
        .set({ visibility, updated_at: call.now.toISOString() })
        .where("id", "=", row.id)
        .execute();
    }
    return shown(call, named);
  },

  async remove(named, call) {
    const { role, row } = await findSpecification(call, named);
    if (!row) return false;
    demandEditing(role, "Deleting");
    await removeSpecification(call.db, row.id);
    return true;
  },
} satisfies Handlers<typeof contract>;

async function shown(...[call, named]: Parameters<typeof requireSpecification>) {
  const { role, row } = await requireSpecification(call, named);
  return presentSpecification(row, role, call.base);
}
