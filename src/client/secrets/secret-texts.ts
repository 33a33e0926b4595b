/** Secrets in a plain text: users and parameters of URLs, private keys, credentials. */

const removed = "[removed]";
const secretName =
  /token|secret|passw|passphrase|authorization|cookie|private|credential|api-?_?key|share-?_?key/i;
/** Too short to search for within other words. */
const secretLastWord =
  /(?:^|[_.-])(?:[Pp](?:wd|ass)|PWD|PASS|[Bb]earer|BEARER|[Jj]wt|JWT)$|[a-z\d](?:Pwd|Pass|Bearer|Jwt|JWT)$/;
const secretHeader = /session|signature|^x-(?:amz|goog)-sig/i;
/** Parameters that grant access to the target of a URL, as used by several storage services. */
const opening =
  /^(?:sig|key|jwt|auth|hash|hmac|st|hdn(?:ts|ea|tl)|pass|pwd|policy|x-(?:amz|goog)-.*)$|signature/i;
/** Words that follow "bearer" in a sentence about credentials. */
const aboutBearers =
  /^(?:tokens?|auth(?:entication|orization)?|schemes?|headers?|credentials?|formats?|realm|error|is|are|was|and|or|in|of|for|to|with|from|must|as|not|the|an?)\b/i;
/** An encoded URL can contain another one. */
const deepest = 3;

export function isSecretName(name: string): boolean {
  return secretName.test(name) || secretLastWord.test(name);
}

export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || secretHeader.test(name);
}

export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || opening.test(name);
}

/** @param depth of the encoding that was removed */
export function withoutSecrets(text: string, depth = 0): string {
  if (!/[/?&;=:@%-]|bearer|basic/i.test(text)) return text;
  const cleaned = withoutUsers(text)
    .replace(
      /-{4,5} ?BEGIN [^-\n]{0,60}PRIVATE KEY[^-\n]{0,60}-{4,5}.*?(?:-{4,5} ?END [^-\n]{0,60}PRIVATE KEY[^-\n]{0,60}-{4,5}|$)/gs,
      removed,
    )
    .replace(/\b(bearer\s+)([\w.~+/=:-]+)/gi, (whole, start: string, value: string) =>
      aboutBearers.test(value) ? whole : `${start}${removed}`,
    )
    .replace(/\b(basic\s+)([\w+/-]{4,}=*)/gi, (whole, start: string, value: string) =>
      Buffer.from(value, "base64").toString("latin1").includes(":") ? `${start}${removed}` : whole,
    );
  return redactAddresses(withoutEncoded(withoutParameters(cleaned, depth), depth));
}

/** The user of a URL reaches to the last @ before the path, whatever the password contains. */
function withoutUsers(text: string): string {
  if (!text.includes("@")) return text;
  return (
    text
      .replace(
        /((?<![/\\])[/\\]{2,}|\b(?:https?|wss?|ftp):[/\\]?)[^\s/\\?#<>]{1,2000}@/gi,
        `$1${removed}@`,
      )
      // No port begins like this, so it is a password, with a slash or a space in it.
      .replace(
        /((?<![/\\])[/\\]{2,}|\b(?:https?|wss?|ftp):[/\\]?)(?!\[)[^\s/\\?#<>@:]{1,500}:(?!\d{0,5}(?:[\s/\\?#"'),;<>]|$))[^\r\n<>]{1,500}@/gi,
        `$1${removed}@`,
      )
      // The form of Git over SSH, without a scheme.
      .replace(
        /(?<![\w.%+@/-])[\w.%+-]{1,500}:(?![/\\]{2})\S{1,500}@(?=[\w.-]{1,500}:\S)/g,
        `${removed}@`,
      )
  );
}

/** Parameters of a query, and those between the slashes of a path. */
function withoutParameters(text: string, depth: number): string {
  const clean = (whole: string, start: string, name: string) =>
    isSecretParameter(name) ? `${start}${removed}` : whole;
  const inQuery = /((?:[?&]|&amp;)([\w.%[\]-]+)=)[^&\s"'<>#]+/g;
  const atStart = /(^([\w.%[\]-]+)=)[^&\s"'<>#]+/g;
  const inPath = /(;([\w.%[\]-]+)=)[^&;/?\s"'<>#]+/g;
  const cleaned = text.replace(inQuery, clean).replace(inPath, clean);
  // An encoded parameter counts even without a question mark before it.
  return depth === 0 ? cleaned : cleaned.replace(atStart, clean);
}

function withoutEncoded(text: string, depth: number): string {
  if (depth === deepest || !/%[\da-f]{2}/i.test(text)) return text;
  return text.replace(/[^\s"'<>&?#;=/]+/g, (piece) => {
    if (!piece.includes("%")) return piece;
    const plain = decode(piece);
    if (plain === piece) return piece;
    const cleaned = withoutSecrets(plain, depth + 1);
    return cleaned === plain ? piece : encodeURIComponent(cleaned);
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([2-7][\da-f])/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
}

/** The paths of downloads are signed, and the id of an invite gives access. */
function redactAddresses(text: string): string {
  return text
    .replace(/(\/_download\/)[\w-]{16,}(?=\/)/g, `$1${removed}`)
    .replace(/(\/orgs\/[\w{}-]+\/(?:link-)?invites\/)[\w%.-]+/g, `$1${removed}`);
}
