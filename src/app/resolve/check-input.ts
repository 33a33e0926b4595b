/**
 * Validation of an input against its fields, in terms of the command line. A parser is loaded only
 * for a text that needs it.
 */
import type { JsonObject } from "../../context.ts";
import type { FieldError } from "../../contract/check.ts";
import { buildChanges, type Endpoint } from "../../contract/endpoint.ts";
import type { Field, Fields, TextSyntax } from "../../contract/fields.ts";
import { isPlainlyValid } from "../../contract/plain-check.ts";
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { isObject, type JsonValue } from "../../json/values.ts";
import { formatLabel } from "../parse/argument-values.ts";
import { listValueWords, type Parameter } from "../parse/parameters.ts";

/** @throws UsageError that lists every error, each with the flag or argument, the rule and the value */
export async function checkInput(
  fields: Fields,
  input: JsonObject,
  parameters: readonly Parameter[],
  line: string,
): Promise<void> {
  if (isPlainlyValid(fields, input)) return;
  const { joinAlternatives, check, quoteInput } = await import("../../contract/check.ts");
  const faults = await check(fields, input);
  if (faults.length === 0) return;
  const clauses = faults.map((fault) => {
    const words = findWords(fault.path, parameters);
    const value = findOwn(input, String(fault.path[0]));
    const rule = words
      ? `must be ${joinAlternatives(words)}, not ${quoteInput(value)}`
      : fault.rule;
    return `${formatFaultLabel(fault, parameters)} ${rule}`;
  });
  const others = faults.flatMap(({ path }) => findOtherFlag(path, input, parameters) ?? []);
  const sentences = [`${[...new Set(clauses)].join("; ")}.`, ...new Set(others)];
  throw new UsageError(sentences.join(" "), `tome ${line} --help`);
}

/** The words of a flag that accepts a word for an absent value, which the contract does not know. */
function findWords(
  path: FieldError["path"],
  parameters: readonly Parameter[],
): readonly string[] | undefined {
  const field = findEnumField(path, parameters);
  return field?.nullWord === undefined ? undefined : listValueWords(field);
}

/** The field of the flag or argument for the path, if it accepts a set of values. */
function findEnumField(path: FieldError["path"], parameters: readonly Parameter[]) {
  const own = parameters.find((one) => one.path.length === 1 && one.path[0] === path[0]);
  return path.length === 1 && own?.field.kind === "enum" ? own.field : undefined;
}

/** The sentence that names the only other flag with this value, as in `--theme dark`. */
function findOtherFlag(
  path: FieldError["path"],
  input: JsonObject,
  parameters: readonly Parameter[],
): string | undefined {
  const [name] = path;
  const value = typeof name === "string" ? findOwn(input, name) : undefined;
  if (typeof value !== "string" || findEnumField(path, parameters) === undefined) return undefined;
  const [other, ...more] = parameters.filter(
    ({ field, isArgument }) => !isArgument && field.kind === "enum" && field.values.includes(value),
  );
  if (other === undefined || more.length > 0) return undefined;
  return `For ${value}, use ${formatLabel(other)} ${value}.`;
}

/**
 * @param extra fields of the command line that are converted to fields of the operation
 * @throws UsageError for a change without new values or a move without a destination
 */
export function checkSomething(
  line: string,
  endpoint: Endpoint,
  input: JsonObject,
  parameters: readonly Parameter[],
  extra: Fields,
): void {
  const changes = buildChanges(endpoint);
  if (changes.length === 0 || changes.some((name) => isChange(endpoint.input[name], input[name])))
    return;
  const flags = parameters
    .filter(
      ({ isArgument, path: [name = ""] }) =>
        !isArgument && (changes.includes(name) || name in extra),
    )
    .map(formatLabel);
  const lack = endpoint.route.endsWith("/move") ? "destination" : "new value";
  throw new UsageError(
    `tome ${line} needs a ${lack}. Specify at least one of ${flags.join(", ")}.`,
    `tome ${line} --help`,
  );
}

/** An empty JSON value is a change: it replaces the previous value. */
function isChange(field: Field | undefined, value: JsonValue | undefined): boolean {
  return field?.kind === "json" ? value !== undefined : isGiven(value);
}

/** An empty object counts as absent. */
function isGiven(value: JsonValue | undefined): boolean {
  return isObject(value) ? Object.values(value).some(isGiven) : value !== undefined;
}

function formatFaultLabel({ path }: FieldError, parameters: readonly Parameter[]): string {
  const names = path.filter((part) => typeof part === "string");
  const parameter = parameters.find(({ path: own }) => own.every((name, at) => names[at] === name));
  if (parameter === undefined) return `The field ${path.join(".")} of --input`;
  const rest = path.slice(parameter.path.length).filter((part) => typeof part === "string");
  return rest.length === 0
    ? formatLabel(parameter)
    : `${formatLabel(parameter)} (${rest.join(".")})`;
}

/** @throws UsageError naming the flag and the rule */
export async function checkContents(
  fields: Fields,
  input: JsonObject,
  parameters: readonly Parameter[],
  line: string,
): Promise<void> {
  for (const [name, value] of Object.entries(input)) {
    const field = fields[name];
    if (field?.kind !== "text" || field.syntax === undefined || typeof value !== "string") continue;
    const rule = await findFault(field.syntax, value);
    if (rule === undefined) continue;
    const parameter = parameters.find(({ path }) => path[0] === name);
    const label = parameter === undefined ? `The field ${name} of --input` : formatLabel(parameter);
    throw new UsageError(`${label} ${rule}.`, `tome ${line} --help`);
  }
}

/** The error in a text, as a clause that follows its name. */
async function findFault(content: TextSyntax, text: string): Promise<string | undefined> {
  switch (content) {
    case "words":
      return text.trim() === "" ? "must not be blank" : undefined;
    case "expression": {
      const { findSyntaxFault } = await import("../../document/condition.ts");
      const fault = await findSyntaxFault(text);
      return (
        fault && `must be a valid expression (error at character ${fault.position}: ${fault.rule})`
      );
    }
    case "certificate": {
      const { findCertificateFault } = await import(
        "../../service/areas/people/sso/certificate.ts"
      );
      return findCertificateFault(text);
    }
  }
}

/** The error in a JSON schema, as a clause that follows its name. */
export async function findSchemaFault(schema: JsonValue): Promise<string | undefined> {
  const { findDraftFault } = await import("../../service/engines/visitor-schema.ts");
  return findDraftFault(schema);
}
