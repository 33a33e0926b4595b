/**
 * The part of a request that an audit event contains. It is an allowlist, so that no secret and no
 * page text is included.
 */
import { createHash } from "node:crypto";
import { getUrlLocation } from "../../../contract/address-location.ts";
import { type Endpoint, resolveLocation } from "../../../contract/endpoint.ts";
import type { Field, Fields } from "../../../contract/fields.ts";
import { isAddress, isSecret } from "../../../contract/secret-fields.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../json/values.ts";
import { takeTurn } from "../../engines/threads/turns.ts";

/** The strings that are included, which are names of resources. All others may be long or secret. */
const names: ReadonlySet<string> = new Set([
  "basename",
  "emoji",
  "hostname",
  "label",
  "language",
  "name",
  "path",
  "slug",
  "specSlug",
  "integrationName",
  "subject",
  "title",
]);

const longestText = 200;
const longestList = 20;

interface PayloadInput {
  /** The parameters in the path with their values. */
  readonly path: JsonObject;
  /** The names of the fields in the body or query. */
  readonly fields: readonly string[];
  /** The values of the allowed fields. */
  readonly values: JsonObject;
}

export function toPayloadInput(endpoint: Endpoint, input: JsonObject): PayloadInput {
  const path: Record<string, JsonValue> = {};
  const values: Record<string, JsonValue> = {};
  const fields: string[] = [];
  for (const [name, field] of Object.entries(endpoint.input)) {
    const value = input[name];
    if (value === undefined) continue;
    if (resolveLocation(endpoint, name) === "path") {
      path[name] = isSecret(field)
        ? computeDigest(String(value))
        : String(value).slice(0, longestText);
      continue;
    }
    fields.push(name);
    const picked = pickPayload(name, field, value);
    if (picked !== undefined) values[name] = picked;
  }
  return { path, fields, values };
}

/** Shows whether two secrets are equal, without revealing them. */
export function computeDigest(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex").slice(0, 12)}`;
}

/** Items of a list between two turns of other requests. */
const itemsAtOnce = 20;

/** By the input of a request, so that both are garbage-collected together. */
const preparedDigests = new WeakMap<JsonObject, string>();

/**
 * Computes the digest of a large input before the transaction, in turns with other requests.
 * @param caller the id of the user or of another caller
 */
export async function prepareInputDigest(
  endpoint: Endpoint,
  input: JsonObject,
  caller: string,
): Promise<void> {
  const digest = createHash("sha256");
  for (const text of listDigestTexts(endpoint, input)) {
    await takeTurn(caller);
    digest.update(text);
  }
  preparedDigests.set(input, digest.digest("hex"));
}

/**
 * Distinguishes changes of the same fields to other values, which an event does not contain. Secrets
 * are omitted, because a digest of a short one could be guessed.
 */
export function computeInputDigest(endpoint: Endpoint, input: JsonObject): string {
  const prepared = preparedDigests.get(input);
  if (prepared !== undefined) return prepared;
  const digest = createHash("sha256");
  for (const text of listDigestTexts(endpoint, input)) digest.update(text);
  return digest.digest("hex");
}

function* listDigestTexts(endpoint: Endpoint, input: JsonObject): Generator<string> {
  for (const [name, field] of Object.entries(endpoint.input)) {
    const value = input[name];
    if (value === undefined || isSecret(field)) continue;
    yield JSON.stringify(name);
    if (!isList(value)) {
      yield writeJson(omitSecret(field, value)) ?? "";
      continue;
    }
    for (let at = 0; at < value.length; at += itemsAtOnce) {
      yield writeJson(omitSecret(field, value.slice(at, at + itemsAtOnce))) ?? "";
    }
  }
}

function omitSecrets(fields: Fields, values: JsonObject): JsonObject {
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    const plain = value === undefined ? undefined : omitSecret(field, value);
    return plain === undefined ? [] : [[name, plain] as const];
  });
  return Object.fromEntries(parts);
}

function omitSecret(field: Field, value: JsonValue): JsonValue | undefined {
  if (isSecret(field)) return undefined;
  if (field.redacted !== undefined || isAddress(field)) {
    return typeof value === "string" ? getUrlLocation(value) : undefined;
  }
  if (field.kind === "list" && isList(value)) {
    return value.map((item) => omitSecret(field.of, item) ?? null);
  }
  return field.kind === "group" && isObject(value) ? omitSecrets(field.fields, value) : value;
}

function pickPayload(name: string, field: Field, value: JsonValue): JsonValue | undefined {
  if (isSecret(field) || field.redacted !== undefined) return undefined;
  if (value === null) return null;
  switch (field.kind) {
    case "id":
    case "enum":
      return String(value).slice(0, longestText);
    case "integer":
    case "boolean":
      return value;
    case "pointer":
      return isObject(value) ? value : undefined;
    case "text":
      return names.has(name) ? String(value).slice(0, longestText) : undefined;
    case "list":
      return isList(value)
        ? value.slice(0, longestList).flatMap((item) => pickPayload(name, field.of, item) ?? [])
        : undefined;
    case "group": {
      if (!isObject(value)) return undefined;
      const inner = Object.entries(field.fields).flatMap(([member, one]) => {
        const memberValue = value[member];
        const payload =
          memberValue === undefined ? undefined : pickPayload(member, one, memberValue);
        return payload === undefined ? [] : [[member, payload] as const];
      });
      return Object.fromEntries(inner);
    }
    case "json":
      return undefined;
  }
}
