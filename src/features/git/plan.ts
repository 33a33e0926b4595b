/** Plan of an import or export: shows the changes without applying them. */
import { relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/git.ts";
import { ApiError, type Finding, IncompleteError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { findCheckout, readBranch, requireReadable } from "../../programs/checkout.ts";
import { asksForData } from "../output-form.ts";
import { type WaitDisplay, waitFor } from "../waiting.ts";
import { readInfo } from "./connection.ts";
import { offerPlainFolder, requireRepository } from "./plain-folder.ts";
import {
  describeBlocks,
  describeChanges,
  describeCost,
  describeProgress,
  describeRest,
  isEmpty,
  listConflicts,
} from "./report.ts";

type PlanRequest = Input<typeof contract.plan>;

/** Level of `--fail`: all changes, or only conflicts. */
type PlanFailLevel = "changes" | "conflicts";

interface GitPlanInput extends Omit<PlanRequest, "direction"> {
  readonly direction?: PlanRequest["direction"];
  readonly repo?: string;
  readonly fail?: PlanFailLevel;
  readonly waitLimit?: number;
}

const columns: readonly PrintedColumn[] = [
  { header: "CHANGE", path: "change" },
  { header: "KIND", path: "object" },
  { header: "TITLE", path: "title", as: "title" },
  { header: "FORMER TITLE", path: "formerTitle", as: "title" },
  { header: "PATH", path: "path", wide: true },
  { header: "FROM", path: "from", wide: true },
  { header: "FIELDS", path: "fields", as: "list" },
  { header: "LINES ADDED", path: "lines.added", as: "number" },
  { header: "REMOVED", path: "lines.removed", as: "number" },
];

export async function plan(context: Context, input: GitPlanInput): Promise<Result> {
  const { direction = "import", repo, fail, waitLimit, ...rest } = input;
  const request = {
    direction,
    ...rest,
    ...(repo !== undefined && (await fromCheckout(context, repo, rest))),
  };
  if (context.settings.local) await preparePlainFolder(context, request);
  const ended = await waitForPlan(context, await context.client(), request, waitLimit);
  if (ended.state !== "success") {
    const cause = typeof ended.error === "string" ? ended.error : "the platform returns no reason";
    throw new IncompleteError("failed", `The ${direction} would fail: ${cause}`);
  }
  return present(context, asObject(ended.report), direction, fail);
}

/** A space that was created from a folder has the URL of that folder. */
async function preparePlainFolder(
  context: Context,
  { spaceId, direction, url }: PlanRequest,
): Promise<void> {
  const known = url ?? (await readInfo(await context.client({ lookup: true }), spaceId))?.url;
  const repository = { spaceId, url: asText(known) };
  await (direction === "export"
    ? requireRepository(repository)
    : offerPlainFolder(context, repository));
}

/**
 * Creates a plan and waits for it.
 * @returns the finished plan, with a report or an error
 * @throws IncompleteError on timeout; ApiError, including for a platform without plans
 */
export async function waitForPlan(
  context: WaitDisplay,
  client: ApiClient,
  request: PlanRequest,
  waitLimit?: number,
): Promise<JsonObject> {
  const started = await start(client, request);
  const { spaceId } = request;
  const waiting = { client, what: "Planning", hint: "tome git plan", waitLimit };
  return waitFor(context, waiting, async (polling, say) => {
    const { value } = await polling.call(contract.planned, {
      spaceId,
      gitPlanId: String(started.id),
    });
    const current = asObject(value);
    if (current.state !== "pending") return current;
    say(describeProgress(current));
    return undefined;
  });
}

async function start(client: ApiClient, request: PlanRequest): Promise<JsonObject> {
  try {
    return asObject((await client.call(contract.plan, request)).value);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isUnknown = [404, 405, 501].includes(error.status);
    if (!isUnknown || error.message.includes(request.spaceId)) throw error;
    throw new ApiError(
      error.status,
      "This platform does not support sync plans. The local platform does.",
      { hint: "tome help local", requestId: error.requestId },
    );
  }
}

function present(
  context: Context,
  report: JsonObject,
  direction: "import" | "export",
  fail: PlanFailLevel | undefined,
): Result {
  const conflicts = listConflicts(report);
  const target = direction === "import" ? "the space" : "the repository";
  const summary = `The ${direction} would change${describeChanges(report)}${isEmpty(report) ? ` in ${target}` : ""}.`;
  const fails =
    fail === "conflicts" ? conflicts.length > 0 : fail === "changes" && !isEmpty(report);
  const unsettled = fails ? new IncompleteError("findings", summary) : undefined;
  const findings = conflicts.map(toFinding);
  if (asksForData(context.choice)) return { record: report, unsettled, findings };
  const changes = Array.isArray(report.changes) ? report.changes.map(asObject) : [];
  return {
    list: [changes],
    columns,
    none: summary,
    notes: () => [
      // An error is self-explanatory.
      ...(changes.length > 0 && !unsettled ? [summary] : []),
      ...formatMore(report),
      ...describeRest(report, direction),
      ...findings.map(({ message }) => message),
      ...describeCost(report, direction),
    ],
    unsettled: () => unsettled,
    findings: () => findings,
  };
}

function formatMore({ more }: JsonObject): string[] {
  return typeof more === "number" ? [`${more} further changes are not listed.`] : [];
}

function toFinding(conflict: JsonObject): Finding {
  const { title, path } = conflict;
  const name = typeof path === "string" ? path : String(title);
  return {
    rule: "sync-conflict",
    level: "error",
    message: `${name} has conflicting changes in the space and in the repository${describeBlocks(conflict)}. With --force, the version from the source of the sync is kept.`,
    location: { name },
  };
}

/**
 * Repository, branch and folder of a local checkout. Uncommitted changes are ignored.
 * @throws UsageError for a folder outside a repository, and for a repository without a branch
 */
async function fromCheckout({ cwd }: Context, repo: string, request: Partial<PlanRequest>) {
  if (request.url !== undefined) throw new UsageError("Specify either --repo or --url, not both.");
  const folder = resolve(cwd, repo);
  const checkout = await findCheckout(folder);
  if (checkout === undefined) {
    throw new UsageError(`--repo ${repo} is not a checkout of a Git repository.`);
  }
  await requireReadable(checkout);
  const ref = request.ref ?? (await readBranch(checkout));
  if (ref === undefined) {
    throw new UsageError(`--repo ${repo} has no branch checked out. Specify one with --ref.`);
  }
  const inside = relative(checkout.top, folder).split(sep).join("/");
  return {
    url: pathToFileURL(checkout.top).href,
    ref,
    ...(inside !== "" && { repoProjectDirectory: request.repoProjectDirectory ?? inside }),
  };
}
