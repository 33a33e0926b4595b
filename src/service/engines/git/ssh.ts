/** SSH access of Git, with the keys that the operator configured for each host. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Egress, SshKeys } from "../network/egress.ts";
import { createPrivateHostError, type RepositoryAddress } from "./address.ts";
import { GitFailure } from "./failure.ts";

const usualPort = 22;

/**
 * @returns the private key for an SSH URL
 * @throws GitFailure "refused" if the operator configured none for its host
 */
export function findSshKey({ url }: RepositoryAddress, keys: SshKeys | undefined): string {
  const name = getHost(url);
  const file = keys?.files.get(name.toLowerCase());
  if (file !== undefined) return file;
  throw new GitFailure(
    "refused",
    `The platform has no SSH key for ${name}. Use an HTTPS URL, or ask the operator to add the host to TOME_GIT_SSH_KEYS.`,
  );
}

function getHost(url: string): string {
  const { hostname, port } = new URL(url);
  return port === "" || port === String(usualPort) ? hostname : `${hostname}:${port}`;
}

/**
 * The SSH command for Git. It connects to the IP address that was checked, even if the name later
 * resolves to another one. Its options override those that Git adds.
 * @param resolve finds all IP addresses of a host
 * @throws GitFailure "refused" for a host without a key, or in a private network
 */
export async function createSshCommand(
  address: RepositoryAddress,
  { mayReach, sshKeys }: Pick<Egress, "mayReach" | "sshKeys">,
  resolve: (
    hostname: string,
    options: { readonly all: true },
  ) => Promise<readonly { readonly address: string }[]> = lookup,
): Promise<string> {
  const { hostname } = address;
  const key = findSshKey(address, sshKeys);
  const addresses = await resolve(hostname, { all: true }).catch(() => []);
  const [first] = addresses;
  if (!first) throw new GitFailure("unreachable", `The host ${hostname} does not exist.`);
  if (!addresses.every(({ address: one }) => mayReach(one)) || isIP(first.address) === 0) {
    throw createPrivateHostError(hostname);
  }
  const { username, port } = new URL(address.url);
  const number = port === "" ? usualPort : Number(port);
  const options = [
    "BatchMode=yes",
    "ConnectTimeout=30",
    "PreferredAuthentications=publickey",
    `IdentityFile="${key}"`,
    "IdentitiesOnly=yes",
    "IdentityAgent=none",
    `UserKnownHostsFile="${sshKeys?.knownHosts}"`,
    "GlobalKnownHostsFile=none",
    "StrictHostKeyChecking=yes",
    "UpdateHostKeys=no",
    `HostName=${first.address}`,
    // The format of ssh-keyscan.
    `HostKeyAlias=${number === usualPort ? hostname : `[${hostname}]:${number}`}`,
    `Port=${number}`,
    // The default would be the user of the platform's process.
    `User=${username === "" ? "git" : username}`,
  ];
  const words = ["ssh", "-F", "none", ...options.flatMap((option) => ["-o", option])];
  return words.map(quoteForShell).join(" ");
}

/** Git runs the command in a shell. */
function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
