/** Removal of secrets from URLs: the rest identifies the target and grants no access. */

const removed = "[removed]";
/** Git URLs for SSH without a scheme: `user:password@host:path`. */
const scpForm = /^(?:.*@)?([\w.-]+):([^?#@]*)(.*)$/s;

/**
 * The scheme, host and path of a URL, without user, password, query and fragment. Text that is not
 * a URL is removed completely, because any part of it may be secret.
 */
export function getUrlLocation(address: string): string {
  if (address === removed) return address;
  if (isScp(address)) {
    const [, host = "", path = "", more = ""] = scpForm.exec(address) ?? [];
    // What precedes an `@` may be a password: `user:password@host`.
    const isUnsafe = more.startsWith("@") || !/^[\w./~+-]+$/.test(path);
    return isUnsafe ? removed : `${host}:${path}`;
  }
  if (!URL.canParse(address)) return removed;
  const { protocol, host, pathname } = new URL(address);
  if (host === "" && protocol !== "file:") return removed;
  // An unencoded slash in a password moves the rest of it into the path.
  const [, secret] = /^\/(.*)@/s.exec(decode(pathname)) ?? [];
  return `${protocol}//${host}${secret === undefined ? pathname : `/${removed}`}`;
}

/** The parts of a URL that `getUrlLocation` removes, as written and decoded. */
export function listSecretsInUrl(address: string): readonly string[] {
  if (getUrlLocation(address) === address) return [];
  // In `user:password@host`, which has no path, the pattern above matches the user as the host.
  if (isScp(address)) return listPasswords(/^(.*)@/s.exec(address)?.[1] ?? "");
  if (!URL.canParse(address)) return [address];
  const { username, password, searchParams, hash } = new URL(address);
  const parts = [password === "" ? username : password, ...searchParams.values(), hash.slice(1)];
  // Short parts occur in other texts by chance.
  return [...new Set(parts.flatMap((part) => [part, decode(part)]))].filter(
    (part) => part.length >= 8,
  );
}

function isScp(address: string): boolean {
  return !/^[a-z][a-z\d+.-]*:[/\\]/i.test(address) && !/^(?:https?|wss?|ftp|file):/i.test(address);
}

function listPasswords(user: string): readonly string[] {
  const password = user.slice(user.indexOf(":") + 1);
  return user.includes(":") && password.length >= 8 ? [password] : [];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
