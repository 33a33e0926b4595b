/** Result of a write that the platform accepted with 202, read from the resource that shows it. */
import type { JsonObject } from "../../context.ts";
import type { PathTemplate } from "../../contract/inverse.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { fill, type ReadPath } from "../../history/read-path.ts";
import { isAbsent } from "../../history/state.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asText } from "../../json/values.ts";

export type ResolvedWrite = Pick<HistoryEntry, "outcome" | "after" | "made" | "because">;

interface AcceptedWork {
  /** The resource that shows the result; `{work}` is the id in the response. */
  readonly look: PathTemplate;
  /**
   * @param resource undefined if it does not exist
   * @returns undefined while the work is in progress
   */
  readonly read: (
    resource: JsonObject | undefined,
    entry: HistoryEntry,
  ) => ResolvedWrite | undefined;
}

const done: ResolvedWrite = { outcome: "done", because: "The platform has finished the request." };

function createFailure(cause: string): ResolvedWrite {
  const reason = cause === "" ? "." : `: ${cause}`;
  return { outcome: "failed", because: `The platform could not finish the request${reason}` };
}

const gitSync: AcceptedWork = {
  look: "/spaces/{spaceId}/git/info",
  read(info, { at, operation: name }) {
    const { startedAt, direction, state, error } = asObject(info?.operation);
    // An earlier sync, or one of a later request in the other direction.
    if (!(Date.parse(asText(startedAt)) >= Date.parse(at))) return undefined;
    const expected = name === "exportToGitRepository" ? "export" : "import";
    if (direction !== expected) return undefined;
    if (state === "success") return done;
    return state === "failure" || state === "timeout" ? createFailure(asText(error)) : undefined;
  },
};

/** By operation. The API does not show the result of other operations without an inverse. */
const works: Readonly<Record<string, AcceptedWork>> = {
  startImportRun: {
    look: "/org/{organizationId}/imports/{work}",
    read(run) {
      const { status, reason } = asObject(run);
      if (status === "completed") return done;
      if (status === "cancelled") return createFailure("the import was canceled");
      return status === "failed" ? createFailure(asText(reason)) : undefined;
    },
  },
  importGitRepository: gitSync,
  exportToGitRepository: gitSync,
  mergeChangeRequest: {
    look: "/spaces/{spaceId}/change-requests/{changeRequestId}",
    read: (request) => (request?.status === "merged" ? done : undefined),
  },
  removeMemberFromOrganizationById: {
    look: "/orgs/{organizationId}/members/{userId}",
    read: (member) => (member === undefined ? done : undefined),
  },
};

/** @returns undefined if the work is in progress, or the API does not show its result */
export async function readAcceptedWork(
  entry: HistoryEntry,
  read: ReadPath,
): Promise<ResolvedWrite | undefined> {
  const { operation = "", input, work } = entry;
  const accepted = findOwn(works, operation);
  if (accepted === undefined) return undefined;
  const names = { ...input, ...(work !== undefined && { work }) };
  if (accepted.look.includes("{work}") && work === undefined) return undefined;
  const path = fill(accepted.look, names);
  try {
    return accepted.read(asObject(await read(path)), entry);
  } catch (error) {
    if (isAbsent(error)) return accepted.read(undefined, entry);
    throw error;
  }
}
