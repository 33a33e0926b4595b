/** Runs the git program: without a shell, a terminal, hooks, or the settings and keys of the operator. */
import { spawn } from "node:child_process";
import type { Outside } from "../outside.ts";
import { type Credentials, privateHost, type RepositoryAddress } from "./address.ts";
import { failureOf, GitFailure } from "./failure.ts";
import { type Guard, openGuard } from "./guard.ts";
import { sshCommand } from "./ssh.ts";

/** What the commands of a program with a network call the repository of its address. */
export const remoteName = "origin";

/** For one call of the program, in milliseconds. */
const patience = 10 * 60 * 1000;
const largestTransfer = 1024 * 1024 * 1024;
const largestOutput = 512 * 1024 * 1024;

export interface GitProgram {
  /**
   * @param input its standard input
   * @param env further variables
   * @throws GitFailure if it fails or takes too long
   */
  readonly run: (
    args: readonly string[],
    input?: string | Uint8Array,
    env?: Readonly<Record<string, string>>,
  ) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export interface LocalSettings {
  /** For messages, where it is not reached. */
  readonly address: RepositoryAddress;
  /** Its working folder and home. */
  readonly folder: string;
}

export interface ProgramSettings extends LocalSettings {
  readonly credentials: Credentials | undefined;
  readonly outside: Outside;
  readonly signal: AbortSignal;
}

/** @throws GitFailure "refused" for a host of a private network */
export async function openProgram(settings: ProgramSettings): Promise<GitProgram> {
  const { address, credentials, outside } = settings;
  const isWeb = address.scheme === "http" || address.scheme === "https";
  const guard = isWeb ? await openGuard(outside.mayReach, largestTransfer) : undefined;
  const env = {
    ...environment(settings.folder, configuration(address, credentials, guard)),
    ...(address.scheme === "ssh" && {
      GIT_SSH_COMMAND: await sshCommand(address, outside),
      GIT_SSH_VARIANT: "ssh",
    }),
  };
  return {
    async run(args, input = "", more = {}) {
      const output = await runGit(settings, { ...env, ...more }, args, input);
      if (Buffer.isBuffer(output)) return output;
      throw failureFor(settings, guard, output.error);
    },
    close: async () => guard?.close(),
  };
}

/**
 * The program for a clone that is there, which it never leaves: it reaches no network. It knows of no
 * remote that has the files that the clone lacks, so it does not try to fetch them itself.
 */
export function localProgram(settings: LocalSettings): GitProgram["run"] {
  const { address, folder } = settings;
  const env = localEnvironment(folder);
  return async (args, input = "", more = {}) => {
    const output = await runGit(settings, { ...env, ...more }, args, input);
    if (Buffer.isBuffer(output)) return output;
    throw failureOf(address.url, output.error, output.error);
  };
}

/** The same program, which the caller talks to and ends. */
export function startLocal({ folder }: LocalSettings, args: readonly string[]) {
  return startGit(folder, localEnvironment(folder), args);
}

function localEnvironment(folder: string): Record<string, string> {
  return environment(folder, [["protocol.allow", "never"], ...alwaysConfigured]);
}

function failureFor(
  { address, credentials }: ProgramSettings,
  guard: Guard | undefined,
  output: string,
): GitFailure {
  const [refusal] = guard?.refusals() ?? [];
  if (refusal === "private") return privateHost(address.hostname);
  if (refusal === "too-large") {
    return new GitFailure("too-large", `${address.url} sends more than ${largestTransfer} bytes.`);
  }
  return failureOf(address.url, output, withoutSecrets(output, credentials));
}

function environment(folder: string, configured: readonly Setting[]): Record<string, string> {
  return {
    ...inherited(),
    HOME: folder,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    ...inEnvironment(configured),
  };
}

/** Variables to find programs and certificates; no secret, no agent, and nothing that configures Git. */
const inheritedNames = [
  "PATH",
  "SystemRoot",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "TMPDIR",
  "TEMP",
] as const;

function inherited(): Record<string, string> {
  return Object.fromEntries(
    inheritedNames.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

type Setting = readonly [name: string, value: string];

const alwaysConfigured: readonly Setting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.askPass", ""],
  ["credential.helper", ""],
  ["submodule.recurse", "false"],
  ["fetch.fsckObjects", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["core.bigFileThreshold", "50m"],
  // A clone is gone with the operation that it was made for.
  ["core.fsync", "none"],
];

function configuration(
  { scheme, url }: RepositoryAddress,
  credentials: Credentials | undefined,
  guard: Guard | undefined,
): Setting[] {
  const settings: Setting[] = [
    ["protocol.allow", "never"],
    [`protocol.${scheme}.allow`, "always"],
    ...alwaysConfigured,
    [`remote.${remoteName}.url`, url],
    // What the first fetch leaves out may be missing.
    [`remote.${remoteName}.promisor`, "true"],
    [`remote.${remoteName}.partialclonefilter`, "blob:none"],
    ["http.lowSpeedLimit", "100"],
    ["http.lowSpeedTime", "60"],
  ];
  if (guard) settings.push(["http.proxy", guard.proxy], ["http.proxyAuthMethod", "basic"]);
  if (credentials && guard) {
    const { username, password } = credentials;
    const basic = Buffer.from(`${username}:${password}`).toString("base64");
    // A redirect must not receive them.
    settings.push(["http.extraHeader", `Authorization: Basic ${basic}`]);
    settings.push(["http.followRedirects", "false"]);
  }
  return settings;
}

/** Settings are passed in the environment, which other users of the machine cannot read. */
function inEnvironment(settings: readonly Setting[]): Record<string, string> {
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [at, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${at}`] = key;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return env;
}

/** A server may repeat what it was sent. */
function withoutSecrets(output: string, credentials: Credentials | undefined): string {
  if (!credentials) return output;
  const { username, password } = credentials;
  const basic = Buffer.from(`${username}:${password}`).toString("base64");
  return [basic, password, encodeURIComponent(password), password === "" ? username : ""]
    .filter((secret) => secret !== "")
    .reduce((text, secret) => text.replaceAll(secret, "***"), output);
}

function runGit(
  { folder, signal, address }: LocalSettings & { readonly signal?: AbortSignal },
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string | Uint8Array,
): Promise<Buffer | { readonly error: string }> {
  const deadline = AbortSignal.timeout(patience);
  return new Promise((resolve, reject) => {
    const aborting = AbortSignal.any([deadline, ...(signal ? [signal] : [])]);
    const child = startGit(folder, env, args, aborting);
    const out: Buffer[] = [];
    let size = 0;
    let error = "";
    child.stdout.on("data", (bytes: Buffer) => {
      size += bytes.length;
      if (size > largestOutput) {
        child.kill("SIGKILL");
        reject(new GitFailure("too-large", `${address.url} holds more than can be taken in.`));
      }
      out.push(bytes);
    });
    child.stderr.on("data", (bytes: Buffer) => {
      if (error.length < 64 * 1024) error += bytes.toString("utf8");
    });
    child.on("error", (cause: NodeJS.ErrnoException) => {
      if (deadline.aborted) reject(new GitFailure("timeout", `${address.url} took too long.`));
      else if (cause.code === "ENOENT") {
        reject(notInstalled());
      } else reject(cause);
    });
    child.on("close", (code) => resolve(code === 0 ? Buffer.concat(out) : { error }));
    // It may end before it has read everything; its exit code says why.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

function startGit(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  signal?: AbortSignal,
) {
  return spawn("git", args, {
    cwd: folder,
    env,
    shell: false,
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
    killSignal: "SIGKILL",
    ...(signal && { signal }),
  });
}

export function notInstalled(): GitFailure {
  return new GitFailure("failed", "The program git is not installed beside the platform.");
}
