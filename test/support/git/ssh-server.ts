/** An OpenSSH server for Git repositories, and an SSH agent. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../machine/folder.ts";

/** The absolute path, which sshd requires. */
const serverProgram = ["/usr/sbin/sshd", "/usr/local/sbin/sshd"].find((path) => existsSync(path));

/** Whether the OpenSSH server and client are installed. */
export const hasSsh = serverProgram !== undefined && spawnSync("ssh", ["-V"]).error === undefined;

export interface SshServer {
  readonly port: number;
  /** The host name in known_hosts. */
  readonly knownHost: (name: string) => string;
  /** The SSH URL of a local repository. */
  readonly address: (path: string, host?: string) => string;
  /** The log of the server, for example with the offered keys. */
  readonly log: () => string;
  readonly connections: () => number;
}

/** @param keys the authorized private keys */
export async function sshServer(keys: readonly string[]): Promise<SshServer> {
  const folder = temporaryFolder();
  const hostKey = sshKey("host");
  const accepted = join(folder, "authorized");
  writeFileSync(accepted, keys.map((key) => getPublicKey(key)).join(""));
  const config = join(folder, "sshd_config");
  writeFileSync(
    config,
    [
      `HostKey "${hostKey}"`,
      `AuthorizedKeysFile "${accepted}"`,
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "PermitRootLogin prohibit-password",
      "AcceptEnv GIT_PROTOCOL",
      "LogLevel VERBOSE",
      "",
    ].join("\n"),
  );
  // As root, sshd requires this empty folder, which the package normally creates at boot.
  if (userInfo().uid === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  let log = "";
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    const child = spawn(serverProgram ?? "", ["-i", "-e", "-f", config]);
    child.stderr.on("data", (bytes: Buffer) => {
      log += bytes.toString("utf8");
    });
    child.stdin.on("error", () => {});
    socket.on("error", () => {}).on("close", () => child.kill());
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    knownHost: (name) => `[${name}]:${port} ${getPublicKey(hostKey)}`,
    address: (path, host = "127.0.0.1") => `ssh://${userInfo().username}@${host}:${port}${path}`,
    log: () => log,
    connections: () => connections,
  };
}

/** Creates a key without a passphrase. @returns the private key file */
export function sshKey(name: string): string {
  const file = join(temporaryFolder(), name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", file]);
  return file;
}

function getPublicKey(key: string): string {
  return execFileSync("ssh-keygen", ["-y", "-f", key], { encoding: "utf8" });
}

/** Starts an agent with a key. @returns its socket */
export async function sshAgent(key: string): Promise<string> {
  const socket = join(temporaryFolder(), "agent");
  const agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void agent.kill());
  // The agent prints its socket when it is ready.
  await new Promise((resolve) => agent.stdout.once("data", resolve));
  execFileSync("ssh-add", ["-q", key], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  return socket;
}
