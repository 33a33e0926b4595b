/** `tome api`: sends an authenticated API request. */

import type { ApiClient, Context, JsonObject, JsonValue, Result } from "../../context.ts";
import type { Method } from "../../contract/endpoint.ts";
import { ApiError, addParentsToError, formatParentsSentence, UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { isObject } from "../../json/values.ts";
import { confirm } from "../confirm.ts";

interface ApiInput {
  readonly method: Method | "HEAD" | "OPTIONS";
  readonly path: string;
  readonly field?: readonly string[];
  readonly typed?: readonly string[];
  readonly header?: readonly string[];
  readonly input?: string;
  readonly paginate?: boolean;
  readonly slurp?: boolean;
  readonly include?: boolean;
}

const parents = ["org", "space", "site"] as const;

type RawApiRequest = Parameters<ApiClient["send"]>[0];
type PrintedResponse =
  | { readonly record: JsonObject; readonly asJson: true }
  | { readonly value: JsonValue }
  | { readonly text: string };
type RawApiResponse = Awaited<ReturnType<ApiClient["send"]>>;

export async function sendRequest(context: Context, input: ApiInput): Promise<Result> {
  const request = await requestFrom(context, input);
  if (input.slurp && !input.paginate) {
    throw new UsageError("--slurp requires --paginate.");
  }
  if (input.include && input.paginate) {
    throw new UsageError("--include cannot be used with --paginate.");
  }
  const client = await context.client(input.paginate ? { many: true } : {});
  client.announceRaw(request);
  if (input.paginate) return fetchAllPages(client, request, input.slurp === true);
  if (request.method === "DELETE") {
    await confirm(context, "tome api DELETE", async () => {
      const { method, url } = client.describeRaw(request);
      return `Send ${method} ${new URL(url).pathname}${await context.describeTitledParents(listParents(input))}?`;
    });
  }
  const suffix = describeWriteTarget(context, input);
  const answer = await client.send(request).catch((error: unknown) => {
    throw addParentsToError(error, suffix);
  });
  if (input.include) {
    const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\n`);
    const head = `HTTP ${answer.status}\n${headers.join("")}\n`;
    const { terminal } = context;
    await terminal.write(terminal.outIsTerminal ? spellControls(head) : head);
  }
  if (answer.problem !== undefined) throw addParentsToError(answer.problem, suffix);
  const { unfinished } = answer;
  const result = toResult(answer, context);
  if (unfinished !== undefined) {
    addParentsToError(unfinished, suffix);
    if (result === undefined) throw unfinished;
    return { ...result, unsettled: unfinished };
  }
  if (suffix !== "") context.terminal.note(suffix.trim());
  return result;
}

/** HTTP permits these control characters in header values; a terminal would interpret them. */
function spellControls(head: string): string {
  return head.replace(
    /[\u0080-\u009f]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
}

async function fetchAllPages(
  client: ApiClient,
  request: RawApiRequest,
  slurp: boolean,
): Promise<Result> {
  if (request.method !== "GET") {
    throw new UsageError("--paginate requires a GET request.");
  }
  const pages = client.sendPages(request);
  const list = (async function* () {
    for await (const page of pages) yield slurp ? [page.value] : page.items;
  })();
  return { list, columns: [], none: "No items.", asJson: true };
}

async function requestFrom(context: Context, input: ApiInput): Promise<RawApiRequest> {
  const fields = new Map<string, JsonValue>();
  for (const [name, value] of parsePairs(input.field, "--field")) fields.set(name, value);
  for (const [name, value] of parsePairs(input.typed, "--typed-field")) {
    fields.set(name, await parseTypedValue(value, context));
  }
  const path = await fillPath(input, context);
  const headers = Object.fromEntries((input.header ?? []).map(parseHeader));
  const inQuery = input.method === "GET" || input.method === "HEAD";
  if (input.input !== undefined && (fields.size > 0 || inQuery)) {
    throw new UsageError("--input cannot be used with field flags or with GET.");
  }
  const { method } = input;
  if (input.input !== undefined) {
    return { method, path, headers, body: await context.readText(input.input) };
  }
  if (inQuery) {
    const query = Object.fromEntries([...fields].map(([name, value]) => [name, toText(value)]));
    return { method, path, headers, query };
  }
  const body = fields.size > 0 ? writeJson(Object.fromEntries(fields)) : undefined;
  return { method, path, headers, ...(body !== undefined && { body }) };
}

/**
 * Replaces `{org}`, `{space}` and `{site}` with settings.
 * @throws UsageError if one is not set, or is the target of a deletion
 */
async function fillPath(
  { method, path }: Pick<ApiInput, "method" | "path">,
  { settings, local, parentId }: Context,
): Promise<string> {
  const last = method === "DELETE" ? findPlaceholderAtEnd(path) : undefined;
  if (last !== undefined) {
    throw new UsageError(
      `The target of a deletion cannot come from a default. Replace ${last} in the path with an id.`,
    );
  }
  const isOwn = settings.local && settings.org === undefined && path.includes("{org}");
  const localOrganization = isOwn ? await local.organization() : undefined;
  const ids = new Map<string, string | undefined>([["org", localOrganization]]);
  for (const name of ["org", "space", "site"] as const) {
    if (path.includes(`{${name}}`)) ids.set(name, (await parentId(name)) ?? ids.get(name));
  }
  return path.replace(/\{(org|space|site)\}/g, (_, name: string) => {
    const value = ids.get(name);
    if (value !== undefined) return encodeURIComponent(value);
    throw new UsageError(
      `The path contains {${name}}, but ${name} is not set.`,
      `tome config set ${name} <${name}>`,
    );
  });
}

/** The placeholder in the last segment of a path, in any encoding. */
function findPlaceholderAtEnd(path: string): string | undefined {
  // URL normalization removes dots, trailing slashes and the query, which could hide the last
  // segment.
  const { pathname } = new URL(path.replace(/^\/*/, "/"), "http://tome.localhost");
  const last = pathname.split("/").findLast((part) => part !== "") ?? "";
  return /%7B(org|space|site)%7D/i.test(last)
    ? last.replace(/%7B/gi, "{").replace(/%7D/gi, "}")
    : undefined;
}

function listParents({ path }: ApiInput) {
  return parents.filter((name) => path.includes(`{${name}}`));
}

/** Writes report their target if it came from a default. */
function describeWriteTarget({ describeProjectParents }: Context, input: ApiInput): string {
  if (["GET", "HEAD", "OPTIONS"].includes(input.method)) return "";
  return formatParentsSentence(describeProjectParents(listParents(input)));
}

async function parseTypedValue(value: string, context: Context): Promise<JsonValue> {
  if (value.startsWith("@")) return context.readText(value.slice(1));
  try {
    return readExactly(value);
  } catch {
    return value;
  }
}

function parsePairs(words: readonly string[] = [], flag: string): [string, string][] {
  return words.map((word) => {
    const at = word.indexOf("=");
    if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
    throw new UsageError(`${flag} must be key=value, not ${JSON.stringify(word)}.`);
  });
}

function parseHeader(word: string): [string, string] {
  const at = word.indexOf(":");
  // The value may be secret, so it is not repeated.
  if (at < 1) throw new UsageError("--header must be name:value; the name is empty.");
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}

function toText(value: JsonValue): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value : writeJson(value);
}

/** A response that is not JSON is printed unchanged, unless a JSON format was requested. */
function toResult(
  { text, json }: RawApiResponse,
  { choice }: Context,
): PrintedResponse | undefined {
  if (text === "") return undefined;
  if ("value" in json) {
    return isObject(json.value) ? { record: json.value, asJson: true } : { value: json.value };
  }
  if (choice.format === undefined && choice.jq === undefined) {
    return { text: text.endsWith("\n") ? text : `${text}\n` };
  }
  const why = json.fault instanceof RangeError ? `: ${json.fault.message}` : "";
  throw new ApiError(502, `The response is not valid JSON${why}. To show it, use --include.`);
}
