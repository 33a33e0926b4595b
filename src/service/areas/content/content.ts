/** The handlers of the content of a space as a whole. */
import type * as contract from "../../../contract/content.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import { lockChangeRequest } from "../../core/change-request-states.ts";
import type { Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/space-lock.ts";
import { commitEdit } from "./commit-edit.ts";
import { commitRevision, publishRevision, readTree } from "./revisions.ts";
import { requireContent } from "./seen-content.ts";
import { telling } from "./show-pages.ts";
import { presentRevision } from "./show-revision.ts";
import { withTemplate } from "./templates/apply.ts";

export const handlers = {
  async get({ spaceId, ...told }, call) {
    const { revision } = await requireContent(call, spaceId);
    return presentRevision(call, revision, telling(call, spaceId, told));
  },

  async applyTemplate({ spaceId, id, params, changeRequestId }, call) {
    const references = params?.contentRefs ?? {};
    if (changeRequestId !== undefined) {
      const ids = { spaceId, changeRequestId };
      const { row } = await lockChangeRequest(call, ids, "edit", "Editing a change request");
      const tree = await readTree(call.db, row.revision_id);
      await commitEdit(call, row, await withTemplate(call, spaceId, tree, id, references));
      return undefined;
    }
    await lockSpace(call.db, spaceId);
    const { found, revision, tree } = await requireContent(call, spaceId);
    authorize(found.role, "edit", "Applying a template", "in the space");
    if (found.row.edit_mode === "locked") {
      throw new Problem(
        409,
        `Space ${spaceId} is locked, so its content cannot be edited directly; give a change request.`,
        { hint: `tome content apply-template ${id} --space ${spaceId} --cr <cr>` },
      );
    }
    const made = await commitRevision(call, {
      space: spaceId,
      parents: [revision.id],
      type: "edits",
      tree: await withTemplate(call, spaceId, tree, id, references),
      author: call.caller,
    });
    await publishRevision(call, made);
    return undefined;
  },
} satisfies Handlers<typeof contract>;
