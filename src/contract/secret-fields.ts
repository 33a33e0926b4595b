/** Which parts of a request and of its answer are secret, as the fields of the contract say. */
import { type Endpoint, placeOf } from "./endpoint.ts";
import type { Field, Fields } from "./fields.ts";
import type { JsonValue } from "./wire.ts";

/** The secrets of one request: nobody who sees it recorded, traced or described may see them. */
export interface RequestSecrets {
  /** Names of the query's fields. */
  readonly query: readonly string[];
  /** Names of the body's fields. */
  readonly body: readonly string[];
  /** Names of headers that somebody wrote by hand, in lower case. */
  readonly headers: readonly string[];
  /** Values that stand in the path. */
  readonly path: readonly string[];
  /** Members of the answer. */
  readonly answer: readonly string[];
  /** All texts that are secret, wherever they come up again. */
  readonly values: readonly string[];
}

/** The headers of a request that say in which form things are, and are no secret. */
export const plainHeaders: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "if-match",
  "if-none-match",
  "prefer",
]);

/** Whether the value of the field is a secret, in a list too. */
export function isSecret(field: Field): boolean {
  return secretOf(field) !== undefined;
}

function secretOf(field: Field): Field["secret"] {
  return field.secret ?? (field.kind === "list" ? field.of.secret : undefined);
}

/** The secrets of an operation with this input; undefined where it has none. */
export function secretsOf(
  endpoint: Endpoint,
  input: Readonly<Record<string, JsonValue | undefined>>,
): RequestSecrets | undefined {
  const { secretMembers: answer = [] } = endpoint;
  const names = Object.entries(endpoint.input).flatMap(([name, field]) =>
    isSecret(field) ? [name] : [],
  );
  if (names.length === 0 && answer.length === 0) return undefined;
  const at = (place: string) => names.filter((name) => placeOf(endpoint, name) === place);
  return {
    query: at("query"),
    body: at("body"),
    headers: [],
    path: at("path").flatMap((name) => textsIn(input[name])),
    answer,
    values: secretValues(endpoint.input, input),
  };
}

/** The texts of all secret fields of an input. */
export function secretValues(
  fields: Fields,
  input: Readonly<Record<string, JsonValue | undefined>>,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isSecret(field)) return [];
    const texts = textsIn(input[name]);
    const isPair = secretOf(field) === "after its name";
    return isPair ? texts.map(afterName).filter((text) => text !== "") : texts;
  });
}

/** `KEY=[removed]` of `KEY=value`, where the name is no secret. */
export function shownPair(word: string, removed: string): string {
  const value = afterName(word);
  return value === "" ? word : `${word.slice(0, word.length - value.length)}${removed}`;
}

/** The value of `KEY=value` or `name: value`; `""` where it is no secret. */
function afterName(word: string): string {
  const [, name = "", value = ""] = /^([^=:]*)[=:]\s*(.*)$/s.exec(word) ?? [];
  return plainHeaders.has(name.toLowerCase()) ? "" : value;
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
