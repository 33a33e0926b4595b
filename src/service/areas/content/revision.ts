/** The handler of revisions. */
import type * as contract from "../../../contract/revision.ts";
import { Problem } from "../../../errors.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { presentOptions, presentRevision } from "./present.ts";
import { findRevision } from "./revisions.ts";

export const handlers = {
  async get({ spaceId, revisionId, ...options }, call) {
    await requireSpace(call, spaceId);
    const revision = await findRevision(call.db, revisionId, spaceId);
    if (!revision) {
      throw new Problem(404, `The space has no revision ${revisionId}; check the id.`, {
        field: "revisionId",
      });
    }
    return presentRevision(call, revision, presentOptions(call, spaceId, options));
  },
} satisfies Handlers<typeof contract>;
