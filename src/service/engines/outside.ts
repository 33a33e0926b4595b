/** How jobs and handlers reach other machines. */
import { FetchFailure } from "./fetch-failure.ts";
import type { Fetched, FetchRequest } from "./guarded-fetch.ts";
import { isPublicAddress } from "./public-addresses.ts";

/** The only ssh identity of the platform: it uses no agent, and no key of the user that runs it. */
export interface SshKeys {
  /** Files of private keys by host, with the port if it is not 22: `git.example.com:2222`. */
  readonly files: ReadonlyMap<string, string>;
  /** The known-hosts file; a host that it does not list is not trusted. */
  readonly knownHosts: string;
}

/** A folder of this machine that is imported as it is listed, without a repository; for a preview. */
export interface ListedFolder {
  /** By which an import names it. */
  readonly url: string;
  readonly folder: string;
  /** Another one for other content. */
  readonly commit: string;
  /** By their paths in the folder; equal oids for equal bytes. */
  readonly files: readonly { readonly path: string; readonly oid: string; readonly size: number }[];
}

export interface Outside {
  /** Whether a connection to this IP address may be made. */
  readonly mayReach: (address: string) => boolean;
  /** Whether addresses may name files of this machine. */
  readonly mayReadFiles: boolean;
  /** The keys with which Git reaches ssh addresses; absent, it reaches none. */
  readonly sshKeys?: SshKeys | undefined;
  /** The folder that an import from this address reads, in place of a repository. */
  readonly listedFolder?: ((url: string) => ListedFolder | undefined) | undefined;
  /**
   * Sends one request to an address that a person gave, within limits.
   * Rejects with `FetchFailure` only.
   */
  readonly fetch: (request: FetchRequest) => Promise<Fetched>;
  /** The IP addresses of a name, as this machine resolves it; none for a name that leads nowhere. */
  readonly loadAddresses: (name: string) => Promise<readonly string[]>;
  /** The TXT records of a name, each as one text; none for a name without any. */
  readonly lookUpTextRecords: (name: string) => Promise<readonly string[]>;
}

/** @param allowPrivate true allows every address, a list allows its own besides the public ones */
export function openOutside(
  allowPrivate: boolean | readonly string[] = false,
  {
    sshKeys,
    listedFolder,
    textRecordsOf: lookUpTextRecords = resolveTextRecords,
  }: Pick<Outside, "sshKeys" | "listedFolder"> & {
    readonly textRecordsOf?: Outside["lookUpTextRecords"] | undefined;
  } = {},
): Outside {
  const mayReach = (address: string) =>
    allowPrivate === true ||
    isPublicAddress(address) ||
    (Array.isArray(allowPrivate) && allowPrivate.includes(address));
  return {
    mayReach,
    mayReadFiles: allowPrivate === true,
    sshKeys,
    listedFolder,
    async fetch(request) {
      const { guardedFetch } = await import("./guarded-fetch.ts");
      return guardedFetch(request, mayReach);
    },
    async loadAddresses(name) {
      const { lookup } = await import("node:dns/promises");
      const found = await lookup(name, { all: true }).catch(() => []);
      return found.map(({ address }) => address);
    },
    lookUpTextRecords,
  };
}

/** Longer texts are cut by name servers into strings that belong together. */
async function resolveTextRecords(name: string): Promise<readonly string[]> {
  const { Resolver } = await import("node:dns/promises");
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((strings) => strings.join(""));
}

/**
 * Fetches the text at an address that a person gave.
 * @throws FetchFailure also for an answer other than 200, and for what is no text in UTF-8
 */
export async function fetchText(
  outside: Pick<Outside, "fetch">,
  request: FetchRequest,
): Promise<{ readonly text: string; readonly url: string }> {
  const { status, url, body } = await outside.fetch(request);
  if (status !== 200) throw new FetchFailure("failed", `${url} answered with status ${status}.`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body), url };
  } catch {
    throw new FetchFailure("failed", `${url} is not text in UTF-8.`);
  }
}
