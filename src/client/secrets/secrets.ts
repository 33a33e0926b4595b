/** Removal of secrets from traces, recordings and messages. */

import { getUrlLocation } from "../../contract/address-location.ts";
import { addressMembers } from "../../contract/secret-fields.ts";
import type { Headers, WireRequest } from "../../contract/wire.ts";
import { isJson, isList, isObject, type JsonValue } from "../../json/values.ts";
import { withoutSecretMembers } from "./secret-members.ts";
import { isSecretHeader, isSecretName, isSecretParameter, withoutSecrets } from "./secret-texts.ts";

const removed = "[removed]";
/** Shorter pieces of an encoded token would match by chance. */
const shortestPiece = 8;
/** Shorter words are common in many texts. */
const shortestWord = 4;

/**
 * A function that removes a token from a text, plain or encoded, even if it is only part of the
 * encoded text.
 */
export function createTokenRemover(
  token: string | undefined,
  replacement = removed,
): (text: string) => string {
  if (token === undefined) return (text) => text;
  let forms: RegExp | undefined;
  return (text) => {
    forms ??= buildSecretPattern(token);
    return text.replace(forms, replacement);
  };
}

function buildSecretPattern(token: string): RegExp {
  // Through UTF-8, because encodeURIComponent refuses half of a surrogate pair.
  const percent = encodeURIComponent(Buffer.from(token).toString());
  const exact = [
    token,
    JSON.stringify(token).slice(1, -1),
    token.replaceAll("/", "\\/"),
    ...[0, 1, 2].flatMap((before) => listBase64Pieces(token, before)),
  ];
  // The hexadecimal digits of percent encoding can be in either case.
  const digits = [percent, Buffer.from(token).toString("hex")];
  const patterns = [
    ...exact.map(escapePattern),
    ...digits.map((form) =>
      escapePattern(form).replace(/[a-f]/gi, (one) => `[${one.toLowerCase()}${one.toUpperCase()}]`),
    ),
  ];
  const longestFirst = [...new Set(patterns)].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.join("|"), "g");
}

/** The letters that encode only the token, with this number of bytes before it. */
function listBase64Pieces(token: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
  const start = Math.ceil((before * 8) / 6);
  const end = Math.floor((bytes.length * 8) / 6);
  const piece = bytes.toString("base64").slice(start, end);
  if (piece.length < shortestPiece) return [];
  return [piece, piece.replaceAll("+", "-").replaceAll("/", "_")];
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A request for display, without the secrets of the contract and values that look like secrets. */
export function redactRequest({ url, headers, body, secrets }: WireRequest): {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
} {
  const clean = createValueRemover(secrets?.values);
  const shown = new URL(redactAddress(url, secrets));
  const hidden = secrets?.path.map(encodeURIComponent) ?? [];
  shown.pathname = shown.pathname
    .split("/")
    .map((part) => (hidden.includes(part) ? removed : part))
    .join("/");
  const named = Object.entries(headers).map(([name, value]) => [
    name,
    secrets?.headers.includes(name) ? removed : clean(redactHeader(name, value)),
  ]);
  return {
    url: clean(shown.href),
    headers: Object.fromEntries(named),
    body: body === undefined ? undefined : clean(redactSent(body, headers, secrets)),
  };
}

/** A body that is neither JSON nor a form has no member names, so its secrets cannot be identified. */
function redactSent(body: string, headers: Headers, secrets: WireRequest["secrets"]): string {
  if (isJson(body)) return redactBody(body, secrets?.body, secrets?.addresses);
  const type = headers["content-type"] ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return body === "" ? body : removed;
  return String(redactParameters(new URLSearchParams(body), secrets) ?? body);
}

/** The text of a response for display. */
export function redactAnswer(text: string, { secrets }: Pick<WireRequest, "secrets">): string {
  return createValueRemover(secrets?.values)(redactBody(text, secrets?.answer));
}

/** The value of a body for display: without secret members, and without users and passwords of URLs. */
export function redactValues(
  value: JsonValue,
  secrets: WireRequest["secrets"],
  member = "",
): JsonValue {
  if (typeof value === "string")
    return secrets?.addresses.includes(member) ? getUrlLocation(value) : withoutSecrets(value);
  if (isList(value)) return value.map((one) => redactValues(one, secrets, member));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    secrets?.body.includes(name) ? hideValues(inner) : redactValues(inner, secrets, name),
  ]);
  return Object.fromEntries(members);
}

/** The names of secrets stay, so that a reader knows which ones are sent. */
function hideValues(value: JsonValue): JsonValue {
  if (!isObject(value)) return removed;
  return Object.fromEntries(Object.keys(value).map((name) => [name, removed]));
}

/** Short values are removed only as whole words; the shortest only if a name marks them. */
export function createValueRemover(
  values: readonly string[] = [],
  replacement = removed,
): (text: string) => string {
  const cleaners = values.flatMap((value) => {
    // In a replayed recording, the value is redacted already.
    if (value === removed) return [];
    if (value.length >= shortestPiece) return [createTokenRemover(value, replacement)];
    if (value.length < shortestWord) return [];
    const alone = new RegExp(`(?<![\\w-])${escapePattern(value)}(?![\\w-])`, "g");
    return [(text: string) => text.replace(alone, replacement)];
  });
  return (text) => cleaners.reduce((cleaned, clean) => clean(cleaned), text);
}

/** The value of a header, unless its name is secret. */
export function redactHeader(name: string, value: string): string {
  return isSecretHeader(name) ? removed : withoutSecrets(value);
}

/** A URL without user, password and secret parameters. */
export function redactAddress(address: string, secrets?: WireRequest["secrets"]): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.pathname = withoutSecrets(url.pathname);
  const query = redactParameters(url.searchParams, secrets);
  if (query !== undefined) url.search = String(query);
  return url.href;
}

/** Undefined if no parameter is secret, so that they stay as written. */
function redactParameters(
  parameters: URLSearchParams,
  secrets: WireRequest["secrets"],
): URLSearchParams | undefined {
  const isSecret = (name: string) =>
    isSecretParameter(name) || secrets?.query.includes(name) === true;
  const shown = [...parameters].map(([name, value]): [string, string] => [
    name,
    isSecret(name) ? removed : redactMember(name, value, secrets?.addresses),
  ]);
  const before = [...parameters];
  const isSame = shown.every(([, value], at) => value === before[at]?.[1]);
  return isSame ? undefined : new URLSearchParams(shown);
}

function redactMember(name: string, value: string, addresses: readonly string[] = []): string {
  return addresses.includes(name) ? getUrlLocation(value) : redactBody(value, [], addresses);
}

/**
 * A body without the values of secret members, whatever their type and depth.
 * @param names of additional secret members
 * @param addresses names of members with URLs that are shown only as far as the path
 */
export function redactBody(
  text: string,
  names: readonly string[] = [],
  addresses: readonly string[] = [],
): string {
  if (!/^\s*[{["]/.test(text)) return withoutSecrets(text);
  const isSecret = (name: string) => isSecretName(name) || names.includes(name);
  return withoutSecretMembers(text, isSecret, (value, member) => {
    if (addresses.includes(member)) return getUrlLocation(value);
    // A string can contain JSON again, and is shorter each time.
    return value.length < text.length ? redactBody(value, names, addresses) : withoutSecrets(value);
  });
}

/** `name=value` of a request that was written by hand, as its body or query is shown. */
export function redactField(word: string): string {
  const [, name = "", value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (value === undefined) return redactBody(word);
  return `${name}=${isSecretName(name) ? removed : redactMember(name, value, addressMembers)}`;
}

/** A word of a command line, which may be `name=value` or contain a URL. */
export function redactWord(word: string): string {
  const [, name = "", value] = /^([\w.-]+)[=:](.*)$/s.exec(word) ?? [];
  if (value !== undefined && isSecretName(name)) return word.replace(value, () => removed);
  return redactBody(word);
}
