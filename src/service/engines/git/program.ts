/**
 * Execution of the git program: without a shell, a terminal, hooks, or the settings and keys of the
 * operator.
 */
import {
  createGitEnvironment,
  type GitSetting,
  safeSettings,
  startGit,
} from "../../../programs/git.ts";
import type { Egress } from "../network/egress.ts";
import { type Credentials, createPrivateHostError, type RepositoryAddress } from "./address.ts";
import { GitFailure, parseFailure } from "./failure.ts";
import { type Guard, openGuard } from "./guard.ts";
import { createSshCommand } from "./ssh.ts";

/** The name of the remote in commands that access the network. */
export const remoteName = "origin";

/** The timeout of one call, in milliseconds. */
const patience = 10 * 60 * 1000;
const largestTransfer = 1024 * 1024 * 1024;
const largestOutput = 512 * 1024 * 1024;

export interface GitProgram {
  /**
   * @param input standard input
   * @param env additional variables
   * @throws GitFailure if it fails or times out
   */
  readonly run: (
    args: readonly string[],
    input?: string | Uint8Array,
    env?: Readonly<Record<string, string>>,
  ) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export interface LocalSettings {
  /** Used in messages only. */
  readonly address: RepositoryAddress;
  /** The working directory and home of the program. */
  readonly folder: string;
}

export interface ProgramSettings extends LocalSettings {
  readonly credentials: Credentials | undefined;
  readonly outside: Egress;
  readonly signal: AbortSignal;
}

/** @throws GitFailure "refused" for a host of a private network */
export async function openProgram(settings: ProgramSettings): Promise<GitProgram> {
  const { address, credentials, outside } = settings;
  const isWeb = address.scheme === "http" || address.scheme === "https";
  const guard = isWeb ? await openGuard(outside.mayReach, largestTransfer) : undefined;
  const env = {
    ...createRepositoryEnvironment(
      settings.folder,
      buildConfiguration(address, credentials, guard),
    ),
    ...(address.scheme === "ssh" && {
      GIT_SSH_COMMAND: await createSshCommand(address, outside),
      GIT_SSH_VARIANT: "ssh",
    }),
  };
  return {
    async run(args, input = "", more = {}) {
      const output = await runGit(settings, { ...env, ...more }, args, input);
      if (Buffer.isBuffer(output)) return output;
      throw createFailure(settings, guard, output.error);
    },
    close: async () => guard?.close(),
  };
}

/**
 * The program for an existing clone, without network access. It has no remote with the missing
 * files of the clone, so it does not fetch them itself.
 */
export function createLocalProgram(settings: LocalSettings): GitProgram["run"] {
  const { address, folder } = settings;
  const env = createLocalEnvironment(folder);
  return async (args, input = "", more = {}) => {
    const output = await runGit(settings, { ...env, ...more }, args, input);
    if (Buffer.isBuffer(output)) return output;
    throw parseFailure(address.url, output.error, output.error);
  };
}

/** The same program, started for a caller that communicates with it and ends it. */
export function startLocal({ folder }: LocalSettings, args: readonly string[]) {
  return startGit(args, { cwd: folder, env: createLocalEnvironment(folder) });
}

function createLocalEnvironment(folder: string): Record<string, string> {
  return createRepositoryEnvironment(folder, [["protocol.allow", "never"], ...cloneSettings]);
}

function createRepositoryEnvironment(folder: string, settings: readonly GitSetting[]) {
  return { ...createGitEnvironment(folder, settings), GIT_DIR: folder };
}

function createFailure(
  { address, credentials }: ProgramSettings,
  guard: Guard | undefined,
  output: string,
): GitFailure {
  const [refusal] = guard?.refusals() ?? [];
  if (refusal === "private") return createPrivateHostError(address.hostname);
  if (refusal === "too-large") {
    return new GitFailure("too-large", `${address.url} sent more than ${largestTransfer} bytes.`);
  }
  return parseFailure(address.url, output, withoutSecrets(output, credentials));
}

/** Added to the settings that prevent a repository from running programs. */
const cloneSettings: readonly GitSetting[] = [
  ...safeSettings,
  ["core.bigFileThreshold", "50m"],
  // A clone is deleted at the end of its operation.
  ["core.fsync", "none"],
];

function buildConfiguration(
  { scheme, url }: RepositoryAddress,
  credentials: Credentials | undefined,
  guard: Guard | undefined,
): GitSetting[] {
  const settings: GitSetting[] = [
    ["protocol.allow", "never"],
    [`protocol.${scheme}.allow`, "always"],
    ...cloneSettings,
    [`remote.${remoteName}.url`, url],
    // Objects that the first fetch omits may be missing.
    [`remote.${remoteName}.promisor`, "true"],
    [`remote.${remoteName}.partialclonefilter`, "blob:none"],
    ["http.lowSpeedLimit", "100"],
    ["http.lowSpeedTime", "60"],
  ];
  if (guard) settings.push(["http.proxy", guard.proxy], ["http.proxyAuthMethod", "basic"]);
  if (credentials && guard) {
    const { username, password } = credentials;
    const basic = Buffer.from(`${username}:${password}`).toString("base64");
    // The credentials must not be sent to the target of a redirect.
    settings.push(["http.extraHeader", `Authorization: Basic ${basic}`]);
    settings.push(["http.followRedirects", "false"]);
  }
  return settings;
}

/** A server may repeat the credentials in its output. */
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
    const child = startGit(args, { cwd: folder, env, signal: aborting });
    const out: Buffer[] = [];
    let size = 0;
    let error = "";
    child.stdout.on("data", (bytes: Buffer) => {
      size += bytes.length;
      if (size > largestOutput) {
        child.kill("SIGKILL");
        reject(new GitFailure("too-large", `${address.url} has more data than the limit allows.`));
      }
      out.push(bytes);
    });
    child.stderr.on("data", (bytes: Buffer) => {
      if (error.length < 64 * 1024) error += bytes.toString("utf8");
    });
    child.on("error", (cause: NodeJS.ErrnoException) => {
      if (deadline.aborted) reject(new GitFailure("timeout", `${address.url} timed out.`));
      else if (cause.code === "ENOENT") {
        reject(createNotInstalledError());
      } else reject(cause);
    });
    child.on("close", (code) => resolve(code === 0 ? Buffer.concat(out) : { error }));
    // It may exit before it has read all input; the exit code shows the reason.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

export function createNotInstalledError(): GitFailure {
  return new GitFailure("failed", "git is not installed on the server.");
}
