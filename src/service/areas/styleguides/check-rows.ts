/** Style guide checks of spaces: their start and their state. */
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import type { SpaceAccess } from "../../core/rows/space-rows.ts";
import type { Queries } from "../../database/tables.ts";
import { insertChangeRequest } from "../change-requests/create.ts";
import { type CheckPayload, checkKind } from "./check-request.ts";
import type { StyleguideCheckTable } from "./tables.ts";

/** Maximum length of a subject, in characters. */
const longestSubject = 100;

/** @throws ApiError 409 if a check of the space is running */
export async function beginCheck(
  call: Call,
  run: { readonly id: string; readonly siteId: string; readonly organizationId: string },
  { row: space }: SpaceAccess,
): Promise<string> {
  const open = await findOpenCheck(call.db, run.siteId, space.id);
  if (open?.status === "running") {
    throw new ApiError(
      409,
      `A style guide check of the space "${space.title}" is running in change request ${open.number}. Wait for its end, or archive the change request.`,
      { field: "spaces", hint: `tome cr get ${open.number} --space ${space.id}` },
    );
  }
  const last = {
    current_run_id: run.id,
    requested_by: call.caller,
    status: "running" as const,
    changed_pages: null,
    failure: null,
  };
  const subject = `Style guide check of ${space.title}`.slice(0, longestSubject);
  const id = open?.change_request_id ?? (await insertChangeRequest(call, space.id, subject)).id;
  if (open) {
    await call.db
      .updateTable("styleguide_checks")
      .set(last)
      .where("change_request_id", "=", id)
      .execute();
  } else {
    await call.db
      .insertInto("styleguide_checks")
      .values({
        change_request_id: id,
        space_id: space.id,
        site_id: run.siteId,
        run_id: run.id,
        checked_at: null,
        ...last,
      })
      .execute();
  }
  const payload: CheckPayload = {
    organizationId: run.organizationId,
    siteId: run.siteId,
    changeRequestId: id,
    runId: run.id,
    changed: 0,
    unchecked: 0,
  };
  await call.enqueue({ kind: checkKind, payload, organization: run.organizationId });
  return id;
}

/** The check of a space whose change request is neither merged nor archived. */
async function findOpenCheck(
  db: Queries,
  siteId: string,
  spaceId: string,
): Promise<(StyleguideCheckTable & { readonly number: number }) | undefined> {
  return db
    .selectFrom("styleguide_checks")
    .innerJoin("change_requests", "change_requests.id", "styleguide_checks.change_request_id")
    .selectAll("styleguide_checks")
    .select("change_requests.number")
    .where("styleguide_checks.site_id", "=", siteId)
    .where("styleguide_checks.space_id", "=", spaceId)
    .where("change_requests.status", "in", ["draft", "open"])
    .orderBy("change_requests.number", "desc")
    .executeTakeFirst();
}

/** @returns undefined if it has ended, or another run has taken over its change request */
export async function findRunningCheck(
  db: Queries,
  { changeRequestId, runId }: CheckPayload,
): Promise<StyleguideCheckTable | undefined> {
  return db
    .selectFrom("styleguide_checks")
    .selectAll()
    .where("change_request_id", "=", changeRequestId)
    .where("current_run_id", "=", runId)
    .where("status", "=", "running")
    .executeTakeFirst();
}
