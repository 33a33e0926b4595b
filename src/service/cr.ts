/** The handlers of change requests. */
import type * as contract from "../contract/cr.ts";
import { requireMembership } from "./access.ts";
import { createChangeRequest } from "./changes/create.ts";
import { changeRequestsOfOrganization, changeRequestsOfSpace } from "./changes/lists.ts";
import { mergeInto } from "./changes/merge.ts";
import { pdfOf } from "./changes/pdf.ts";
import { pullInto } from "./changes/pull.ts";
import { currentChangeRequest, seenChangeRequest } from "./changes/rows.ts";
import { semanticChangesOf } from "./changes/semantic.ts";
import { changeSettings } from "./changes/settings.ts";
import { heldChangeRequest } from "./changes/states.ts";
import type { Handlers } from "./handlers.ts";
import { holdSpace } from "./space-hold.ts";
import { seenSpace } from "./space-rows.ts";

export const handlers = {
  async list({ spaceId, ...asked }, call) {
    const { row } = await seenSpace(call, spaceId);
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
    return currentChangeRequest(call, (await seenChangeRequest(call, ids)).row);
  },

  async update({ spaceId, changeRequestId, ...settings }, call) {
    await holdSpace(call.db, spaceId);
    const found = await seenChangeRequest(call, { spaceId, changeRequestId });
    await changeSettings(call, found, settings);
    return currentChangeRequest(call, found.row);
  },

  async merge(ids, call) {
    return mergeInto(
      call,
      await heldChangeRequest(call, ids, "review", "Merging a change request"),
    );
  },

  async pull(ids, call) {
    const { row } = await heldChangeRequest(call, ids, "edit", "Pulling into a change request");
    return pullInto(call, row);
  },

  async pdf(input, call) {
    return pdfOf(call, await seenChangeRequest(call, input), input);
  },

  async edit({ changes, ...ids }, call) {
    const { row } = await heldChangeRequest(call, ids, "edit", "Editing a change request");
    // It reads Markdown, for which nobody else here should wait.
    const { editContent } = await import("./changes/edit.ts");
    await editContent(call, row, changes);
    return currentChangeRequest(call, row);
  },

  async changes({ limit, ...ids }, call) {
    return semanticChangesOf(call, await seenChangeRequest(call, ids), limit);
  },
} satisfies Handlers<typeof contract>;
