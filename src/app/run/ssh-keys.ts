/** SSH keys that the local platform uses for Git, from the environment. */
import { accessSync, constants } from "node:fs";
import { isAbsolute } from "node:path";
import { UsageError } from "../../errors.ts";
import type { SshKeys } from "../../service/engines/network/egress.ts";

const keysVariable = "TOME_GIT_SSH_KEYS";
const knownHostsVariable = "TOME_GIT_KNOWN_HOSTS";

/**
 * Reads `host=file` pairs, separated by commas:
 * `github.com=/etc/tome/key,git.example.com:2222=/etc/tome/other`.
 * @throws UsageError for any other format, an unreadable file, or missing known hosts
 */
export function findSshKeys(
  environment: Readonly<Record<string, string | undefined>>,
): SshKeys | undefined {
  const given = environment[keysVariable]?.trim() ?? "";
  if (given === "") return undefined;
  const files = new Map<string, string>();
  for (const pair of given.split(",")) {
    const [, host, file] = /^([\w.-]+(?::\d{1,5})?)=(.+)$/u.exec(pair.trim()) ?? [];
    if (host === undefined || file === undefined) {
      throw new UsageError(
        `The environment variable ${keysVariable} must be comma-separated pairs of a host and a private key file, such as github.com=/etc/tome/github_key; ${JSON.stringify(pair.trim())} is invalid.`,
      );
    }
    const name = host.toLowerCase().replace(/:22$/, "");
    if (files.has(name)) {
      throw new UsageError(
        `The environment variable ${keysVariable} lists ${name} twice. Remove one of the entries.`,
      );
    }
    files.set(name, toReadablePath(keysVariable, file));
  }
  const knownHosts = environment[knownHostsVariable]?.trim() ?? "";
  if (knownHosts === "") {
    throw new UsageError(
      `The environment variable ${keysVariable} requires ${knownHostsVariable}, a file with the keys of these hosts. Create it with ssh-keyscan <host>, and compare it with the keys that the host publishes.`,
    );
  }
  return { files, knownHosts: toReadablePath(knownHostsVariable, knownHosts) };
}

/** @returns the path as ssh's options take it */
function toReadablePath(variable: string, given: string): string {
  const path = process.platform === "win32" ? given.replaceAll("\\", "/") : given;
  // ssh expands these characters in a path.
  if (!isAbsolute(path) || /["$%\\\p{Cc}]/u.test(path)) {
    throw new UsageError(
      `The environment variable ${variable} must contain absolute paths without ", $, % and \\, not ${JSON.stringify(given)}.`,
    );
  }
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new UsageError(
      `The file ${JSON.stringify(given)} from the environment variable ${variable} cannot be read.`,
    );
  }
  return path;
}
