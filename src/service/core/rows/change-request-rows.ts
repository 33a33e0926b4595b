/**
 * Rows of change requests: load one with the caller's role, load its contributors, and present it.
 */
import { sql } from "kysely";
import type { get } from "../../../contract/cr.ts";
import type { Document } from "../../../contract/document.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { ApiError } from "../../../errors.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import { buildAppUrl } from "../app-urls.ts";
import type { Actor, Call } from "../handlers.ts";
import type { ChangeRequestTable } from "./change-request-tables.ts";
import { requireSpace } from "./space-rows.ts";
import { loadUsersById } from "./users.ts";

export type ChangeRequest = Output<typeof get>;

/** A row with the related data that a response contains. */
export interface ChangeRequestRow extends ChangeRequestTable {
  /** The newest revision of its space. */
  space_revision: string;
  /** The number of open comments on it. */
  comments: number;
  /** The style guide check that created it; null for others. */
  check_site: string | null;
  check_run: string | null;
  check_changed_pages: number | null;
  check_time: string | null;
  check_failure: string | null;
}

export interface ChangeRequestAccess {
  /** Its space, with the caller's role in it. */
  readonly space: { readonly row: SpaceTable; readonly role: Role | null };
  readonly row: ChangeRequestRow;
}

/** Selects the columns of a response except the users, so that a page takes one query. */
export function selectChangeRequests(db: Queries) {
  return db
    .selectFrom("change_requests")
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .leftJoin("styleguide_checks", "styleguide_checks.change_request_id", "change_requests.id")
    .selectAll("change_requests")
    .select([
      "spaces.revision_id as space_revision",
      "styleguide_checks.site_id as check_site",
      "styleguide_checks.run_id as check_run",
      "styleguide_checks.changed_pages as check_changed_pages",
      "styleguide_checks.checked_at as check_time",
      "styleguide_checks.failure as check_failure",
      sql<number>`(select cast(count(*) as integer) from comments where comments.place_id = change_requests.id and comments.status = 'open')`.as(
        "comments",
      ),
    ]);
}

/**
 * @param idOrNumber the id, or the number within the space
 * @throws ApiError 404 if the space has no change request with this id or number
 */
export async function readChangeRequest(
  db: Queries,
  spaceId: string,
  idOrNumber: string,
): Promise<ChangeRequestRow> {
  const number = /^[1-9]\d{0,8}$/.test(idOrNumber) ? Number(idOrNumber) : undefined;
  const row = await selectChangeRequests(db)
    .where("change_requests.space_id", "=", spaceId)
    .where((is) =>
      number === undefined
        ? is("change_requests.id", "=", idOrNumber)
        : is("change_requests.number", "=", number),
    )
    .executeTakeFirst();
  if (row) return row;
  throw new ApiError(
    404,
    `Space ${spaceId} has no change request ${idOrNumber}.${number === undefined ? " Specify its id or number." : ""}`,
    { field: "changeRequestId" },
  );
}

/**
 * @throws ApiError 404 if the caller may not see the space, or the space has no such change request
 */
export async function requireChangeRequest(
  call: Call,
  ids: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<ChangeRequestAccess> {
  const space = await requireSpace(call, ids.spaceId);
  return { space, row: await readChangeRequest(call.db, space.row.id, ids.changeRequestId) };
}

/** The current row of the change request. */
export async function presentCurrentChangeRequest(
  call: Call,
  row: { space_id: string; id: string },
) {
  const current = await readChangeRequest(call.db, row.space_id, row.id);
  return (await presentChangeRequests(call, [current]))(current);
}

/** The space revision that the change request is based on. */
export function findAncestor(
  row: Pick<ChangeRequestTable, "revision_initial" | "revision_merged_ancestor">,
): string {
  return row.revision_merged_ancestor ?? row.revision_initial;
}

/**
 * Whether the space has changed since the change request was last updated. A merged change request
 * is never outdated.
 */
export function isOutdated(row: ChangeRequestRow): boolean {
  return row.status !== "merged" && findAncestor(row) !== row.space_revision;
}

/**
 * @returns a function that presents one of these rows. The users of all rows are loaded in one
 * query.
 */
export async function presentChangeRequests(
  call: Pick<Call, "db" | "base">,
  rows: readonly ChangeRequestRow[],
): Promise<(row: ChangeRequestRow) => ChangeRequest> {
  const getUser = await loadUsersById(
    call,
    rows.flatMap((row) => [row.created_by, row.merged_by, row.merge_scheduled_by]),
  );
  return (row) => {
    const description: Document | undefined =
      row.description === null ? undefined : JSON.parse(row.description);
    const path = `/spaces/${row.space_id}/change-requests/${row.id}`;
    return {
      object: "change-request",
      id: row.id,
      number: row.number,
      status: row.status,
      subject: row.subject,
      description,
      createdBy: getUser(row.created_by),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      space: row.space_id,
      revision: row.revision_id,
      revisionInitial: row.revision_initial,
      revisionMergedAncestor: row.revision_merged_ancestor ?? undefined,
      revisionMerged: row.revision_merged ?? undefined,
      mergedAt: row.merged_at ?? undefined,
      mergedBy: row.merged_by === null ? undefined : getUser(row.merged_by),
      scheduledMerge: presentScheduledMerge(row, getUser),
      comments: row.comments,
      outdated: isOutdated(row),
      conversationsIssuesCluster: row.cluster_id ?? undefined,
      styleguide: presentCheck(row),
      urls: { location: `${call.base}/v1${path}`, app: buildAppUrl(call.base, path) },
    };
  };
}

function presentCheck(row: ChangeRequestRow): ChangeRequest["styleguide"] {
  const { check_site, check_run, check_changed_pages, check_time, check_failure } = row;
  if (check_site === null || check_run === null) return undefined;
  return {
    site: check_site,
    run: check_run,
    changedPages: check_changed_pages ?? undefined,
    checkedAt: check_time ?? undefined,
    failure: check_failure ?? undefined,
  };
}

function presentScheduledMerge(
  { merge_at, merge_scheduled_by, merge_failure, status }: ChangeRequestRow,
  getUser: Awaited<ReturnType<typeof loadUsersById>>,
): ChangeRequest["scheduledMerge"] {
  if (merge_at === null || merge_scheduled_by === null || status === "merged") return undefined;
  return {
    at: merge_at,
    scheduledBy: getUser(merge_scheduled_by),
    status: merge_failure === null ? "scheduled" : "failed",
    error: merge_failure ?? undefined,
  };
}

/** Records the caller as a contributor to a change request. */
export async function addContributor(
  call: Pick<Actor, "db" | "caller">,
  changeRequestId: string,
): Promise<void> {
  await call.db
    .insertInto("change_request_contributors")
    .values({ change_request_id: changeRequestId, user_id: call.caller })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Ends a scheduled merge that another user requested: it would publish this edit with the permission,
 * and past the merge rules, of a user who has not seen it.
 */
export async function endForeignSchedule(
  call: Pick<Actor, "db" | "caller">,
  changeRequestId: string,
): Promise<void> {
  await call.db
    .updateTable("change_requests")
    .set({
      merge_schedule: null,
      merge_failure:
        "Another user edited the change request after the merge was scheduled. Review the edit, and schedule the merge again.",
    })
    .where("id", "=", changeRequestId)
    .where("merge_schedule", "is not", null)
    .where("merge_scheduled_by", "<>", call.caller)
    .execute();
}

/** The ids of the users who created or edited a change request. */
export async function loadContributors(
  db: Queries,
  changeRequestId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("change_request_contributors")
    .select("user_id")
    .where("change_request_id", "=", changeRequestId)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
