/** Permission of an import, export or plan when it runs, and its end without permission. */
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import { requireOwnSpace } from "../../core/access/job-permissions.ts";
import type { JobPermission } from "../../jobs/job.ts";
import { findInstallation } from "./connections/connection-rows.ts";
import type { GitOperation } from "./operation.ts";
import { findNextOperation } from "./queue.ts";
import { finish } from "./synchronize.ts";

export const gitPermission: JobPermission = {
  async authorize(payload, call) {
    const spaceId = readSpaceId(payload);
    const running = await findNextOperation(call.db, spaceId);
    if (!running) return;
    const operation = getOperationName(running);
    await call.requireScope(operation, { spaceId });
    const { role } = await requireOwnSpace(call, spaceId);
    authorize(role, operation);
    const { installation } = running.request;
    if (installation === undefined || (await findInstallation(call.db, installation))) return;
    throw new ApiError(404, "The space was disconnected from the repository.");
  },

  async end(payload, { reason }, call) {
    const spaceId = readSpaceId(payload);
    const running = await findNextOperation(call.db, spaceId);
    if (!running) return undefined;
    await finish(call, running, { state: "failure", error: reason });
    return { operation: getOperationName(running), target: { type: "space", id: spaceId } };
  },

  async findRequester(payload, db) {
    return (await findNextOperation(db, readSpaceId(payload)))?.row.requested_by;
  },
};

function readSpaceId(payload: unknown): string {
  return (payload as { readonly spaceId: string }).spaceId;
}

function getOperationName({ request, row }: GitOperation) {
  if (request.plan) return "planGitSync";
  return row.kind === "import" ? "importGitRepository" : "exportToGitRepository";
}
