/** `tome apply`: applies configuration files to an organization. */
import { basename, dirname, join, resolve } from "node:path";
import type {
  ApiClient,
  Context,
  JsonObject,
  PrintedColumn,
  Result,
  WorkJournal,
} from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { isRegularFile } from "../../files/named-file.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { isTitledKind, lockCreations } from "../safety-checks/existing-titles.ts";
import { describeFolder } from "./describe-folder.ts";
import { writeLock } from "./lock.ts";
import { phases } from "./planning/order.ts";
import { makePlan } from "./planning/plan.ts";
import { formatPlanLines, formatPlanScope, formatSummary } from "./planning/render.ts";
import { checkSavedPlan, readSavedPlan } from "./planning/saved-plan.ts";
import { toJson } from "./resource.ts";
import { type FilesPlan, type FilesPlanInput, formatFilesCommand, getActionName } from "./step.ts";
import { ApplyRun, executePlan, type StepEnd } from "./writing/execute.ts";
import {
  findUnfinishedApply,
  getJournalPath,
  journalName,
  listJournalCreations,
  refuseUnknown,
} from "./writing/resume.ts";
import { buildLockRecords, formatLock } from "./writing/update-lock.ts";
import { DuplicateTitleError } from "./writing/write-step.ts";

export interface FilesApplyInput extends Omit<FilesPlanInput, "folder"> {
  /** A folder or a saved plan. */
  readonly folder?: string | undefined;
  readonly resume?: string | undefined;
}

const columns: readonly PrintedColumn[] = [
  { header: "STATUS", path: "status", as: "state" },
  { header: "ACTION", path: "does" },
  { header: "RESOURCE", path: "address", as: "title", wide: true },
  { header: "ID", path: "id", as: "id" },
  { header: "ERROR", path: "error", wide: true },
];

export async function apply(context: Context, input: FilesApplyInput): Promise<Result> {
  const { folder: target = ".", resume, organizationId } = input;
  const isFile = await isRegularFile(resolve(context.cwd, target));
  const saved = isFile ? await readSavedPlan(context, target) : undefined;
  const planInput: FilesPlanInput = saved
    ? { ...saved.input, organizationId }
    : { ...input, folder: target, organizationId };
  const { folder } = planInput;
  const path = resume ?? join(folder, journalName);
  const before = resume === undefined ? undefined : await openEarlier(context, resume);
  try {
    if (before === undefined) await refuseUnfinished(context, folder);
    const known = listJournalCreations(before);
    const reading = context.terminal.progress("Reading the organization …");
    const plan = await makePlan(context, planInput, known.made).finally(reading.stop);
    refuseUnknown(plan, known.unknown, path);
    if (saved) checkSavedPlan(context, saved, plan);
    return await applyPlan(context, plan, { path, before, isApproved: saved !== undefined });
  } catch (error) {
    await before?.close();
    throw error;
  }
}

interface ApplyOptions {
  readonly path: string;
  readonly before: WorkJournal | undefined;
  /** Whether the plan was reviewed when it was saved, so that no confirmation is needed. */
  readonly isApproved: boolean;
}

async function applyPlan(
  context: Context,
  plan: FilesPlan,
  options: ApplyOptions,
): Promise<Result> {
  const { steps, notes, folder, lock } = plan;
  const client = await context.client({ many: true });
  client.announceAll(await fetchRequests(context, client, plan), notes);
  if (steps.length > 0 && !options.isApproved) {
    await confirm(context, `tome apply ${folder.path}`, () => {
      for (const line of formatPlanLines(plan)) context.terminal.note(line);
      return `${formatSummary(plan)}. Apply these changes?`;
    });
  }
  const ends = steps.length === 0 ? undefined : await carryOutPlan(context, plan, options);
  await options.before?.close();
  const current = buildLockRecords(plan.wanted.things, lock.things, plan.ids, plan.live);
  const things = ends?.locked(current) ?? current;
  const isChanged =
    plan.lockBefore === undefined || formatLock(things) !== formatLock(plan.lockBefore.things);
  if (steps.length > 0 || isChanged) {
    const serial = lock.serial + (steps.length > 0 ? 1 : 0);
    await writeLock(context, folder.path, { ...lock, serial, things });
  }
  const all = ends?.all ?? [];
  const end = findUnsettled(all, plan, options.path) ?? findTwinError(ends?.twins ?? []);
  if (ends?.isWhole === true) await removeFile(resolve(context.cwd, options.path));
  const done = all.filter(({ status }) => status === "done").length;
  return {
    list: [all.map((end) => context.redactions.value(toRow(end)))],
    columns,
    none: `The organization matches the files in ${describeFolder(folder.path)}. No changes were made.`,
    notes: () => [
      ...(all.length > 0 ? [`Applied ${done} of ${formatCount(all.length, "change")}.`] : []),
      ...[...notes, ...(ends?.notes ?? [])].map(context.redactions.text),
      formatPlanScope(plan),
    ],
    unsettled: () => end,
  };
}

async function carryOutPlan(context: Context, plan: FilesPlan, { path, before }: ApplyOptions) {
  const about = { command: "apply", platform: plan.platform, items: plan.steps.length };
  const journal =
    before ?? (await (await context.journals()).startJournal(resolve(context.cwd, path), about));
  const progress = context.terminal.progress(`0 of ${plan.steps.length}`);
  let release: (() => Promise<void>) | undefined;
  try {
    if (plan.steps.some(({ does, kind }) => does === "create" && isTitledKind(kind))) {
      release = await lockCreations(context, plan.input.organizationId);
    }
    return await executePlan(context, plan, journal, progress.update);
  } finally {
    progress.stop();
    await release?.();
    if (before === undefined) await journal.close();
  }
}

async function openEarlier(context: Context, path: string): Promise<WorkJournal> {
  const journal = await (await context.journals()).resumeJournal(resolve(context.cwd, path));
  const { command, platform } = journal.header;
  if (command === "apply" && platform === context.settings.baseUrl.value) return journal;
  await journal.close();
  throw new UsageError(
    command === "apply"
      ? `The journal ${path} belongs to an apply on ${platform}.`
      : `The journal ${path} belongs to tome ${command}.`,
  );
}

/** @throws UsageError if an earlier apply was interrupted, because only its journal has the new ids */
async function refuseUnfinished(context: Context, folder: string): Promise<void> {
  const unfinished = await findUnfinishedApply(context, folder);
  if (unfinished !== undefined) throw new UsageError(unfinished.said, unfinished.command);
  await removeFile(getJournalPath(context, folder));
}

async function removeFile(path: string): Promise<void> {
  await openForeignFolder(dirname(path)).remove(basename(path));
}

function toRow({ step, status, id, error }: StepEnd): JsonObject {
  const { address, kind, title } = step;
  return {
    status,
    does: getActionName(step),
    address,
    kind,
    title,
    id: id ?? null,
    error: error?.message ?? null,
  };
}

/** @param twins sentences about titles that exist twice */
function findTwinError([first, ...others]: readonly string[]): IncompleteError | undefined {
  if (first === undefined) return undefined;
  const more =
    others.length === 0
      ? ""
      : ` ${formatCount(others.length, "more title exists", "more titles exist")} twice.`;
  return new IncompleteError("conflict", `${first}${more}`);
}

/** Error of an apply that did not make all changes; undefined if it did. */
function findUnsettled(
  all: readonly StepEnd[],
  plan: FilesPlan,
  path: string,
): IncompleteError | undefined {
  const select = (...statuses: readonly StepEnd["status"][]) =>
    all.filter(({ status }) => statuses.includes(status));
  const [first] = select("conflict", "failed", "unknown");
  const why = first ? ` First: ${first.step.address}: ${first.error?.message}` : "";
  const undone = all.length - select("done").length;
  const count = `${undone} of ${formatCount(all.length, "change")}`;
  const verb = undone === 1 ? "was" : "were";
  if (select("unknown", "not begun").length > 0) {
    return new IncompleteError(
      "partial",
      `${count} ${verb} not applied, or the result is unknown. The journal is ${path}.${why}`,
      formatFilesCommand("apply", plan, "--resume", path),
    );
  }
  if (select("failed").length > 0) {
    const message = `${count} ${verb} not applied.${why}`;
    return new IncompleteError("partial", message, formatFilesCommand("apply", plan));
  }
  const duplicates = select("conflict").filter(({ error }) => error instanceof DuplicateTitleError);
  if (duplicates.length > 0 && duplicates.length === select("conflict").length) {
    const message = `${count} ${verb} not applied because resources with the same titles exist.${why}`;
    return new IncompleteError("conflict", message, formatFilesCommand("plan", plan));
  }
  if (select("conflict").length > 0) {
    const message = `${count} ${verb} not applied because the resources changed after the plan.${why}`;
    return new IncompleteError("conflict", message, formatFilesCommand("plan", plan));
  }
  if (select("asked").length === 0) return undefined;
  return new IncompleteError(
    "pending",
    `${count} ${undone === 1 ? "is" : "are"} waiting for another user. Apply again after they accept.${why}`,
  );
}

type StepRequest = ReturnType<ApiClient["describe"]>;

/** Created resources get placeholder ids such as `new-1`, because the platform assigns the real ones. */
async function fetchRequests(
  context: Context,
  client: ApiClient,
  plan: FilesPlan,
): Promise<readonly StepRequest[]> {
  const reader = await context.client({ lookup: true });
  const requests: StepRequest[] = [];
  let made = 0;
  const describing: ApiClient = {
    ...client,
    pages: (endpoint, input, start) => reader.pages(endpoint, input, start),
    async call(endpoint, input) {
      if (getMethod(endpoint) === "GET") return reader.call(endpoint, input);
      requests.push(client.describe(endpoint, input));
      const id = () => `new-${++made}`;
      const value = {
        ...asObject(toJson(input)),
        id: id(),
        users: [id()],
        siteSpaces: [{ object: "site-space", id: id() }],
      };
      return { status: 200, value, requestId: undefined, headers: {} };
    },
  };
  const ids = plan.ids.copy();
  const run = new ApplyRun({ ...plan, ids }, describing, undefined, undefined, () => {});
  for (const phase of phases) await run.carryOut(phase);
  return requests;
}
