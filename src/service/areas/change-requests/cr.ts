/** The handlers of change requests. */
import type * as contract from "../../../contract/cr.ts";
import { requireMembership } from "../../core/access.ts";
import { currentChangeRequest, requireChangeRequest } from "../../core/change-request-rows.ts";
import { lockChangeRequest } from "../../core/change-request-states.ts";
import type { Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/space-lock.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { createChangeRequest } from "./create.ts";
import { changeRequestsOfOrganization, changeRequestsOfSpace } from "./lists.ts";
import { mergeInto } from "./merge.ts";
import { pdfOf } from "./pdf.ts";
import { pullInto } from "./pull.ts";
import { semanticChangesOf } from "./semantic.ts";
import { changeSettings } from "./settings.ts";

export const handlers = {
  async list({ spaceId, ...asked }, call) {
    const { row } = await requireSpace(call, spaceId);
    return changeRequestsOfSpace(call, row.id, asked);
  },

  async listInOrganization({ organizationId, ...asked }, call) {
    const { role } = await requireMembership(call, organizationId);
    return changeRequestsOfOrganization(call, organizationId, role, asked);
  },

  async create({ spaceId, subject = "" }, call) {
    return currentChangeRequest(call, await createChangeRequest(call, spaceId, subject));
  },

  async get(ids, call) {
    return currentChangeRequest(call, (await requireChangeRequest(call, ids)).row);
  },

  async update({ spaceId, changeRequestId, ...settings }, call) {
    await lockSpace(call.db, spaceId);
    const found = await requireChangeRequest(call, { spaceId, changeRequestId });
    await changeSettings(call, found, settings);
    return currentChangeRequest(call, found.row);
  },

  async merge(ids, call) {
    return mergeInto(
      call,
      await lockChangeRequest(call, ids, "review", "Merging a change request"),
    );
  },

  async pull(ids, call) {
    const { row } = await lockChangeRequest(call, ids, "edit", "Pulling into a change request");
    return pullInto(call, row);
  },

  async pdf(input, call) {
    return pdfOf(call, await requireChangeRequest(call, input), input);
  },

  async edit({ changes, ...ids }, call) {
    const { row } = await lockChangeRequest(call, ids, "edit", "Editing a change request");
    // It reads Markdown, for which nobody else here should wait.
    const { editContent } = await import("./edit.ts");
    await editContent(call, row, changes);
    return currentChangeRequest(call, row);
  },

  async changes({ limit, ...ids }, call) {
    return semanticChangesOf(call, await requireChangeRequest(call, ids), limit);
  },
} satisfies Handlers<typeof contract>;
