/** The handlers of Git synchronization. */
import type * as contract from "../../../contract/git.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { findSync, presentInfo } from "./rows.ts";
import { startOperation } from "./start.ts";

export const handlers = {
  async importRepository(input, call) {
    await startOperation(call, "import", input);
  },

  async exportRepository(input, call) {
    await startOperation(call, "export", input);
  },

  async info({ spaceId }, call) {
    await requireSpace(call, spaceId);
    const row = await findSync(call.db, spaceId);
    if (row) return presentInfo(row);
    throw new Problem(
      404,
      `Space ${spaceId} has no Git repository; an import or an export sets one up.`,
      { field: "spaceId", hint: "tome git import --help" },
    );
  },

  async removeLegacy({ spaceId }, call) {
    const { role } = await requireSpace(call, spaceId);
    authorize(role, "admin", "Removing a Git connection", "in the space");
    await call.db
      .deleteFrom("git_syncs")
      .where("space_id", "=", spaceId)
      .where("legacy", "=", 1)
      .execute();
    // The API answers the same whether or not there was one.
    return false;
  },
} satisfies Handlers<typeof contract>;
