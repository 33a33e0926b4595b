/**
 * `tome local exec`: runs a program with a local platform that exists as long as the program runs.
 */
import { once } from "node:events";
import { constants } from "node:os";
import type { Context, Result } from "../../context.ts";
import { ProgramExitError, UsageError } from "../../errors.ts";
import { startNamedProgram } from "../../programs/start.ts";
import { loadSandboxOptions, type SandboxInput } from "./sandbox.ts";

interface ExecInput extends SandboxInput {
  readonly command: readonly string[];
  readonly seed?: boolean;
  readonly runIntegrations?: boolean;
}

/** Signals sent to this process are forwarded to the program. */
const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Settings that refer to resources of another platform. */
const misleading = ["TOME_SPACE", "TOME_SITE"];

/** @throws ProgramExitError with the exit code of the program, unless it is 0 */
export async function exec(context: Context, input: ExecInput): Promise<Result> {
  const { local, env, cwd } = context;
  const serving = await local.serve({
    port: 0,
    data: false,
    seed: input.seed,
    integrations: input.runIntegrations,
    ...(await loadSandboxOptions(context, input)),
  });
  try {
    context.conceal(serving.token);
    context.conceal(serving.adminToken);
    const code = await run(
      input.command,
      { ...without(env), ...buildPlatformVariables(serving) },
      cwd,
    );
    if (code !== 0) throw new ProgramExitError(code);
    return undefined;
  } finally {
    await serving.close();
    context.idCache.forgetAddress(serving.url);
  }
}

function without(env: Context["env"]): Context["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !misleading.includes(name)));
}

/** Variables for tome and for other clients of the platform. */
function buildPlatformVariables(
  serving: Awaited<ReturnType<Context["local"]["serve"]>>,
): Context["env"] {
  const { url, token, adminToken, organization } = serving;
  return {
    // The current organization may be that of the local platform's persistent data.
    TOME_PROFILE: "default",
    TOME_BASE_URL: url,
    TOME_TOKEN: token,
    TOME_ORG: organization,
    TOME_ADMIN_TOKEN: adminToken,
    GITBOOK_ENDPOINT: url,
    GITBOOK_TOKEN: token,
    GITBOOK_ORGANIZATION: organization,
  };
}

/**
 * @returns the exit code; 128 plus the signal number for a program that a signal ended, as in
 * shells
 */
async function run(
  [program = "", ...args]: readonly string[],
  env: Context["env"],
  cwd: string,
): Promise<number> {
  const child = await startNamedProgram(program, args, { cwd, env, stdio: "inherit" });
  const passOn = (signal: NodeJS.Signals) => {
    child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, passOn);
  try {
    await once(child, "close");
    const { exitCode, signalCode } = child;
    return exitCode ?? 128 + (signalCode === null ? 0 : constants.signals[signalCode]);
  } catch (error) {
    throw new UsageError(`${program} cannot be run: ${formatReason(error)}.`);
  } finally {
    for (const signal of passedOn) process.off(signal, passOn);
  }
}

function formatReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "the program was not found";
  if (code === "EACCES") return "the file is not executable";
  return error instanceof Error ? error.message : String(error);
}
