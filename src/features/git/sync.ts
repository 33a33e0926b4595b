/** Import from a repository or export to one, optionally waiting for its end. */
import type { ApiClient, Context, JsonObject, JsonValue, Parent, Result } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/git.ts";
import { list as listPages } from "../../contract/page.ts";
import { ApiError, CanceledError, IncompleteError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import {
  longestBeginning,
  startWork,
  type Wait,
  type WaitFlags,
  type WorkStart,
  waitFor,
} from "../waiting.ts";
import { findConnection, readInfo } from "./connection.ts";
import { offerPlainFolder, requireRepository } from "./plain-folder.ts";
import {
  describeChanges,
  describeCost,
  describeProgress,
  describeReplaced,
  describeRest,
} from "./report.ts";

/** Without a URL, the repository of the connection or of the last sync is used. */
type FromConnection<T> = Omit<T, "url" | "ref"> & { readonly url?: string; readonly ref?: string };

export async function importRepository(
  context: Context,
  {
    wait,
    waitLimit,
    ...flags
  }: FromConnection<Input<typeof contract.importRepository>> & WaitFlags,
  fromProject: readonly Parent[],
): Promise<Result> {
  const waiting = { wait, waitLimit };
  const input = await addRepository(context, flags);
  const confirm = async () => {
    await confirmFirstImport(context, input, fromProject);
    await offerPlainFolder(context, input);
  };
  return synchronize(context, "import", contract.importRepository, input, waiting, confirm);
}

/** The message of the commit, as for a connection without a message. */
const defaultMessage = "Update the documentation";

type ExportFlags = Omit<
  FromConnection<Input<typeof contract.exportRepository>>,
  "commitMessage"
> & { readonly commitMessage?: string };

export async function exportRepository(
  context: Context,
  { wait, waitLimit, commitMessage = defaultMessage, ...flags }: ExportFlags & WaitFlags,
): Promise<Result> {
  const input = await addRepository(context, { ...flags, commitMessage });
  await requireRepository(input);
  return synchronize(context, "export", contract.exportRepository, input, { wait, waitLimit });
}

/**
 * Adds the repository, branch and folder of the space's connection, or of its last sync.
 * @throws UsageError if there is none, or only the branch is specified
 */
async function addRepository<
  T extends FromConnection<{ spaceId: string; url: string; ref: string }>,
>(context: Context, flags: T): Promise<T & { readonly url: string; readonly ref: string }> {
  const { url, ref, spaceId } = flags;
  if (url !== undefined) {
    if (ref === undefined)
      throw new UsageError("--ref is required with --url, such as --ref main.");
    return { ...flags, url, ref };
  }
  const client = await context.client({ lookup: true });
  const info = await readInfo(client, spaceId);
  const connection = info && (await findConnection(client, spaceId));
  const { projectDirectory, providerConfiguration, repositoryConnection } =
    connection?.installation ?? {};
  const { url: connectedUrl, branch } = asObject(providerConfiguration);
  const repository =
    asText(connectedUrl) ||
    asText(asObject(repositoryConnection).repositoryUrl) ||
    asText(info?.url);
  const known = asText(branch) || asText(info?.ref);
  if (repository === "" || known === "") {
    throw new UsageError(
      "The space is not connected to a Git repository, so --url and --ref are required.",
      `tome git connect ${spaceId} --repo <url>`,
    );
  }
  const folder = asText(connection ? projectDirectory : info?.repoProjectDirectory);
  return {
    ...(folder !== "" && { repoProjectDirectory: folder }),
    ...flags,
    url: repository,
    ref: ref ?? known,
  };
}

async function synchronize<E extends Endpoint>(
  context: Context,
  word: "import" | "export",
  endpoint: E,
  input: Input<E> & { readonly spaceId: string; readonly url: string },
  waiting: WaitFlags,
  confirm: () => Promise<void> = async () => {},
): Promise<Result> {
  await checkRequest(endpoint, input);
  const client = await context.client();
  client.announce(endpoint, input);
  await confirm();
  const { spaceId } = input;
  const hint = `tome git info --space ${spaceId}`;
  // Without a server, the platform runs only while a command runs.
  const isWaiting = waiting.wait === true || context.settings.local;
  const before = isWaiting ? await findStart(context, spaceId) : undefined;
  const start = await startWork(client.call(endpoint, input), { wait: isWaiting });
  if (!isWaiting) {
    return {
      done: `Started the ${word}.`,
      next: `To show its progress: ${hint}`,
      record: (await readInfo(client, spaceId)) ?? {},
    };
  }
  const what = word === "import" ? "Importing" : "Exporting";
  const { waitLimit } = waiting;
  const ended = await waitForEnd(
    context,
    spaceId,
    { client, what, hint, waitLimit },
    { before, start },
  );
  return getSyncResult(ended, word, hint);
}

/** The start of the latest operation, as the hosted platform returns it. */
export async function findStart(context: Context, spaceId: string): Promise<string | undefined> {
  const info = await readInfo(await context.client({ lookup: true }), spaceId);
  return asText(asObject(info?.operation).startedAt) || undefined;
}

interface EarlierSync {
  /** The start of the operation before this one, for the hosted platform. */
  readonly before?: string | undefined;
  readonly start?: WorkStart;
}

/** Waits until no import or export of a space is queued or running. */
async function waitForEnd(
  context: Context,
  spaceId: string,
  wait: Wait,
  { before, start }: EarlierSync,
): Promise<JsonObject> {
  // After a 202, the operation is still to come.
  const isAccepted = start?.isAccepted === true;
  // The hosted platform returns a new operation within this time, or not at all.
  const end = performance.now() + longestBeginning;
  return waitFor(context, { ...wait, start }, async (polling, say) => {
    const info = (await readInfo(polling, spaceId)) ?? {};
    const state = readState(info);
    const isWaiting = state === "pending" || state === "running";
    const isOlder = asText(asObject(info.operation).startedAt) === (before ?? "");
    const isAwaited = isLocalInfo(info)
      ? // The platform looks up the repository before the first sync.
        info.state === undefined && info.problem === undefined
      : isOlder && (isAccepted || performance.now() < end);
    if (!isWaiting && !isAwaited) return info;
    say(describeProgress(info));
    return undefined;
  });
}

/** The state of the latest operation, which the hosted platform returns only in the operation. */
function readState({ state, operation }: JsonObject): string {
  return asText(state) || asText(asObject(operation).state);
}

/** Only the local platform returns the time of the next check or the state of the last operation. */
function isLocalInfo({ state, nextCheckAt, problem }: JsonObject): boolean {
  return state !== undefined || nextCheckAt !== undefined || problem !== undefined;
}

/**
 * Asks for confirmation before the first import into a space that has pages. Skipped, without any
 * request, with --yes or --force.
 * @throws UsageError without a terminal, and Cancelled
 */
export async function confirmFirstImport(
  context: Context,
  {
    spaceId,
    force,
    standalone,
  }: Pick<Input<typeof contract.importRepository>, "spaceId" | "force" | "standalone">,
  fromProject: readonly Parent[],
): Promise<void> {
  const { yes, settings, terminal, describeTitledParents } = context;
  if (yes || force || standalone) return;
  const client = await context.client();
  if (await hasSynchronized(client, spaceId)) return;
  const { value } = await client.call(listPages, { spaceId });
  const count = countPages(asObject(value).pages);
  if (count === 0) return;
  const pages = count === 1 ? "a page" : `${count} pages`;
  const others = settings.local ? ", and all other pages are kept" : "";
  const will = `The space has ${pages} and is not synchronized with a repository. A page at the path of a file in the repository gets the text of that file${others}.`;
  if (!terminal.interactive) {
    throw new UsageError(
      `${will} --yes is required to import when not running interactively. To send the pages of the space to the repository first, use tome git export.`,
    );
  }
  const parents = await describeTitledParents(fromProject);
  if (!(await terminal.confirm(`${will} Import${parents}?`))) throw new CanceledError();
}

async function hasSynchronized(client: ApiClient, spaceId: string): Promise<boolean> {
  try {
    const { state, revision } = await fetchInfo(client, spaceId);
    // A platform without sync results returns only that a repository exists.
    return revision !== undefined || (state !== "failure" && state !== "skipped");
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** Counts pages with text at any depth. */
function countPages(pages: JsonValue | undefined): number {
  return (Array.isArray(pages) ? pages : []).map(asObject).reduce((sum, page) => {
    return sum + (page.type === "document" ? 1 : 0) + countPages(page.pages);
  }, 0);
}

/**
 * Waits until no import or export of a space is queued or running.
 * @throws IncompleteError for a failure
 */
export async function waitForSync(
  context: Context,
  client: ApiClient,
  spaceId: string,
  { waitLimit }: WaitFlags,
  what: string,
  earlier: EarlierSync = {},
): Promise<{ readonly sentence: string; readonly record: JsonObject }> {
  const hint = `tome git status ${spaceId}`;
  const wait = { client, what, hint, waitLimit };
  const ended = await waitForEnd(context, spaceId, wait, earlier);
  const { message } = asObject(ended.problem);
  if (typeof message === "string") {
    const { fix } = asObject(ended.problem);
    throw new IncompleteError("failed", `The sync failed: ${message}`, asText(fix));
  }
  const { direction } = asObject(ended.operation);
  const result = getSyncResult(ended, direction === "export" ? "export" : "import", hint);
  return {
    sentence: result !== undefined && "done" in result ? result.done : "",
    record: ended,
  };
}

/** @throws an error for every result other than success, so that a pipeline fails */
function getSyncResult(info: JsonObject, word: "import" | "export", hint: string): Result {
  const { commit } = info;
  const state = readState(info);
  const error = info.error ?? asObject(info.operation).error;
  if (state === "success" || (state === "" && error === undefined)) {
    const at = typeof commit === "string" ? ` at commit ${commit}` : "";
    const message = state === "" ? "The platform does not return the result." : "";
    const report = asObject(info.report);
    const changed = info.report === undefined ? "" : `. Changed${describeChanges(report)}`;
    const sentences = [
      message || `Completed the ${word}${at}${changed}.`,
      ...(word === "import" ? describeReplaced(report) : []),
      ...describeRest(report, word),
      ...describeCost(report, word),
      ...listWarnings(info),
    ];
    return { done: sentences.join(" "), record: info };
  }
  const cause = typeof error === "string" ? error : "the platform returns no reason";
  throw new IncompleteError("failed", `The ${word} ended with the state ${state}: ${cause}`, hint);
}

function listWarnings({ warnings }: JsonObject): string[] {
  const texts = Array.isArray(warnings) ? warnings : [];
  return texts.map(String);
}

async function fetchInfo(client: ApiClient, spaceId: string): Promise<JsonObject> {
  const { value } = await client.call(contract.info, { spaceId });
  return asObject(value);
}

/** @throws UsageError */
async function checkRequest(endpoint: Endpoint, input: object): Promise<void> {
  const { check } = await import("../../contract/check.ts");
  const [fault] = await check(endpoint.input, input);
  if (fault) throw new UsageError(`${fault.path.join(".")} ${fault.rule}.`);
}
