/** Removes secrets from what a trace or a message shows. */

const removed = "[removed]";
const secretName =
  /token|secret|passw|passphrase|authorization|cookie|private|credential|api-?_?key|share-?_?key/i;

/** A function that removes a token from a text, plain or encoded. */
export function tokenRemover(token: string | undefined): (text: string) => string {
  if (token === undefined) return (text) => text;
  const forms = [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString("base64").replace(/=+$/, ""),
    Buffer.from(token).toString("base64url"),
  ];
  return (text) => forms.reduce((kept, form) => kept.replaceAll(form, removed), text);
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
    if (secretName.test(name)) url.searchParams.set(name, removed);
  }
  return url.href;
}

/** A body without the values of secret members, whatever their type and depth. */
export function shownBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) => {
      if (secretName.test(name) && value !== null) return removed;
      return typeof value === "string" ? withoutSecrets(value) : value;
    });
  } catch {
    return withoutSecrets(text);
  }
}

// Users in addresses, and private keys wherever they stand.
function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/[^/\s@"]+@/g, `//${removed}@`)
    .replace(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?/g,
      removed,
    );
}
