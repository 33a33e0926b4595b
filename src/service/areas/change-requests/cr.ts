/** Handlers of change requests. */
import type * as contract from "../../../contract/cr.ts";
import { requireMembership } from "../../core/access.ts";
import {
  currentChangeRequest,
  readChangeRequest,
  requireChangeRequest,
} from "../../core/change-request-rows.ts";
import { lockChangeRequest } from "../../core/change-request-states.ts";
import type { Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { createPdfLink } from "../content/pdf-link.ts";
import { commitEdit, readTree } from "../content/revisions.ts";
import { recentImports } from "../imports/rows.ts";
import { listContributors } from "./contributors.ts";
import { createChangeRequest } from "./create.ts";
import { listSemanticChanges } from "./diff.ts";
import { mergeChangeRequest, pullChangeRequest } from "./merge.ts";
import { listOrganizationChangeRequests, listSpaceChangeRequests } from "./queries.ts";
import { updateChangeRequest } from "./update.ts";

export const handlers = {
  async list({ spaceId, ...options }, call) {
    const { row } = await requireSpace(call, spaceId);
    return listSpaceChangeRequests(call, row.id, options);
  },

  async listInOrganization({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    return listOrganizationChangeRequests(call, organizationId, role, options);
  },

  async create({ spaceId, subject = "", template }, call) {
    const created = await createChangeRequest(call, spaceId, subject);
    if (template) {
      const { withTemplate } = await import("../content/apply-template.ts");
      const row = await readChangeRequest(call.db, spaceId, created.id);
      const tree = await readTree(call.db, row.revision_id);
      await commitEdit(call, row, await withTemplate(call, spaceId, tree, template));
    }
    return currentChangeRequest(call, created);
  },

  async get(ids, call) {
    const { space, row } = await requireChangeRequest(call, ids);
    const changeRequest = await currentChangeRequest(call, row);
    return { ...changeRequest, ...(await recentImports(call, space.row, row.id)) };
  },

  async update({ spaceId, changeRequestId, ...settings }, call) {
    await lockSpace(call.db, spaceId);
    const changeRequest = await requireChangeRequest(call, { spaceId, changeRequestId });
    await updateChangeRequest(call, changeRequest, settings);
    return currentChangeRequest(call, changeRequest.row);
  },

  async merge(ids, call) {
    return mergeChangeRequest(call, await lockChangeRequest(call, ids, "mergeChangeRequest"));
  },

  async pull(ids, call) {
    const { row } = await lockChangeRequest(call, ids, "updateChangeRequest");
    return pullChangeRequest(call, row);
  },

  async pdf(input, call) {
    const { row } = await requireChangeRequest(call, input);
    const printable = {
      owner: { changeRequest: row.id },
      revision: row.revision_id,
      called: `Change request ${row.number}`,
      file: `change-request-${row.number}.pdf`,
    };
    return createPdfLink(call, printable, input);
  },

  async edit({ changes, compat = true, ...ids }, call) {
    const { row } = await lockChangeRequest(call, ids, "updateChangeRequestContent");
    // Loaded on demand, because only this handler needs the Markdown parser.
    const { editContent } = await import("./edit.ts");
    const { preparedPlan } = await import("./prepare.ts");
    const before = row.revision_id;
    const plan = await preparedPlan(call, row, changes);
    await editContent(call, row, changes, plan);
    const changeRequest = await currentChangeRequest(call, row);
    if (compat) return changeRequest;
    const { presentUpdate } = await import("./present-update.ts");
    return presentUpdate(call, { row, changeRequest, before, changes, plan });
  },

  async changes({ limit, ...ids }, call) {
    return listSemanticChanges(call, await requireChangeRequest(call, ids), limit);
  },

  async contributors(ids, call) {
    return listContributors(call, (await requireChangeRequest(call, ids)).row);
  },
} satisfies Handlers<typeof contract>;
