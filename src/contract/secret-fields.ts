/** Secret parts of requests and responses, derived from the fields of the contract. */

import { asObject, type JsonValue } from "../json/values.ts";
import { listSecretsInUrl } from "./address-location.ts";
import { type Endpoint, getHeader, resolveLocation } from "./endpoint.ts";
import type { Field, Fields } from "./fields.ts";

/** Secrets of one request, which recordings, traces and dry runs must not contain. */
export interface RequestSecrets {
  /** Names of query fields. */
  readonly query: readonly string[];
  /** Names of body fields. */
  readonly body: readonly string[];
  /** Names of fields and members with URLs, of which only the location is shown. */
  readonly addresses: readonly string[];
  /** Names of custom headers, in lower case. */
  readonly headers: readonly string[];
  /** Values in the path. */
  readonly path: readonly string[];
  /** Members of the response. */
  readonly answer: readonly string[];
  /** All secret texts, to redact them wherever they occur. */
  readonly values: readonly string[];
}

/** Headers that only specify a format and are not secret. */
export const plainHeaders: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "if-match",
  "if-none-match",
  "prefer",
]);

const mediaType =
  /^(?:\*|application|audio|font|image|message|model|multipart|text|video)\/[a-z\d.+*-]{1,60}(?:; ?(?:q=[01](?:\.\d{1,3})?|charset=[a-z\d-]{1,20}))*$/i;
const preference = /^(?:return=(?:minimal|representation)|respond-async|wait=\d{1,5})$/i;

/** Members with URLs in requests of `tome api`. */
export const addressMembers: readonly string[] = ["url", "uri", "repoTreeURL", "repoCommitURL"];

/** Whether a custom header only specifies a format. */
export function isPlainHeader(name: string, value: string): boolean {
  const parts = value.split(",").map((part) => part.trim());
  switch (name.toLowerCase()) {
    case "accept":
    case "content-type":
      return parts.every((part) => mediaType.test(part));
    case "prefer":
      return parts.every((part) => preference.test(part));
    case "if-match":
    case "if-none-match":
      return value === "*";
    default:
      return false;
  }
}

/** Whether the value of the field is secret, also in a list. */
export function isSecret(field: Field): boolean {
  return getSecretKind(field) !== undefined;
}

/** Which part of the value is secret, also in a list. */
export function getSecretKind(field: Field): Field["secret"] {
  return field.secret ?? (field.kind === "list" ? field.of.secret : undefined);
}

/** The secrets of an operation with this input; undefined if there are none. */
export function listSecrets(
  endpoint: Endpoint,
  input: Readonly<Record<string, JsonValue | undefined>>,
): RequestSecrets | undefined {
  const { secretMembers: answer = [] } = endpoint;
  const names = listSecretNames(endpoint.input);
  const addresses = listAddresses(endpoint.input);
  if (names.length === 0 && answer.length === 0 && addresses.length === 0) return undefined;
  const at = (location: string) =>
    names.filter((name) => resolveLocation(endpoint, name) === location);
  return {
    query: at("query"),
    body: at("body"),
    addresses,
    headers: names.flatMap((name) => getHeader(endpoint, name) ?? []),
    path: at("path").flatMap((name) => listTexts(input[name])),
    answer,
    values: collectSecretValues(endpoint.input, input),
  };
}

/** Members of a group are found in a body by name, at any depth. */
function listSecretNames(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (isSecret(field)) return [name];
    return field.kind === "group" ? listSecretNames(field.fields) : [];
  });
}

/** The texts of all secret fields of an input. */
export function collectSecretValues(
  fields: Fields,
  input: Readonly<Record<string, JsonValue | undefined>>,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === "group") return collectSecretValues(field.fields, asObject(input[name]));
    const texts = listTexts(input[name]);
    if (!isSecret(field))
      return listSecretAddresses(name, field, input[name]).flatMap(listSecretsInUrl);
    const isPair = getSecretKind(field) === "after its name";
    return isPair ? texts.map(getTextAfterName).filter((text) => text !== "") : texts;
  });
}

/** Whether the field is a URL, of which only the location is shown. */
export function isAddress(field: Field): boolean {
  return field.redacted === "address" || (field.kind === "text" && field.format === "url");
}

/** Names of the URLs among these fields, including nested ones. */
function listAddresses(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (isAddress(field)) return [name];
    if (field.kind === "group") return listAddresses(field.fields);
    return typeof field.redacted === "object" ? field.redacted.addresses : [];
  });
}

function listSecretAddresses(
  name: string,
  field: Field,
  value: JsonValue | undefined,
): readonly string[] {
  const names = listAddresses({ [name]: field });
  const values = names.flatMap((one) => [one === name ? value : asObject(value)[one]]);
  return values.filter((one) => typeof one === "string");
}

/** `KEY=[removed]` for `KEY=value`, if the name is not secret. */
export function redactPair(word: string, removed: string): string {
  const value = getTextAfterName(word);
  return value === "" ? word : `${word.slice(0, word.length - value.length)}${removed}`;
}

/** The value of `KEY=value` or `name: value`; `""` if it is not secret. */
function getTextAfterName(word: string): string {
  const [, name = "", value = ""] = /^([^=:]*)[=:]\s*(.*)$/s.exec(word) ?? [];
  return isPlainHeader(name, value) ? "" : value;
}

function listTexts(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}
