/** Upload of a specification from a URL or a file, optionally waiting for its processing. */

import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/openapi.ts";
import { ApiError, type Finding, IncompleteError, UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject } from "../../json/values.ts";
import type { GateOptions } from "../openapi-diff/diff.ts";
import type { SpecificationTarget } from "../openapi-diff/refuse.ts";
import { asksForData } from "../output-form.ts";
import {
  createBeginningCheck,
  type PollingClient,
  startWork,
  type WaitFlags,
  waitFor,
} from "../waiting.ts";

interface SourceInput {
  readonly url?: string;
  readonly file?: string;
  readonly root?: string;
  readonly input?: string;
}

type PutSource = Input<typeof contract.put>["source"];

const columns: readonly PrintedColumn[] = [
  { header: "SLUG", path: "slug" },
  { header: "STATE", path: "processingState", as: "state" },
  { header: "ERROR", path: "lastProcessErrorCode" },
  { header: "ERRORS", path: "lastProcessedErrors", as: "list", wide: true },
  { header: "VERSION", path: "lastVersion" },
  { header: "VISIBILITY", path: "visibility" },
  { header: "SOURCE", path: "sourceURL", wide: true },
  { header: "URL", path: "urls.app", as: "address", wide: true },
];

export async function put(
  context: Context,
  {
    organizationId,
    specSlug,
    fail,
    allowUnresolved,
    acceptMovedPrefix,
    ...sourceFlags
  }: SpecificationTarget & SourceInput & WaitFlags & GateOptions,
): Promise<Result> {
  const path = { organizationId, specSlug };
  const source = await resolveSource(context, sourceFlags, `openapi put ${specSlug}`);
  if (fail === "breaking") {
    const { refuseBreaking } = await import("../openapi-diff/refuse.ts");
    const { file } = sourceFlags;
    const name =
      file === "-" ? "standard input" : (file ?? sourceFlags.url ?? sourceFlags.input ?? specSlug);
    const candidate = { source, file, name };
    await refuseBreaking(context, path, candidate, { fail, allowUnresolved, acceptMovedPrefix });
  }
  return store(context, path, contract.put, { ...path, source }, sourceFlags);
}

export async function create(
  context: Context,
  {
    organizationId,
    slug,
    ...sourceFlags
  }: { organizationId: string; slug: string } & SourceInput & WaitFlags,
): Promise<Result> {
  const path = { organizationId, specSlug: slug };
  const source = await resolveSource(context, sourceFlags, `openapi create ${slug}`);
  return store(context, path, contract.create, { organizationId, slug, source }, sourceFlags);
}

/** Arguments of the platform's own CLI: a path or a URL in one argument. */
export async function publish(
  context: Context,
  {
    source,
    ...rest
  }: SpecificationTarget & { source: string; root?: string } & WaitFlags & GateOptions,
): Promise<Result> {
  const isAddress = /^https?:\/\//i.test(source);
  return put(context, { ...rest, ...(isAddress ? { url: source } : { file: source }) });
}

async function store<E extends Endpoint>(
  context: Context,
  path: SpecificationTarget,
  endpoint: E,
  input: Input<E>,
  waiting: WaitFlags & SourceInput,
): Promise<Result> {
  await checkRequest(endpoint, input);
  const client = await context.client();
  client.announce(endpoint, input);
  const before = waiting.wait ? await findSpecification(client, path) : undefined;
  const start = await startWork(client.call(endpoint, input), waiting);
  const stored = asObject(start.value);
  if (!waiting.wait) {
    const isPending = stored.processingState !== "complete";
    const status = `To show its status: tome openapi get ${path.specSlug}`;
    return {
      done: `Stored ${path.specSlug}; ${describeProcessing(stored)}`,
      next: isPending ? `To wait for the result, add --wait. ${status}` : status,
      record: stored,
      columns,
    };
  }
  const wait = {
    client,
    what: `Processing ${path.specSlug}`,
    hint: `tome openapi get ${path.specSlug} --org ${path.organizationId}`,
    waitLimit: waiting.waitLimit,
    start,
  };
  const mayBegin = createBeginningCheck(start, before);
  const ended = await waitFor(context, wait, async (polling) => {
    // An accepted request may store the specification later.
    const read = start.isAccepted ? findSpecification : fetchSpecification;
    const now = await read(polling, path);
    if (now === undefined) return undefined;
    return !mayBegin(now) && now.processingState === "complete" ? now : undefined;
  });
  const sent = await describeSentSource(
    context,
    waiting,
    asObject(input as JsonObject).source ?? null,
  );
  return buildOutcome(context, path.specSlug, ended, before?.lastVersion, sent);
}

/** Processing status of the response. */
function describeProcessing({ processingState, lastProcessErrorCode }: JsonObject): string {
  if (processingState !== "complete") return "it is not processed yet, so its errors are unknown.";
  return lastProcessErrorCode === undefined || lastProcessErrorCode === null
    ? "processing is complete."
    : `processing failed with ${lastProcessErrorCode}.`;
}

function buildOutcome(
  context: Context,
  slug: string,
  record: JsonObject,
  before: JsonValue | undefined,
  sent: SentSource,
): Result {
  const errors = listErrors(record).map((message) => withName(message, sent));
  if (record.lastProcessErrorCode === undefined && errors.length === 0) {
    const isNew = record.lastVersion !== before;
    const change = isNew
      ? `the new version is ${String(record.lastVersion)}`
      : "the content is unchanged, so no version was created";
    return { done: `Stored and processed ${slug}; ${change}.`, record, columns };
  }
  // The error code alone is an error, too.
  const count = errors.length <= 1 ? "an error" : `${errors.length} errors`;
  const remains = before === undefined ? "" : " The previous version remains current.";
  const unsettled = new IncompleteError(
    "findings",
    `Processing ${slug} ended with ${count} (${String(record.lastProcessErrorCode ?? "unknown")}).${remains}`,
  );
  // JSON output contains the errors in the record, and one object on standard error.
  const findings = errors.map((message) => toFinding(message, sent));
  if (asksForData(context.choice)) return { record, unsettled, findings };
  for (const error of errors) context.terminal.warn(error);
  return { done: `Stored ${slug}.`, record, columns, unsettled, findings };
}

/** The platform names the text openapi.yaml or openapi.json in its errors. */
function withName(message: string, { name }: SentSource): string {
  return message.replace(/^openapi\.(?:yaml|json)(?=:\s|:\d+:\d+: )/, () => name);
}

/** The platform puts the location before the message, as `bad.yaml:12:5: `. */
function toFinding(message: string, source: SentSource): Finding {
  const after = message.startsWith(source.name) ? message.slice(source.name.length) : "";
  const [, line, column] = /^:(\d+):(\d+): /.exec(after) ?? [];
  const hasPosition = source.isWhole && line !== undefined;
  const location = {
    file: source.file,
    ...(hasPosition && { line: Number(line), column: Number(column) }),
  };
  return { rule: "invalid-specification", level: "error", message, location };
}

/** The text that line numbers of errors refer to. */
interface SentSource {
  /** Name given on the command line. */
  readonly name: string;
  readonly file: string | undefined;
  /** The text is the unmodified file, not a bundle. */
  readonly isWhole: boolean;
}

async function describeSentSource(
  context: Context,
  { file, input }: SourceInput,
  source: JsonValue,
): Promise<SentSource> {
  const { text, url } = asObject(source);
  if (file === undefined || file === "-") {
    const name = typeof url === "string" ? url : `the text of ${input ?? "standard input"}`;
    return { name: file === "-" ? "standard input" : name, file: undefined, isWhole: false };
  }
  const isWhole = text === (await context.readText(file));
  return { name: isWhole ? file : `${file} (bundled with the files it references)`, file, isWhole };
}

function listErrors({ lastProcessedErrors }: JsonObject): string[] {
  if (!Array.isArray(lastProcessedErrors)) return [];
  return lastProcessedErrors.map((error) => {
    const { message } = asObject(error);
    return typeof message === "string" ? message : writeJson(error);
  });
}

async function fetchSpecification(
  client: PollingClient,
  path: SpecificationTarget,
): Promise<JsonObject> {
  return asObject((await client.call(contract.get, path)).value);
}

async function findSpecification(
  client: PollingClient,
  path: SpecificationTarget,
): Promise<JsonObject | undefined> {
  try {
    return await fetchSpecification(client, path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function resolveSource(
  context: Context,
  { url, file, root, input }: SourceInput,
  line: string,
): Promise<PutSource> {
  const hint = `tome ${line} --file openapi.yaml`;
  const ways = [url, file, input].filter((way) => way !== undefined).length;
  if (ways !== 1) {
    throw new UsageError(
      ways === 0
        ? "--url or --file is required."
        : "Specify only one of --url, --file and --input.",
      hint,
    );
  }
  if (root !== undefined && file === undefined) {
    throw new UsageError("--root requires --file.", hint);
  }
  if (url !== undefined) return { url };
  if (file !== undefined) {
    const { bundle } = await import("./bundle.ts");
    return { text: await bundle(context, file, root) };
  }
  const { source } = asObject(await context.readDocument(input ?? "-"));
  // Validated as a whole before it is sent.
  return asObject(source) as PutSource;
}

/** @throws UsageError */
async function checkRequest(endpoint: Endpoint, input: object): Promise<void> {
  const { check } = await import("../../contract/check.ts");
  const [fault] = await check(endpoint.input, input);
  if (!fault) return;
  const field = fault.path.join(".");
  const flags: Readonly<Record<string, string>> = {
    "source.url": "--url",
    "source.text": "--file",
  };
  throw new UsageError(`${flags[field] ?? field} ${fault.rule}.`);
}
