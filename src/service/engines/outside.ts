/** The way from the platform to other machines: what jobs and handlers are given to reach them. */

import type { Fetched, FetchRequest } from "./guarded-fetch.ts";
import { isPublicAddress } from "./public-addresses.ts";

/** The identity of the platform. It has no other: no agent, and no key of the user that runs it. */
export interface SshKeys {
  /** Files of private keys by host, with the port where it is not 22: `git.example.com:2222`. */
  readonly files: ReadonlyMap<string, string>;
  /** The file that has the keys of these hosts; what it does not list is not trusted. */
  readonly knownHosts: string;
}

export interface Outside {
  /** Whether a connection to this IP address may be made. */
  readonly mayReach: (address: string) => boolean;
  /** Whether addresses may name files of this machine. */
  readonly mayReadFiles: boolean;
  /** The keys with which Git reaches ssh addresses; none is reached without. */
  readonly sshKeys?: SshKeys | undefined;
  /**
   * Sends one request to an address that a person gave, within limits.
   * Rejects with `FetchFailure` only.
   */
  readonly fetch: (request: FetchRequest) => Promise<Fetched>;
}

/** @param allowPrivate every address where true; beside the public ones, those of a list */
export function openOutside(
  allowPrivate: boolean | readonly string[] = false,
  sshKeys?: SshKeys,
): Outside {
  const mayReach = (address: string) =>
    allowPrivate === true ||
    isPublicAddress(address) ||
    (Array.isArray(allowPrivate) && allowPrivate.includes(address));
  return {
    mayReach,
    mayReadFiles: allowPrivate === true,
    sshKeys,
    async fetch(request) {
      const { guardedFetch } = await import("./guarded-fetch.ts");
      return guardedFetch(request, mayReach);
    },
  };
}
