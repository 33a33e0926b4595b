/** Handlers for spaces. */
import { sql } from "kysely";
import { allows } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import { recomputeSpaceLevels } from "../../core/access/levels.ts";
import { updateDefaultContent } from "../../core/default-content.ts";
import type { Handlers } from "../../core/handlers.ts";
import {
  findSpace,
  findWholeSpace,
  presentChangedSpace,
  presentOneSpace,
  purgeTime,
  requireSpace,
} from "../../core/rows/space-rows.ts";
import { listRecentImports } from "../imports/rows.ts";
import { recordVisibility } from "../integration-events/record.ts";
import { findTransferRank } from "./destination.ts";
import { listOrganizationSpaces } from "./list-spaces.ts";
import { resolveMove } from "./move.ts";

export const handlers = {
  async list({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    return listOrganizationSpaces(call, organizationId, role, options);
  },

  async create(input, call) {
    const { role } = await requireMembership(call, input.organizationId);
    const { createSpace } = await import("./create-space.ts");
    return presentChangedSpace(call, await createSpace(call, role, input));
  },

  async get({ spaceId, shareKey }, call) {
    const access = await findWholeSpace(call, spaceId);
    const isHidden = access?.row.deleted_at !== null && !allows(access?.role, "restoreSpace");
    if (!access?.role || isHidden) throw createNotFoundError("space", spaceId, "spaceId");
    const { row, role } = access;
    const imports = row.has_imports === 1 ? await listRecentImports(call, row) : {};
    return { ...(await presentOneSpace(call, row, role, shareKey)), ...imports };
  },

  async update({ spaceId, ...changes }, call) {
    const access = await requireSpace(call, spaceId);
    const { updateSpace } = await import("./update-space.ts");
    await updateSpace(call, access, changes);
    return presentChangedSpace(call, spaceId);
  },

  async remove({ spaceId }, call) {
    const access = await findSpace(call, spaceId);
    if (!access?.role || access.row.deleted_at !== null) return false;
    authorize(access.role, "deleteSpaceById");
    const deletedAt = call.now.toISOString();
    await call.db
      .updateTable("spaces")
      .set({ deleted_at: deletedAt })
      .where("id", "=", spaceId)
      .execute();
    await updateDefaultContent(call.db, access.row.organization_id);
    const { dropIndex } = await import("../content/search/index-space.ts");
    await dropIndex(call.db, spaceId);
    await call.enqueue({ kind: "purge-space", payload: { spaceId }, at: purgeTime(deletedAt) });
    return true;
  },

  async duplicate({ spaceId }, call) {
    const access = await requireSpace(call, spaceId);
    const { duplicateSpace } = await import("./duplicate-space.ts");
    return presentChangedSpace(call, await duplicateSpace(call, access));
  },

  async restore({ spaceId }, call) {
    const access = await findSpace(call, spaceId);
    if (!access?.role) throw createNotFoundError("space", spaceId, "spaceId");
    const { row, role } = access;
    if (row.deleted_at !== null && !allows(role, "restoreSpace"))
      throw createNotFoundError("space", spaceId, "spaceId");
    authorize(role, "restoreSpace");
    if (row.deleted_at === null) {
      throw new ApiError(409, `Space ${spaceId} is not deleted. Nothing was restored.`);
    }
    // Parent, rank and level are still valid, because deleting a collection also moves its deleted spaces.
    await call.db
      .updateTable("spaces")
      .set({ deleted_at: null, updated_at: call.now.toISOString() })
      .where("id", "=", spaceId)
      .execute();
    await updateDefaultContent(call.db, row.organization_id);
    return presentChangedSpace(call, spaceId);
  },

  async move({ spaceId, ...placement }, call) {
    const { row, role, member } = await requireSpace(call, spaceId);
    authorize(role, "moveSpace");
    const columns = await resolveMove(call, row, member, placement);
    await call.db
      .updateTable("spaces")
      .set({ ...columns, updated_at: call.now.toISOString() })
      .where("id", "=", spaceId)
      .execute();
    await recomputeSpaceLevels(call.db, sql`spaces.id = ${spaceId}`);
    await recordVisibility(call, row, { ...row, ...columns });
    return presentChangedSpace(call, spaceId);
  },

  async transfer({ spaceId, organization }, call) {
    const { row, role } = await requireSpace(call, spaceId);
    authorize(role, "transferSpace");
    const rank = await findTransferRank(
      call,
      row.organization_id,
      organization,
      "transferSpace.organization",
    );
    const { transferSpace } = await import("./transfer.ts");
    await transferSpace(call, row, { organization, rank });
    return presentChangedSpace(call, spaceId);
  },

  async links({ spaceId, ...options }, call) {
    const { listLinks } = await import("../content/links/list.ts");
    const { requireContent } = await import("../content/require-content.ts");
    return listLinks(call, await requireContent(call, spaceId), options);
  },

  async embed({ spaceId, url }, call) {
    const { embedIn } = await import("../content/links/embed.ts");
    return embedIn(call, spaceId, url);
  },

  async search({ spaceId, ...options }, call) {
    const { searchSpace } = await import("../content/search/search.ts");
    return searchSpace(call, spaceId, options);
  },
} satisfies Handlers<typeof contract>;
