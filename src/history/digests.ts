/**
 * Keyed digests in place of secrets, so that an entry shows that a secret changed but not its
 * value.
 */
import { createHmac } from "node:crypto";
import { isSecretName } from "../client/secrets/secret-texts.ts";
import { createValueRemover, redactValues } from "../client/secrets/secrets.ts";
import type { RequestSecrets } from "../contract/secret-fields.ts";
import { writeJson } from "../json/exact-writing.ts";
import { isList, isObject, type JsonValue } from "../json/values.ts";

/** Values above this number of characters, as JSON, are stored as digests too. */
const longest = 64 * 1024;

const form = /^\[digest [\da-f]{24}\]$/;

/** Whether a value, or a part of it, is stored as a digest, so that it cannot be restored. */
export function holdsDigest(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return form.test(value);
  if (isList(value)) return value.some(holdsDigest);
  return isObject(value) && Object.values(value).some(holdsDigest);
}

/** Replaces secrets with digests. */
export type Digest = <T extends JsonValue>(value: T, secrets: RequestSecrets | undefined) => T;

/** @param key of this history; without it, a value cannot be guessed from its digest */
export function openDigests(key: string): Digest {
  const computeDigest = (value: JsonValue) => {
    if (typeof value === "string" && form.test(value)) return value;
    const digest = createHmac("sha256", key).update(writeJson(value)).digest("hex");
    return `[digest ${digest.slice(0, 24)}]`;
  };
  return <T extends JsonValue>(value: T, secrets: RequestSecrets | undefined): T => {
    const names = new Set([...(secrets?.body ?? []), ...(secrets?.answer ?? [])]);
    const clean = createValueRemover(secrets?.values);
    const isPlain = (text: string, member: string) => {
      const shown = clean(String(redactValues(text, secrets, member)));
      // A URL without a path is normalized to a trailing slash.
      return shown === text || shown === `${text}/`;
    };
    const digest = (one: JsonValue, member: string): JsonValue => {
      if (one === null || typeof one === "boolean" || typeof one === "number") return one;
      if (typeof one === "string") {
        return one.length <= longest && isPlain(one, member) ? one : computeDigest(one);
      }
      if (isList(one))
        return within(
          one,
          one.map((inner) => digest(inner, member)),
        );
      if (!isObject(one)) return one;
      const members = Object.entries(one).map(([name, inner]): [string, JsonValue] => [
        name,
        names.has(name) || isSecretName(name) ? secret(inner) : digest(inner, name),
      ]);
      return within(one, Object.fromEntries(members));
    };
    const within = (one: JsonValue, digested: JsonValue) =>
      writeJson(digested).length <= longest ? digested : computeDigest(one);
    const secret = (one: JsonValue): JsonValue => {
      if (one === null || typeof one === "boolean") return one;
      if (!isObject(one)) return computeDigest(one);
      return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, secret(inner)]));
    };
    // The shape of the value is preserved, except for strings.
    return digest(value, "") as T;
  };
}
