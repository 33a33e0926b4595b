/** A real ssh server that gives out Git repositories, and an agent that holds a key; both are OpenSSH's. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folder.ts";

/** The server insists on being started by its whole path. */
const serverProgram = ["/usr/sbin/sshd", "/usr/local/sbin/sshd"].find((path) => existsSync(path));

/** Whether this machine has OpenSSH's server and client. */
export const hasSsh = serverProgram !== undefined && spawnSync("ssh", ["-V"]).error === undefined;

export interface SshServer {
  readonly port: number;
  /** How the known hosts name it. */
  readonly knownHost: (name: string) => string;
  /** The ssh address of a repository of this machine. */
  readonly address: (path: string, host?: string) => string;
  /** What the server wrote on its connections, such as the keys that it was offered. */
  readonly log: () => string;
  readonly connections: () => number;
}

/** @param keys the private keys that it lets in */
export async function sshServer(keys: readonly string[]): Promise<SshServer> {
  const folder = temporaryFolder();
  const hostKey = sshKey("host");
  const accepted = join(folder, "authorized");
  writeFileSync(accepted, keys.map((key) => publicKeyOf(key)).join(""));
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
  // Started by root, it locks itself into this empty folder, which a package makes at each boot.
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
    knownHost: (name) => `[${name}]:${port} ${publicKeyOf(hostKey)}`,
    address: (path, host = "127.0.0.1") => `ssh://${userInfo().username}@${host}:${port}${path}`,
    log: () => log,
    connections: () => connections,
  };
}

/** Makes a key without a passphrase. @returns the file of its private half */
export function sshKey(name: string): string {
  const file = join(temporaryFolder(), name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", file]);
  return file;
}

function publicKeyOf(key: string): string {
  return execFileSync("ssh-keygen", ["-y", "-f", key], { encoding: "utf8" });
}

/** Starts an agent that holds a key. @returns the socket that it listens on */
export async function sshAgent(key: string): Promise<string> {
  const socket = join(temporaryFolder(), "agent");
  const agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void agent.kill());
  // It says where it listens once it does.
  await new Promise((resolve) => agent.stdout.once("data", resolve));
  execFileSync("ssh-add", ["-q", key], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  return socket;
}
