/** Handlers of change requests. */

import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../../contract/cr.ts";
import type { changes, contributors } from "../../../contract/cr.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, HandlerResponse, Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  findAncestor,
  presentCurrentChangeRequest,
  readChangeRequest,
  requireChangeRequest,
} from "../../core/rows/change-request-rows.ts";
import { lockChangeRequest } from "../../core/rows/change-request-states.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { loadUsersById } from "../../core/rows/users.ts";
import { commitEdit, readTree } from "../content/revisions.ts";
import { createPdfLink } from "../content/texts/pdf-link.ts";
import { presentDifference } from "../content/tree/semantic-changes.ts";
import { listRecentImports } from "../imports/rows.ts";
import { createChangeRequest } from "./create.ts";
import {
  findConflicts,
  mergeChangeRequest,
  pullChangeRequest,
  resolveChangeRequest,
} from "./merge.ts";
import { preparedMerges } from "./prepare-merge.ts";
import { listOrganizationChangeRequests, listSpaceChangeRequests } from "./queries.ts";
import { cancelMerge, scheduleMerge } from "./scheduled-merge.ts";
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
      const { withTemplate } = await import("../content/texts/apply-template.ts");
      const row = await readChangeRequest(call.db, spaceId, created.id);
      const tree = await readTree(call.db, row.revision_id);
      await commitEdit(call, row, await withTemplate(call, spaceId, tree, template));
    }
    return presentCurrentChangeRequest(call, created);
  },

  async get(ids, call) {
    const { space, row } = await requireChangeRequest(call, ids);
    const changeRequest = await presentCurrentChangeRequest(call, row);
    return { ...changeRequest, ...(await listRecentImports(call, space.row, row.id)) };
  },

  async update({ spaceId, changeRequestId, ...settings }, call) {
    await lockSpace(call.db, spaceId);
    const changeRequest = await requireChangeRequest(call, { spaceId, changeRequestId });
    await updateChangeRequest(call, changeRequest, settings);
    return presentCurrentChangeRequest(call, changeRequest.row);
  },

  async merge(input, call) {
    const changeRequest = await lockChangeRequest(call, input, "mergeChangeRequest");
    return mergeChangeRequest(call, changeRequest, preparedMerges.get(input));
  },

  async scheduleMerge({ at, ...ids }, call) {
    const changeRequest = await lockChangeRequest(call, ids, "scheduleChangeRequestMerge");
    await scheduleMerge(call, changeRequest, at);
    return presentCurrentChangeRequest(call, changeRequest.row);
  },

  async cancelMerge(ids, call) {
    const { space, row } = await requireChangeRequest(call, ids);
    authorize(space.role, "cancelScheduledChangeRequestMerge");
    return cancelMerge(call, row.id);
  },

  async pull(input, call) {
    const { row } = await lockChangeRequest(call, input, "updateChangeRequest");
    return pullChangeRequest(call, row, preparedMerges.get(input));
  },

  async resolve(input, call) {
    const { row } = await lockChangeRequest(call, input, "resolveChangeRequestConflicts");
    return resolveChangeRequest(call, row, input.choices, preparedMerges.get(input));
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
    const { editContent } = await import("./edit/edit.ts");
    const { preparePlan } = await import("./edit/prepare.ts");
    const before = row.revision_id;
    const plan = await preparePlan(call, row, changes);
    await editContent(call, row, changes, plan);
    if (plan.hasPageCondition) {
      call.note?.(
        'The front matter "if" has no effect: the local platform has no page conditions. Set the condition of a section or space of the site instead.',
      );
    }
    const changeRequest = await presentCurrentChangeRequest(call, row);
    if (compat) return changeRequest;
    const { presentUpdate } = await import("./edit/present-update.ts");
    return presentUpdate(call, { row, changeRequest, before, changes, plan });
  },

  async changes({ limit, ...ids }, call) {
    return listSemanticChanges(call, await requireChangeRequest(call, ids), limit);
  },

  async contributors(ids, call) {
    return listContributors(call, (await requireChangeRequest(call, ids)).row);
  },
} satisfies Handlers<typeof contract>;

interface ContributionRow {
  readonly user_id: string;
  readonly count: number | string;
  readonly last: string;
}

/** The most recent contributor first. */
async function listContributors(
  call: Call,
  row: ChangeRequestRow,
): Promise<HandlerResponse<typeof contributors>> {
  const edits = await countEditsByUser(row).execute(call.db);
  const comments = await countCommentsByUser(row).execute(call.db);
  const all = [
    ...edits.rows.map((contribution) => ({ ...contribution, actionType: "edit" })),
    ...comments.rows.map((contribution) => ({ ...contribution, actionType: "comment" })),
  ].sort((one, other) => (one.last > other.last ? -1 : 1));
  const getUser = await loadUsersById(
    call,
    all.map(({ user_id }) => user_id),
  );
  return {
    items: all.map(({ user_id, count, last, actionType }) => ({
      user: getUser(user_id),
      actionType,
      count: Number(count),
      updatedAt: last,
    })),
    count: all.length,
  };
}

/**
 * Counts the change request's own revisions, from the newest back to the one that it took from the
 * space. The first parent is read from the JSON list of parents, whose ids all have 20 characters.
 */
function countEditsByUser(row: ChangeRequestRow): RawBuilder<ContributionRow> {
  const [initial, ancestor] = [row.revision_initial, findAncestor(row)];
  return sql<ContributionRow>`
    with recursive own(id, type, parents, created_by, created_at) as (
      select id, type, parents, created_by, created_at from revisions
        where id = ${row.revision_id} and id <> ${initial} and id <> ${ancestor}
      union all
      select revisions.id, revisions.type, revisions.parents, revisions.created_by, revisions.created_at
        from own join revisions on revisions.id = substr(own.parents, 3, 20)
        where own.type in ('edits', 'update')
          and revisions.id <> ${initial} and revisions.id <> ${ancestor}
    )
    select created_by as user_id, count(*) as count, max(created_at) as last
      from own where type = 'edits' and created_by in (
        select user_id from change_request_contributors where change_request_id = ${row.id}
      ) group by created_by`;
}

function countCommentsByUser({ id }: ChangeRequestRow): RawBuilder<ContributionRow> {
  return sql<ContributionRow>`
    select user_id, count(*) as count, max(said_at) as last from (
      select posted_by as user_id, posted_at as said_at from comments where place_id = ${id}
      union all
      select comment_replies.posted_by, comment_replies.posted_at from comment_replies
        join comments on comments.id = comment_replies.comment_id where comments.place_id = ${id}
    ) as contributions group by user_id`;
}

/** Compared with the space revision that the change request is based on, so this works after a merge. */
async function listSemanticChanges(
  call: Call,
  { row }: ChangeRequestAccess,
  limit?: number,
): Promise<Output<typeof changes>> {
  const before = await readTree(call.db, findAncestor(row));
  const after = await readTree(call.db, row.revision_id);
  return {
    ...(await presentDifference(call, row.space_id, before, after, limit)),
    conflicts: isClosed(row) ? undefined : await findConflicts(call, row),
  };
}

function isClosed({ status }: ChangeRequestAccess["row"]): boolean {
  return status === "merged" || status === "archived";
}
