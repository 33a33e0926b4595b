/** Reads from the environment the ssh keys that the embedded platform uses for Git. */
import { accessSync, constants } from "node:fs";
import { isAbsolute } from "node:path";
import { UsageError } from "../../errors.ts";
import type { SshKeys } from "../../service/engines/outside.ts";

const keysVariable = "TOME_GIT_SSH_KEYS";
const knownHostsVariable = "TOME_GIT_KNOWN_HOSTS";

/**
 * Reads `host=file` pairs, separated by commas: `github.com=/etc/tome/key,git.example.com:2222=/etc/tome/other`.
 * @throws UsageError for anything else, a file that cannot be read, or missing known hosts
 */
export function sshKeysIn(
  environment: Readonly<Record<string, string | undefined>>,
): SshKeys | undefined {
  const given = environment[keysVariable]?.trim() ?? "";
  if (given === "") return undefined;
  const files = new Map<string, string>();
  for (const pair of given.split(",")) {
    const [, host, file] = /^([\w.-]+(?::\d{1,5})?)=(.+)$/u.exec(pair.trim()) ?? [];
    if (host === undefined || file === undefined) {
      throw new UsageError(
        `The environment variable ${keysVariable} must be pairs of a host and the file of its private key, such as github.com=/etc/tome/github_key, separated by commas; ${JSON.stringify(pair.trim())} is none.`,
      );
    }
    const name = host.toLowerCase().replace(/:22$/, "");
    if (files.has(name)) {
      throw new UsageError(
        `The environment variable ${keysVariable} names ${name} twice; leave one of them out.`,
      );
    }
    files.set(name, readableFile(keysVariable, file));
  }
  const knownHosts = environment[knownHostsVariable]?.trim() ?? "";
  if (knownHosts === "") {
    throw new UsageError(
      `The environment variable ${keysVariable} needs ${knownHostsVariable} beside it: a file with the keys of these hosts. ssh-keyscan <host> writes one; compare it with what the host publishes.`,
    );
  }
  return { files, knownHosts: readableFile(knownHostsVariable, knownHosts) };
}

/** @returns the path as ssh's options take it */
function readableFile(variable: string, given: string): string {
  const path = process.platform === "win32" ? given.replaceAll("\\", "/") : given;
  // ssh gives these a meaning inside a path.
  if (!isAbsolute(path) || /["$%\\\p{Cc}]/u.test(path)) {
    throw new UsageError(
      `The environment variable ${variable} must name files by their whole path, without ", $, % and \\; it names ${JSON.stringify(given)}.`,
    );
  }
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new UsageError(
      `The environment variable ${variable} names ${JSON.stringify(given)}, which cannot be read.`,
    );
  }
  return path;
}
