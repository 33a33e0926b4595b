/** Repository URLs: validation, and their parts without secrets. */
import { howToAllowPrivate } from "../network/public-addresses.ts";
import { GitFailure } from "./failure.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface RepositoryAddress {
  readonly scheme: "https" | "http" | "ssh" | "file";
  /** The URL for the git program: without user name and password, except for the SSH user. */
  readonly url: string;
  /** Of an HTTP or SSH URL. */
  readonly hostname: string;
  readonly credentials?: Credentials;
  /** Owner and name: `acme/docs`. */
  readonly name: string;
}

/** @throws GitFailure "refused" for an invalid URL or an unsupported scheme */
export function parseRepositoryUrl(input: string, allowFiles: boolean): RepositoryAddress {
  const text = input.trim();
  if (text === "" || text.startsWith("-") || /[\p{Cc}\p{Z}]/u.test(text)) {
    throw createRefusal(
      "The repository URL is not valid. Use the form https://host/owner/name.git.",
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol.slice(0, -1);
  if (url && (scheme === "https" || scheme === "http")) return parseWebUrl(url, scheme);
  if (url && scheme === "ssh") return parseSshUrl(url);
  if (url && scheme === "file") return parseFileUrl(text, url, allowFiles);
  const [, user, host, path] = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  if (host !== undefined && path !== undefined && !text.includes("::") && user !== undefined) {
    return parseSshUrl(new URL(`ssh://${user}@${host}/${path.replace(/^\/+/, "")}`));
  }
  if (text.startsWith("/")) return createFileAddress(text, text, allowFiles);
  throw createRefusal(
    `The repository URL has ${scheme === undefined ? "no scheme" : `the unsupported scheme ${scheme}`}. Use https, http or ssh.`,
  );
}

function parseWebUrl(url: URL, scheme: "https" | "http"): RepositoryAddress {
  const { username, password } = url;
  const bare = new URL(url.href);
  bare.username = "";
  bare.password = "";
  bare.search = "";
  bare.hash = "";
  return {
    scheme,
    url: bare.href,
    hostname: url.hostname,
    name: nameIn(url.pathname),
    ...((username !== "" || password !== "") && {
      credentials: { username: decode(username), password: decode(password) },
    }),
  };
}

function parseSshUrl(url: URL): RepositoryAddress {
  if (url.password !== "") {
    throw createRefusal(
      "An SSH URL cannot contain a password. Use HTTPS, or an SSH key of the platform.",
    );
  }
  const host = url.hostname;
  if (!/^[\w.-]+$/.test(host) || host.startsWith("-")) {
    throw createRefusal("The hostname of the SSH URL is not valid.");
  }
  // Git decodes the whole URL before it parses the hostname.
  if (!/^(?!-)[\w.+-]*$/.test(url.username)) {
    throw createRefusal("The user of the SSH URL can contain only letters, digits and . _ + -");
  }
  if (/\p{Cc}/u.test(decode(url.pathname))) {
    throw createRefusal("The path of the SSH URL must not contain control characters.");
  }
  return { scheme: "ssh", url: url.href, hostname: host, name: nameIn(url.pathname) };
}

/** A URL parser reads `file:docs` as an absolute path; Git reads it as a relative path, or a host. */
function parseFileUrl(text: string, url: URL, allowFiles: boolean): RepositoryAddress {
  const address = createFileAddress(url.href, url.pathname, allowFiles);
  if (!/^file:\/\/\/[^/\\]/i.test(text)) {
    throw createRefusal(
      "A local repository must be an absolute path, such as /srv/docs.git or file:///srv/docs.git.",
    );
  }
  // Git decodes the whole URL.
  if (/\p{Cc}/u.test(decode(url.href))) {
    throw createRefusal("The path of the file URL must not contain control characters.");
  }
  return address;
}

function createFileAddress(url: string, path: string, allowFiles: boolean): RepositoryAddress {
  if (!allowFiles) {
    throw createRefusal(`Repositories on this machine are not allowed. ${howToAllowPrivate}.`);
  }
  return { scheme: "file", url, hostname: "", name: nameIn(path) };
}

function nameIn(path: string): string {
  const parts = path
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter((part) => part !== "");
  return parts.slice(-2).map(decode).join("/");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The error for a host in a private network. */
export function createPrivateHostError(host: string): GitFailure {
  return createRefusal(`${host} is on this machine or in a private network. ${howToAllowPrivate}.`);
}

function createRefusal(message: string): GitFailure {
  return new GitFailure("refused", message);
}
