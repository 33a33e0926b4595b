/** The handlers of the content of a space as a whole. */
import type * as contract from "../../../contract/content.ts";
import { Problem } from "../../../errors.ts";
import { demand } from "../../core/access.ts";
import { heldChangeRequest } from "../../core/change-request-states.ts";
import type { Handlers } from "../../core/handlers.ts";
import { holdSpace } from "../../core/space-lock.ts";
import { commitEdit } from "./commit-edit.ts";
import { commitRevision, publishRevision, readTree } from "./revisions.ts";
import { seenContent } from "./seen-content.ts";
import { telling } from "./show-pages.ts";
import { showRevision } from "./show-revision.ts";
import { withTemplate } from "./templates/apply.ts";

export const handlers = {
  async get({ spaceId, ...told }, call) {
    const { revision } = await seenContent(call, spaceId);
    return showRevision(call, revision, telling(call, spaceId, told));
  },

  async applyTemplate({ spaceId, id, params, changeRequestId }, call) {
    const references = params?.contentRefs ?? {};
    if (changeRequestId !== undefined) {
      const ids = { spaceId, changeRequestId };
      const { row } = await heldChangeRequest(call, ids, "edit", "Editing a change request");
      const tree = await readTree(call.db, row.revision_id);
      await commitEdit(call, row, await withTemplate(call, spaceId, tree, id, references));
      return undefined;
    }
    await holdSpace(call.db, spaceId);
    const { found, revision, tree } = await seenContent(call, spaceId);
    demand(found.role, "edit", "Applying a template", "in the space");
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
