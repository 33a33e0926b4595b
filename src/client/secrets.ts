/** Removes secrets from what a trace, a record or a message shows. */
import {
  type Headers,
  isList,
  isObject,
  type JsonValue,
  type WireRequest,
} from "../contract/wire.ts";
import { withoutSecretMembers } from "./secret-members.ts";

const removed = "[removed]";
const secretName =
  /token|secret|passw|passphrase|authorization|cookie|private|credential|api-?_?key|share-?_?key/i;
/** Parameters that make an address open what it names, as several stores of files call them. */
const opening = /^(?:sig|key|jwt|auth|hmac|policy|x-(?:amz|goog)-.*)$|signature/i;
/** Shorter pieces of an encoded token would be found where there is none. */
const shortestPiece = 8;
/** And shorter words stand by themselves in many a text. */
const shortestWord = 4;

/** A function that removes a token from a text, plain or encoded, also where it is a part of what was encoded. */
export function tokenRemover(token: string | undefined): (text: string) => string {
  if (token === undefined) return (text) => text;
  let forms: RegExp | undefined;
  return (text) => {
    forms ??= formsOf(token);
    return text.replace(forms, removed);
  };
}

function formsOf(token: string): RegExp {
  const percent = encodeURIComponent(token);
  const exact = [
    token,
    JSON.stringify(token).slice(1, -1),
    token.replaceAll("/", "\\/"),
    ...[0, 1, 2].flatMap((before) => base64Pieces(token, before)),
  ];
  // The digits of a percent sign may be of either case.
  const digits = [percent, Buffer.from(token).toString("hex")];
  const patterns = [
    ...exact.map(escaped),
    ...digits.map((form) =>
      escaped(form).replace(/[a-f]/gi, (one) => `[${one.toLowerCase()}${one.toUpperCase()}]`),
    ),
  ];
  const longestFirst = [...new Set(patterns)].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.join("|"), "g");
}

/** The letters that stand for the token alone, where so many bytes stand before it. */
function base64Pieces(token: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
  const start = Math.ceil((before * 8) / 6);
  const end = Math.floor((bytes.length * 8) / 6);
  const piece = bytes.toString("base64").slice(start, end);
  if (piece.length < shortestPiece) return [];
  return [piece, piece.replaceAll("+", "-").replaceAll("/", "_")];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A request as it may be shown, without what the contract calls secret or what looks like it. */
export function shownRequest({ url, headers, body, secrets }: WireRequest): {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
} {
  const clean = valueRemover(secrets?.values);
  const shown = new URL(url);
  for (const name of secrets?.query ?? []) {
    if (shown.searchParams.has(name)) shown.searchParams.set(name, removed);
  }
  const hidden = secrets?.path.map(encodeURIComponent) ?? [];
  shown.pathname = shown.pathname
    .split("/")
    .map((part) => (hidden.includes(part) ? removed : part))
    .join("/");
  const named = Object.entries(headers).map(([name, value]) => [
    name,
    secrets?.headers.includes(name) ? removed : clean(shownValue(name, value)),
  ]);
  return {
    url: clean(shownAddress(shown.href)),
    headers: Object.fromEntries(named),
    body: body === undefined ? undefined : clean(shownBody(body, secrets?.body)),
  };
}

/** The text of an answer as it may be shown. */
export function shownAnswer(text: string, { secrets }: Pick<WireRequest, "secrets">): string {
  return valueRemover(secrets?.values)(shownBody(text, secrets?.answer));
}

/** The value of a body as it may be shown: without secret members, users and passwords of addresses. */
export function shownValues(value: JsonValue, secrets: WireRequest["secrets"]): JsonValue {
  if (typeof value === "string") return withoutUser(value);
  if (isList(value)) return value.map((one) => shownValues(one, secrets));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    secrets?.body.includes(name) ? hidden(member) : shownValues(member, secrets),
  ]);
  return Object.fromEntries(members);
}

/** The names of secrets are told, as whoever reads it wants to know which ones are sent. */
function hidden(value: JsonValue): JsonValue {
  if (!isObject(value)) return removed;
  return Object.fromEntries(Object.keys(value).map((name) => [name, removed]));
}

function withoutUser(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/\s@]+@/i, `$1${removed}@`);
}

/** Shorter ones are removed where they stand by themselves, or only where their place tells them. */
function valueRemover(values: readonly string[] = []): (text: string) => string {
  const cleaners = values.flatMap((value) => {
    // So it is where a recording is replayed as it says.
    if (value === removed) return [];
    if (value.length >= shortestPiece) return [tokenRemover(value)];
    if (value.length < shortestWord) return [];
    const alone = new RegExp(`(?<![\\w-])${escaped(value)}(?![\\w-])`, "g");
    return [(text: string) => text.replace(alone, removed)];
  });
  return (text) => cleaners.reduce((cleaned, clean) => clean(cleaned), text);
}

/** The value of a named thing, a header, a query parameter or a member, unless its name is secret. */
export function shownValue(name: string, value: string): string {
  return secretName.test(name) ? removed : withoutSecrets(value);
}

/** An address without user, password and secret parameters. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  for (const name of new Set(url.searchParams.keys())) {
    if (isSecretParameter(name)) url.searchParams.set(name, removed);
  }
  return withoutSeal(url.href);
}

/**
 * A body without the values of secret members, whatever their type and depth; the rest as it is.
 * @param names of further members that are secret
 */
export function shownBody(text: string, names: readonly string[] = []): string {
  const isSecret = (name: string) => secretName.test(name) || names.includes(name);
  return /^\s*[{["]/.test(text)
    ? withoutSecretMembers(text, isSecret, withoutSecrets)
    : withoutSecrets(text);
}

/** A word of a command line, which may be `name=value` or hold an address. */
export function shownWord(word: string): string {
  const [, name = "", value] = /^(-*[\w.-]+)[=:](.*)$/s.exec(word) ?? [];
  if (value !== undefined && secretName.test(name)) return word.replace(value, removed);
  return shownBody(word);
}

// Users and secret parameters in addresses, and private keys wherever they stand.
function withoutSecrets(text: string): string {
  if (!/[/?&;=-]/.test(text)) return text;
  const cleaned = text
    .replace(/\/\/[^/\s@"]+@/g, `//${removed}@`)
    .replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?/g, removed)
    .replace(/([?&;]([\w.%-]+)=)([^&\s"'<>#]+)/g, (whole, start: string, name: string) =>
      isSecretParameter(name) ? `${start}${removed}` : whole,
    );
  return withoutSeal(cleaned);
}

/** The platform seals the addresses of its downloads in their path, and an invite is let in by its id. */
function withoutSeal(text: string): string {
  return text
    .replace(/(\/_download\/)[\w-]{16,}(?=\/)/g, `$1${removed}`)
    .replace(/(\/orgs\/[\w{}-]+\/(?:link-)?invites\/)[\w%.-]+/g, `$1${removed}`);
}

function isSecretParameter(name: string): boolean {
  return secretName.test(name) || opening.test(name);
}
