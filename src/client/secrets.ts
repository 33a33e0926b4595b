/** Removes secrets from what a trace, a record or a message shows. */
import { withoutSecretMembers } from "./secret-members.ts";

const removed = "[removed]";
const secretName =
  /token|secret|passw|passphrase|authorization|cookie|private|credential|api-?_?key|share-?_?key/i;
/** Parameters that make an address open what it names, as several stores of files call them. */
const opening = /^(?:sig|key|jwt|auth|hmac|policy|x-(?:amz|goog)-.*)$|signature/i;
/** Shorter pieces of an encoded token would be found where there is none. */
const shortestPiece = 8;

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

/** A body without the values of secret members, whatever their type and depth; the rest as it is. */
export function shownBody(text: string): string {
  return /^\s*[{["]/.test(text)
    ? withoutSecretMembers(text, (name) => secretName.test(name), withoutSecrets)
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

/** The platform seals the addresses of its downloads in their path. */
function withoutSeal(text: string): string {
  return text.replace(/(\/_download\/)[\w-]{16,}(?=\/)/g, `$1${removed}`);
}

function isSecretParameter(name: string): boolean {
  return secretName.test(name) || opening.test(name);
}
