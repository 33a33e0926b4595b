/** Addresses of repositories: which are accepted, and their parts without secrets. */
import { howToAllowPrivate } from "../public-addresses.ts";
import { GitFailure } from "./failure.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface RepositoryAddress {
  readonly scheme: "https" | "http" | "ssh" | "file";
  /** The address for the program: without user name and password, except for the user of ssh. */
  readonly url: string;
  /** Of a web or ssh address. */
  readonly hostname: string;
  readonly credentials?: Credentials;
  /** Owner and name: `acme/docs`. */
  readonly name: string;
}

/** @throws GitFailure "refused" for what is no address, or of an unsupported kind */
export function repositoryAddress(given: string, allowFiles: boolean): RepositoryAddress {
  const text = given.trim();
  if (text === "" || text.startsWith("-") || /[\p{Cc}\p{Z}]/u.test(text)) {
    throw refused(
      "The address of the repository is no address; give one such as https://host/owner/name.git.",
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol.slice(0, -1);
  if (url && (scheme === "https" || scheme === "http")) return webAddress(url, scheme);
  if (url && scheme === "ssh") return sshAddress(url);
  if (url && scheme === "file") return fileUrlAddress(text, url, allowFiles);
  const [, user, host, path] = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  if (host !== undefined && path !== undefined && !text.includes("::") && user !== undefined) {
    return sshAddress(new URL(`ssh://${user}@${host}/${path.replace(/^\/+/, "")}`));
  }
  if (text.startsWith("/")) return fileAddress(text, text, allowFiles);
  throw refused(
    `The address of the repository has ${scheme === undefined ? "no scheme" : `the scheme ${scheme}`}; https, http and ssh are reached.`,
  );
}

function webAddress(url: URL, scheme: "https" | "http"): RepositoryAddress {
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
      credentials: { username: decoded(username), password: decoded(password) },
    }),
  };
}

function sshAddress(url: URL): RepositoryAddress {
  if (url.password !== "") {
    throw refused("An ssh address can hold no password; use https, or a key of the platform.");
  }
  const host = url.hostname;
  if (!/^[\w.-]+$/.test(host) || host.startsWith("-")) {
    throw refused("The host of the ssh address is no host name.");
  }
  // Git decodes the whole address before it looks for the host.
  if (!/^(?!-)[\w.+-]*$/.test(url.username)) {
    throw refused("The user of the ssh address must be letters, digits and . _ + - only.");
  }
  if (/\p{Cc}/u.test(decoded(url.pathname))) {
    throw refused("The path of the ssh address must not contain control characters.");
  }
  return { scheme: "ssh", url: url.href, hostname: host, name: nameIn(url.pathname) };
}

/** A URL parser reads `file:docs` as a path from the root; Git reads it as a relative path, or a host. */
function fileUrlAddress(text: string, url: URL, allowFiles: boolean): RepositoryAddress {
  const address = fileAddress(url.href, url.pathname, allowFiles);
  if (!/^file:\/\/\/[^/\\]/i.test(text)) {
    throw refused(
      "The address of a repository in a folder must be an absolute path, such as /srv/docs.git or file:///srv/docs.git.",
    );
  }
  // Git decodes the whole address.
  if (/\p{Cc}/u.test(decoded(url.href))) {
    throw refused("The path of the file address must not contain control characters.");
  }
  return address;
}

function fileAddress(url: string, path: string, allowFiles: boolean): RepositoryAddress {
  if (!allowFiles) {
    throw refused(`Repositories in files of this machine are not read. ${howToAllowPrivate}.`);
  }
  return { scheme: "file", url, hostname: "", name: nameIn(path) };
}

function nameIn(path: string): string {
  const parts = path
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter((part) => part !== "");
  return parts.slice(-2).map(decoded).join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The refusal of a host that may not be reached. */
export function privateHost(host: string): GitFailure {
  return refused(
    `${host} is in a private network or on this machine, or leads there. ${howToAllowPrivate}.`,
  );
}

function refused(message: string): GitFailure {
  return new GitFailure("refused", message);
}
