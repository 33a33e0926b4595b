/** The input of a command, assembled from the command line, files, settings and prompts. */

import { getAcross, type Verb } from "../../commands/verb.ts";
import type {
  Context,
  JsonObject,
  JsonValue,
  NameLookup,
  Parent,
  PickOption,
} from "../../context.ts";
import { type Endpoint, type Input, listPathNames } from "../../contract/endpoint.ts";
import type { Fields } from "../../contract/fields.ts";
import { nouns } from "../../contract/nouns.ts";
import { collectSecretValues } from "../../contract/secret-fields.ts";
import { UsageError } from "../../errors.ts";
import { asObject, isObject } from "../../json/values.ts";
import { findSetting, formatLabel, parseArgumentValues } from "../parse/argument-values.ts";
import type { Parameter } from "../parse/parameters.ts";
import { listValueWords, writeParameter } from "../parse/parameters.ts";
import type { ParsedArguments } from "../parse/parse.ts";
import { readWord } from "../parse/values.ts";
import { type FileSizes, noteFiles } from "../run/request-files.ts";
import { checkContents, checkInput, checkSomething } from "./check-input.ts";
import type { NamedResource } from "./references/fill-ids.ts";
import { needsResolving } from "./references/reference-syntax.ts";

export interface ResolvedInput {
  /** The operation to call; absent for a task. */
  readonly endpoint: Endpoint | undefined;
  /** Validated against the fields of the endpoint or the task. */
  readonly input: JsonObject;
  /** The fields of the command line that no operation has. */
  readonly extra: JsonObject;
  /** The parents from the project file. */
  readonly fromProject: readonly Parent[];
  /** The resources that were named by a name and not by an id. */
  readonly named: readonly NamedResource[];
  /** The files in the input. */
  readonly files: FileSizes;
}

/**
 * @param line the words of the command, for messages
 * @throws UsageError naming the flag or argument, the rule and the value
 */
export async function assembleInput(
  line: string,
  verb: Verb,
  parameters: readonly Parameter[],
  typed: ParsedArguments,
  commandContext: Context,
): Promise<ResolvedInput> {
  const files = new Map<string, number>();
  const context = noteFiles(commandContext, files);
  const values = parseArgumentValues(parameters, typed);
  const file = await readBodyFile(typed, verb, context);
  takeNames(file, values, parameters);
  const given = new Set(values.keys());
  const ofProject = await fillFromSettings(verb, parameters, values, context);
  const has = (name: string): boolean =>
    file[name] !== undefined || [...values.keys()].some(({ path }) => path[0] === name);
  const endpoint = chooseEndpoint(verb, has);
  const fields =
    endpoint === undefined
      ? listTaskFields(verb)
      : { ...endpoint.input, ...withoutAcross(getExtraFields(verb), verb) };
  const isGiven = ({ path: [name = "", inner] }: Parameter): boolean => {
    if (inner === undefined) return has(name);
    const group = file[name];
    return (
      (isObject(group) && group[inner] !== undefined) ||
      [...values.keys()].some(({ path }) => path[0] === name && path[1] === inner)
    );
  };
  const absent = parameters.filter(
    (parameter) => isNeeded(parameter, fields) && !isGiven(parameter),
  );
  const [first] = absent;
  if (first !== undefined && !context.terminal.interactive) {
    // Without a token, the value would not help.
    const isOffline = typed.shared.has("replay") || typed.shared.has("dry-run");
    if (first.fallback !== undefined && !isOffline && (await needsToken(verb, context))) {
      throw (await import("../run/open-client.ts")).createMissingTokenError(context.settings);
    }
    throw createMissingError(line, first, context.settings.profileFlag);
  }
  const asked = await askForAll(absent, verb, values, context);
  await promptForTitle(verb, parameters, { values, file }, context);
  dropUnused(line, fields, values, parameters, typed);
  await readFiles(values, context);
  await parseDocuments(values);
  for (const secret of collectSecretValues(fields, compose(file, values)))
    if (secret.length >= shortestConcealed) context.conceal(secret);
  const about = { line, verb, endpoint, fields, parameters };
  const resolved = await resolveNames(verb, values, context, {
    check: (standIns) => checkComposed(about, compose(file, standIns)),
  });
  const fromProject = ofProject.flatMap((parameter) =>
    values.has(parameter) && parameter.fallback !== undefined ? [parameter.fallback] : [],
  );
  // A value from the settings is not repeated in the sentence.
  const named = [...asked, ...resolved].filter(({ parameter }) => given.has(parameter));
  const composed = await checkComposed(about, compose(file, values));
  return { endpoint, ...composed, fromProject, named, files };
}

/**
 * Prompts for missing values, parents first, because they decide the choices.
 * @returns the resources among the other values that were named by a name, looked up for the
 *   prompts
 */
async function askForAll(
  absent: readonly Parameter[],
  verb: Verb,
  values: Map<Parameter, JsonValue>,
  context: Context,
): Promise<readonly NamedResource[]> {
  if (absent.length === 0) return [];
  const sends = verb.kind !== "custom" || verb.operations.length > 0;
  if (sends) await context.requireToken();
  const { collectParents, computeRank } = await import("./references/fill-ids.ts");
  const named: NamedResource[] = [];
  for (const parameter of [...absent].sort((a, b) => computeRank(a) - computeRank(b))) {
    // A name is looked up within its parents, for which the next prompts may ask.
    for (const one of await resolveNames(verb, values, context, { child: parameter }))
      named.push(one);
    values.set(parameter, await askFor(parameter, context, collectParents(values, parameter)));
  }
  return named;
}

/**
 * Prompts for the title of a new resource if nothing but its parents was specified. An empty answer
 * leaves the title to the platform.
 */
async function promptForTitle(
  verb: Verb,
  parameters: readonly Parameter[],
  { values, file }: { readonly values: Map<Parameter, JsonValue>; readonly file: JsonObject },
  { terminal }: Context,
): Promise<void> {
  if (verb.kind !== "mutation" || verb.promptField === undefined || !terminal.interactive) return;
  const isSpecified = [...values.keys()].some(({ inBody }) => inBody);
  if (isSpecified || Object.keys(file).length > 0) return;
  const parameter = parameters.find(({ path }) => path[0] === verb.promptField);
  if (parameter === undefined) return;
  const title = (await terminal.ask(formatPrompt(parameter))).trim();
  if (title !== "") values.set(parameter, title);
}

interface CommandContext {
  readonly line: string;
  readonly verb: Verb;
  readonly endpoint: Endpoint | undefined;
  readonly fields: Fields;
  readonly parameters: readonly Parameter[];
}

/** @throws UsageError for an input that the operation or task would not accept */
async function checkComposed(
  { line, verb, endpoint, fields, parameters }: CommandContext,
  composed: JsonObject,
): Promise<Pick<ResolvedInput, "input" | "extra">> {
  if (endpoint === undefined || verb.kind === "custom") {
    await checkInput(fields, composed, parameters, line);
    return { input: composed, extra: {} };
  }
  const input = withoutExtra(verb.toRequest(composed), endpoint, verb);
  await checkInput(endpoint.input, input, parameters, line);
  await checkContents(endpoint.input, input, parameters, line);
  checkSomething(line, endpoint, input, parameters, getExtraFields(verb));
  return { input, extra: pickExtraFields(composed, verb) };
}

/** Shorter secrets occur in many texts by chance, so they are not masked. */
const shortestConcealed = 8;

/** For an input that was validated against the fields of the endpoint. */
export function asInput(input: JsonObject): Input<Endpoint> {
  return input as Input<Endpoint>;
}

/**
 * The first operation with a complete path; the last one if there is none. A list across an
 * organization has no operation.
 */
function chooseEndpoint(verb: Verb, has: (name: string) => boolean): Endpoint | undefined {
  if (verb.kind === "custom") return undefined;
  const across = getAcross(verb);
  if (across !== undefined && has(across.flag)) return undefined;
  const complete = verb.endpoints.find((one) => listPathNames(one).every(has));
  return complete ?? (across?.isFallback ? undefined : verb.endpoints.at(-1));
}

/** Without the fields that only a list across an organization has, except its flag. */
function withoutAcross(extra: Fields, verb: Verb): Fields {
  const across = getAcross(verb);
  if (across === undefined) return extra;
  return Object.fromEntries(
    Object.entries(extra).filter(([name]) => name === across.flag || !(name in across.fields)),
  );
}

/** @returns the parameters that the project file set */
async function fillFromSettings(
  verb: Verb,
  parameters: readonly Parameter[],
  values: Map<Parameter, JsonValue>,
  context: Context,
): Promise<readonly Parameter[]> {
  const ofProject: Parameter[] = [];
  const unless = verb.kind === "custom" ? {} : verb.unless;
  const excluded = Object.entries(unless).flatMap(([flag, name]) =>
    [...values].some(([{ path }, value]) => path[0] === flag && value === true) ? [name] : [],
  );
  for (const parameter of parameters) {
    const [name = ""] = parameter.path;
    if (values.has(parameter) || excluded.includes(name)) continue;
    const set = findSetting(parameter, context.settings);
    const value = set?.value ?? (await findOwnOrganization(parameter, context));
    if (value !== undefined) values.set(parameter, value);
    if (set?.projectFile !== undefined) ofProject.push(parameter);
  }
  return ofProject;
}

/** The local platform starts with one organization, which is the default. */
async function findOwnOrganization(
  { fallback }: Parameter,
  { settings, local }: Context,
): Promise<string | undefined> {
  return fallback === "org" && settings.local ? local.organization() : undefined;
}

async function readBodyFile(
  typed: ParsedArguments,
  verb: Verb,
  context: Context,
): Promise<JsonObject> {
  const path = typed.shared.get("input");
  if (typeof path !== "string" || verb.kind === "custom") return {};
  const body = await context.readDocument(path);
  if (isObject(body)) return body;
  throw new UsageError(`--input ${path} must contain a JSON or YAML object: the request body.`);
}

/** A name in the request body is looked up like one in a flag; a flag takes precedence. */
function takeNames(
  file: JsonObject,
  values: Map<Parameter, JsonValue>,
  parameters: readonly Parameter[],
): void {
  for (const parameter of parameters) {
    const [name = "", inner] = parameter.path;
    const whole = file[name];
    const value = inner === undefined ? whole : isObject(whole) ? whole[inner] : undefined;
    if (value === undefined || values.has(parameter)) continue;
    if (needsResolving(parameter.field, value)) values.set(parameter, value);
  }
}

function isNeeded({ path, required, field }: Parameter, fields: Fields): boolean {
  const [name = "", ...inner] = path;
  if (inner.length > 0) return required;
  const of = fields[name];
  return of !== undefined && !of.optional && field.kind !== "group";
}

interface LookupOptions {
  /** Only names of its possible parents are looked up. */
  readonly child?: Parameter;
  /** Reports other errors before any lookup; it gets placeholder ids for the names. */
  readonly check?: (standIns: ReadonlyMap<Parameter, JsonValue>) => Promise<unknown>;
}

/**
 * Loads nothing for a command line of ids. A task that sends nothing names local resources.
 */
async function resolveNames(
  verb: Verb,
  values: Map<Parameter, JsonValue>,
  context: Context,
  { child, check }: LookupOptions,
): Promise<readonly NamedResource[]> {
  if (verb.kind === "custom" && verb.operations.length === 0) return [];
  if (![...values].some(([{ field }, value]) => needsResolving(field, value))) return [];
  const { fillReferences, withStandIns } = await import("./references/fill-ids.ts");
  await check?.(await withStandIns(values));
  return fillReferences(values, verb, context, child);
}

/**
 * Omits a value from the settings that the operation does not accept, and refuses one that was
 * typed.
 */
function dropUnused(
  line: string,
  fields: Fields,
  values: Map<Parameter, JsonValue>,
  parameters: readonly Parameter[],
  typed: ParsedArguments,
): void {
  for (const parameter of [...values.keys()]) {
    if (fields[parameter.path[0] ?? ""] !== undefined) continue;
    if (typed.flags.has(parameter) || typed.arguments.has(parameter)) {
      const others = parameters.filter(({ path }) => fields[path[0] ?? ""] !== undefined);
      throw new UsageError(
        `${formatLabel(parameter)} cannot be combined with ${others
          .filter((one) => values.has(one))
          .map(formatLabel)
          .join(" and ")}.`,
        `tome ${line} --help`,
      );
    }
    values.delete(parameter);
  }
}

/** @throws UsageError for a file that cannot be read */
async function readFiles(values: Map<Parameter, JsonValue>, context: Context): Promise<void> {
  for (const [parameter, value] of values) {
    const { field } = parameter;
    const isRead = (field.kind === "text" || field.kind === "json") && field.fromFile;
    if (!isRead || typeof value !== "string") continue;
    if (field.kind === "json" && field.markdown === undefined) {
      values.set(parameter, await context.readDocument(value));
      continue;
    }
    const isCertificate = field.kind === "text" && field.syntax === "certificate";
    const read = isCertificate ? readCertificate : context.readText;
    values.set(parameter, await read(value, context));
  }
}

/** Certificates are sent as PEM; other content is left to validation. */
async function readCertificate(path: string, context: Context): Promise<string> {
  const { formatPem, parseCertificates } = await import("../../files/certificates.ts");
  const bytes = await context.readBytes(path);
  return formatPem(parseCertificates(bytes)) || Buffer.from(bytes).toString("utf8");
}

/** Rich text is typed as Markdown and sent as a document. */
async function parseDocuments(values: Map<Parameter, JsonValue>): Promise<void> {
  for (const [parameter, value] of values) {
    const { field } = parameter;
    if (field.kind !== "json" || field.markdown !== "document" || typeof value !== "string")
      continue;
    const { parseMarkdown } = await import("../../document/markdown.ts");
    values.set(parameter, JSON.parse(JSON.stringify(parseMarkdown(value))));
  }
}

function compose(file: JsonObject, values: ReadonlyMap<Parameter, JsonValue>): JsonObject {
  const input: Record<string, JsonValue> = { ...file };
  for (const [{ path }, value] of values) {
    const [name = "", inner] = path;
    input[name] = inner === undefined ? value : { ...asObject(input[name]), [inner]: value };
  }
  return input;
}

function listTaskFields(verb: Verb): Fields {
  return verb.kind === "custom" ? verb.fields : (getAcross(verb)?.fields ?? {});
}

/** Without the fields that exist only on the command line. */
function withoutExtra(input: JsonObject, endpoint: Endpoint, verb: Verb): JsonObject {
  const extra = getExtraFields(verb);
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !(name in extra) || name in endpoint.input),
  );
}

function pickExtraFields(input: JsonObject, verb: Verb): JsonObject {
  const extra = getExtraFields(verb);
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in extra));
}

function getExtraFields(verb: Verb): Fields {
  return verb.kind === "custom" ? {} : verb.extra;
}

/** Whether the command needs a token and none is configured. */
async function needsToken(verb: Verb, { settings, token }: Context): Promise<boolean> {
  const sends = verb.kind !== "custom" || verb.operations.length > 0;
  return sends && !settings.local && (await token()) === undefined;
}

/**
 * The error that names the flag or argument, and the setting for a default.
 * @param profileFlag the flag that selects the current profile: ` --profile work`
 */
function createMissingError(line: string, parameter: Parameter, profileFlag: string): UsageError {
  const { fallback, field, name } = parameter;
  if (fallback !== undefined) {
    const variable = `TOME_${fallback.toUpperCase()}`;
    return new UsageError(
      `tome ${line} requires ${writeParameter(parameter)}. Specify it, or set ${variable} or a default.`,
      `tome config set ${fallback} <${fallback}>${profileFlag}`,
    );
  }
  const help = field.help === "" ? "" : ` (${field.help})`;
  return new UsageError(
    `tome ${line} requires ${parameter.isArgument ? `<${name}>` : writeParameter(parameter)}${help}.`,
    `tome ${line} --help`,
  );
}

function formatPrompt(parameter: Parameter): string {
  const { field, name } = parameter;
  const limit =
    field.kind === "text" && field.max !== undefined ? ` (maximum ${field.max} characters)` : "";
  return `${toSentence(formatQuestion(parameter) || name)}${limit}:`;
}

/**
 * Prompts until the answer is valid; if the choices can be listed, the user picks one.
 * @param within the known parents, by id
 * @throws CanceledError on Ctrl-C and at the end of the input
 */
async function askFor(
  parameter: Parameter,
  context: Context,
  within: NameLookup["within"],
): Promise<JsonValue> {
  const { field } = parameter;
  const { terminal } = context;
  const choices = await loadChoices(parameter, context, within);
  const question = formatPrompt(parameter);
  for (;;) {
    const word =
      choices.length === 0
        ? (await terminal.ask(question)).trim()
        : await terminal.pick(question, choices);
    if (word === "") continue;
    try {
      const value = readWord(field, word, formatLabel(parameter));
      return field.kind === "list" ? [value] : value;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.warn(error.message);
    }
  }
}

/** The possible values; empty if they cannot be listed. */
async function loadChoices(
  { field }: Parameter,
  context: Context,
  within: NameLookup["within"],
): Promise<readonly PickOption[]> {
  const of = field.kind === "list" ? field.of : field;
  if (of.kind === "enum") return listValueWords(of).map((word) => ({ value: word, title: word }));
  if (of.kind !== "id") return [];
  const { toPickOptions } = await import("./references/pick-options.ts");
  const candidates = await context.candidates(of.of, within);
  return toPickOptions(candidates.map(({ path, ...one }) => ({ ...one, details: path })));
}

/** An id without its own help is described by its noun. */
function formatQuestion({ field }: Parameter): string {
  const of = field.kind === "list" ? field.of : field;
  return field.help || (of.kind === "id" ? nouns[of.of].called : "");
}

function toSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
