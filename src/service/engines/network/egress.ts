/** Access of jobs and handlers to other machines. */
import type { ChatModel } from "../language/chat-model.ts";
import type { ScriptRunner } from "../scripts/script-runner.ts";
import { addTraceHeaders, traceOutgoing } from "../tracing/trace-outgoing.ts";
import { FetchFailure } from "./fetch-failure.ts";
import type { FetchRequest, FetchResponse } from "./guarded-fetch.ts";
import { isPublicAddress } from "./public-addresses.ts";

/** The only SSH identity of the platform: it uses no agent and no key of its operating system user. */
export interface SshKeys {
  /** Private key files by host, with the port if it is not 22: `git.example.com:2222`. */
  readonly files: ReadonlyMap<string, string>;
  /** The known hosts file; hosts that are not in it are not trusted. */
  readonly knownHosts: string;
}

/** A local folder that is imported from a list of files, without a repository; used by previews. */
export interface ListedFolder {
  /** The URL in import requests. */
  readonly url: string;
  readonly folder: string;
  /** A different value for different content. */
  readonly commit: string;
  /** Paths in the folder; equal oids for equal contents. */
  readonly files: readonly { readonly path: string; readonly oid: string; readonly size: number }[];
}

export interface Egress {
  /** Whether a connection to this IP address is allowed. */
  readonly mayReach: (address: string) => boolean;
  /** Whether URLs may refer to files of this machine. */
  readonly mayReadFiles: boolean;
  /** The SSH keys of Git; without them, SSH URLs are refused. */
  readonly sshKeys?: SshKeys | undefined;
  /** The folder that an import from this URL reads instead of a repository. */
  readonly listedFolder?: ((url: string) => ListedFolder | undefined) | undefined;
  /** Sends a request to a URL from a user, within limits. Rejects with `FetchFailure` only. */
  readonly fetch: (request: FetchRequest) => Promise<FetchResponse>;
  /** Runs scripts of integrations; undefined if the platform does not run them. */
  readonly scripts?: ScriptRunner | undefined;
  /** The language model that the operator configured; undefined without one. */
  readonly model?: ChatModel | undefined;
  /** The IP addresses of a name, as this machine resolves it; empty for an unknown name. */
  readonly loadAddresses: (name: string) => Promise<readonly string[]>;
  /** The TXT records of a name, each as one string; empty without records. */
  readonly lookUpTextRecords: (name: string) => Promise<readonly string[]>;
}

/**
 * @param allowPrivate true allows every IP address; a list allows its addresses in addition to
 * public ones
 */
export function openOutside(
  allowPrivate: boolean | readonly string[] = false,
  {
    sshKeys,
    listedFolder,
    allowFolders = false,
    textRecordsOf: lookUpTextRecords = resolveTextRecords,
  }: Pick<Egress, "sshKeys" | "listedFolder"> & {
    readonly allowFolders?: boolean | undefined;
    readonly textRecordsOf?: Egress["lookUpTextRecords"] | undefined;
  } = {},
): Egress {
  const mayReach = (address: string) =>
    allowPrivate === true ||
    isPublicAddress(address) ||
    (Array.isArray(allowPrivate) && allowPrivate.includes(address));
  return {
    mayReach,
    mayReadFiles: allowPrivate === true || allowFolders,
    sshKeys,
    listedFolder,
    async fetch(request) {
      const { fetchGuarded } = await import("./guarded-fetch.ts");
      return traceOutgoing(request, (traceHeaders) =>
        fetchGuarded(addTraceHeaders(request, traceHeaders), mayReach),
      );
    },
    async loadAddresses(name) {
      const { lookup } = await import("node:dns/promises");
      const addresses = await lookup(name, { all: true }).catch(() => []);
      return addresses.map(({ address }) => address);
    },
    lookUpTextRecords,
  };
}

/** Name servers split long records into several strings. */
async function resolveTextRecords(name: string): Promise<readonly string[]> {
  const { Resolver } = await import("node:dns/promises");
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((strings) => strings.join(""));
}

/**
 * Fetches text from a URL of a user.
 * @throws FetchFailure also for a status other than 200, and for a body that is not UTF-8
 */
export async function fetchText(
  outside: Pick<Egress, "fetch">,
  request: FetchRequest,
): Promise<{ readonly text: string; readonly url: string }> {
  const { status, url, body } = await outside.fetch(request);
  if (status !== 200) throw new FetchFailure("failed", `${url} responded with status ${status}.`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body), url };
  } catch {
    throw new FetchFailure("failed", `${url} is not UTF-8 text.`);
  }
}
