/**
 * Plans: the changes that an import or export would make, stored for a limited time for the user
 * who requested them.
 */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import { ApiError } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import type { OperationRequest, OperationResult } from "./operation.ts";
import type { GitOperationTable } from "./tables.ts";

type PresentedPlan = Output<typeof contract.planned>;

/** Of one user in one space; the oldest are deleted first. */
const mostKept = 20;

/** @throws ApiError 404 if the space does not have the plan, or no longer */
export async function findPlan(db: Queries, spaceId: string, id: string): Promise<PresentedPlan> {
  const row = await db
    .selectFrom("git_operations")
    .selectAll()
    .where("id", "=", id)
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  if (row && buildRequest(row).plan) return presentPlan(row);
  throw new ApiError(
    404,
    `Space ${spaceId} has no plan ${id}. It may have been deleted; create a new plan.`,
    {
      field: "gitPlanId",
    },
  );
}

export function presentPlan(row: GitOperationTable): PresentedPlan {
  const { id, kind, created_at: createdAt } = row;
  const plan = { object: "git-plan" as const, id, direction: kind, createdAt };
  if (row.outcome === null) {
    return {
      ...plan,
      state: "pending",
      ...(row.progress !== null && { progress: JSON.parse(row.progress) }),
    };
  }
  return { ...plan, ...JSON.parse(row.outcome) };
}

function buildRequest({ request }: GitOperationTable): OperationRequest {
  return JSON.parse(request);
}

/** Stores the result of a plan, and deletes the oldest plans of the same user in the space. */
export async function storePlan(
  db: Queries,
  { id, space_id: spaceId, requested_by: requester }: GitOperationTable,
  { state, error, report }: OperationResult,
): Promise<void> {
  const outcome = { state: state === "success" ? state : "failure", error, report };
  await db
    .updateTable("git_operations")
    .set({ outcome: JSON.stringify(outcome), credentials: null, progress: null })
    .where("id", "=", id)
    .execute();
  const ended = await db
    .selectFrom("git_operations")
    .select("id")
    .where("space_id", "=", spaceId)
    .where("requested_by", "=", requester)
    .where("outcome", "is not", null)
    .orderBy("number", "desc")
    .offset(mostKept)
    .limit(mostKept)
    .execute();
  if (ended.length === 0) return;
  const old = ended.map((row) => row.id);
  await db.deleteFrom("git_operations").where("id", "in", old).execute();
}
