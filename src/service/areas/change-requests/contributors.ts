/** Contributors of a change request: users who edited it or commented on it. */
import { type RawBuilder, sql } from "kysely";
import type { contributors } from "../../../contract/cr.ts";
import { type ChangeRequestRow, findAncestor } from "../../core/change-request-rows.ts";
import type { Call, HandlerResponse } from "../../core/handlers.ts";
import { usersById } from "../../core/users.ts";

interface ContributionRow {
  readonly user_id: string;
  readonly count: number | string;
  readonly last: string;
}

/** The most recent contributor first. */
export async function listContributors(
  call: Call,
  row: ChangeRequestRow,
): Promise<HandlerResponse<typeof contributors>> {
  const edits = await editsByPerson(row).execute(call.db);
  const comments = await commentsByPerson(row).execute(call.db);
  const all = [
    ...edits.rows.map((contribution) => ({ ...contribution, actionType: "edit" })),
    ...comments.rows.map((contribution) => ({ ...contribution, actionType: "comment" })),
  ].sort((one, other) => (one.last > other.last ? -1 : 1));
  const getUser = await usersById(
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
  };
}

/**
 * Counts the change request's own revisions, from the newest back to the one that it took from the
 * space. The first parent is read from the JSON list of parents, whose ids all have 20 characters.
 */
function editsByPerson(row: ChangeRequestRow): RawBuilder<ContributionRow> {
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

function commentsByPerson({ id }: ChangeRequestRow): RawBuilder<ContributionRow> {
  return sql<ContributionRow>`
    select user_id, count(*) as count, max(said_at) as last from (
      select posted_by as user_id, posted_at as said_at from comments where place_id = ${id}
      union all
      select comment_replies.posted_by, comment_replies.posted_at from comment_replies
        join comments on comments.id = comment_replies.comment_id where comments.place_id = ${id}
    ) as contributions group by user_id`;
}
