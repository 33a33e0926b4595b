/** `tome doctor`: checks settings, token, network, clock and organization. */

import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context, ResolvedToken, Result } from "../../context.ts";
import { current } from "../../contract/user.ts";
import { ApiError, IncompleteError, MissingTokenError, UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { parseUser } from "../auth/person.ts";
import { hasLine, readTextIfPresent } from "../completion/files.ts";
import { listSystemFiles, locateCompletion, type ShellName } from "../completion/location.ts";
import {
  createAdvisoryCheck,
  createFailedCheck,
  createPassedCheck,
  type DoctorCheck,
} from "./check.ts";
import { fetchParents } from "./parents.ts";

/** In seconds. Beyond this clock difference, signed URLs and rate limits fail. */
const largestSkew = 60;

interface DoctorInput {
  readonly updates?: boolean;
}

export async function examine(context: Context, { updates }: DoctorInput): Promise<Result> {
  const checks = [
    createPassedCheck("tome", context.version),
    ...(updates ? [await checkForUpdate(context)] : []),
    createPassedCheck("Node", process.versions.node),
    ...checkSettings(context),
    checkProxy(context),
    { check: "completion", ...(await checkCompletion(context)) },
    ...(await fetchPlatform(context)),
  ];
  const faults = checks.filter(({ ok }) => !ok).length;
  // A command does not fit into the table, so it is printed below.
  const { terminal, choice } = context;
  const isScreen = terminal.outIsTerminal && choice.format === undefined;
  const fixes = checks.flatMap(({ check, found, fix }) =>
    fix === null ? [] : [`${check}: ${found}; ${fix}`],
  );
  return {
    list: [checks.map((check) => ({ ...check }))],
    columns: [
      { header: "CHECK", path: "check" },
      { header: "OK", path: "ok", as: "flag", means: { yes: "good", no: "bad" } },
      { header: "RESULT", path: "found", wide: true },
      ...(isScreen ? [] : [{ header: "FIX", path: "fix", wide: true }]),
    ],
    none: "",
    notes: () => (isScreen ? fixes : []),
    unsettled: () =>
      faults === 0
        ? undefined
        : new IncompleteError("findings", `${faults} of ${checks.length} checks failed.`),
  };
}

function checkSettings({ settings, store }: Context): DoctorCheck[] {
  const { profile, baseUrl, local, dataDir } = settings;
  const checks = [
    createPassedCheck("settings", store.path),
    createPassedCheck("profile", `${profile.value} (${profile.from})`),
  ];
  if (local)
    return [...checks, createPassedCheck("platform", `local platform in ${dataDir.value}`)];
  return [
    ...checks,
    createPassedCheck("platform", `${baseUrl.value} (${baseUrl.from})`),
    createPassedCheck("tokens", describeTokens(store.tokens.storages(baseUrl.value))),
  ];
}

function describeTokens(storages: readonly string[]): string {
  return storages.length === 0 ? "none stored for this URL" : storages.join(" and ");
}

function checkProxy({ env }: Context): DoctorCheck {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
  const set = names.filter((name) => (env[name] ?? "") !== "");
  return createPassedCheck("proxy", set.length === 0 ? "none" : `from ${set.join(", ")}`);
}

/**
 * One request checks the token, the network and the clock; then the default resources are checked.
 */
async function fetchPlatform(context: Context): Promise<DoctorCheck[]> {
  let token: ResolvedToken | undefined;
  try {
    token = await context.token();
    if (token === undefined) return [withoutToken(context)];
    const client = await context.client();
    const { value, headers } = await client.call(current, {});
    return [
      createPassedCheck("token", `${parseUser(value).name} (${token.from})`),
      ...checkNetworkPath(context, headers.date),
      ...(await fetchParents(context, client)),
    ];
  } catch (error) {
    return findFaults(error, token, context);
  }
}

/** Logging in is optional, but a token for another URL suggests a wrong base URL. */
function withoutToken({ settings, store }: Context): DoctorCheck {
  const { profileFlag, baseUrl } = settings;
  const others = store.tokens.origins();
  const login = `tome auth login${profileFlag}`;
  if (others.length === 0) {
    const without = "to work without an account: tome auth switch local";
    return createAdvisoryCheck("token", "not logged in", `${login}, or ${without}`);
  }
  const result = `none for ${baseUrl.value} (${baseUrl.from}); stored for ${others.join(", ")}`;
  return createFailedCheck("token", result, `${login} --base-url ${baseUrl.value}`);
}

function checkNetworkPath({ settings }: Context, date: string | undefined): DoctorCheck[] {
  // The local platform uses the clock of this machine.
  if (settings.local) return [];
  return [createPassedCheck("reachable", "yes"), checkClock(date)];
}

function findFaults(
  error: unknown,
  token: ResolvedToken | undefined,
  { settings }: Context,
): DoctorCheck[] {
  const { profileFlag, baseUrl } = settings;
  const message = error instanceof Error ? withoutStop(error.message) : String(error);
  if (error instanceof ApiError && error.status === 401) {
    const variable = /^environment (\w+)$/.exec(token?.from ?? "")?.[1];
    const solution =
      variable === undefined
        ? `tome auth login${profileFlag}`
        : `Set ${variable} to a token of ${baseUrl.value}, or unset it`;
    return [
      createFailedCheck("token", `${message} (${token?.from})`, solution),
      createPassedCheck("reachable", "yes"),
    ];
  }
  // The keyring is unavailable, or a token in the environment belongs to another URL.
  if (error instanceof MissingTokenError) {
    return [createFailedCheck("token", message, error.hint ?? `tome auth login${profileFlag}`)];
  }
  if (settings.local) return [createFailedCheck("platform", message, "tome help local")];
  const where = `${baseUrl.value} (${baseUrl.from})`;
  if (error instanceof ApiError && error.status === 404) {
    const result = `${where} responds, but is not a documentation platform: ${message}`;
    return [
      createFailedCheck("reachable", result, "Check the path of the base URL, the part before /v1"),
    ];
  }
  return [createFailedCheck("reachable", message, `Check the base URL ${where} and the network`)];
}

function checkClock(date: string | undefined): DoctorCheck {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there))
    return createPassedCheck("clock", "the platform does not return its time");
  const skew = Math.round((Date.now() - there) / 1000);
  const difference = `${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead of"} the platform`;
  const solution = "Set the clock of this machine; rate limits and signed URLs depend on it";
  return Math.abs(skew) <= largestSkew
    ? createPassedCheck("clock", difference)
    : createFailedCheck("clock", difference, solution);
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** By program name. */
const shells: Readonly<Record<string, ShellName>> = {
  bash: "bash",
  zsh: "zsh",
  fish: "fish",
  pwsh: "powershell",
};

/** Completion is optional: the check fails only if it is installed and does not work. */
async function checkCompletion({
  env,
  completionScript,
}: Pick<Context, "env" | "completionScript">): Promise<Omit<DoctorCheck, "check">> {
  const program = basename(env.SHELL ?? "");
  const shell = findOwn(shells, program);
  if (shell === undefined) return { ok: true, found: "no supported shell", fix: null };
  const fix = `tome completion ${shell} --install`;
  const { file, start } = await locateCompletion(shell, env);
  const script = await readTextIfPresent(file).catch(() => undefined);
  if (script === undefined) {
    const installed = await findSystemScript(shell, env);
    if (installed !== undefined) return { ok: true, found: `${shell}, in ${installed}`, fix: null };
    return { ok: true, found: `not installed for ${shell}`, fix };
  }
  if (script !== (await completionScript(shell))) {
    return { ok: false, found: `${shell}, outdated, in ${file}`, fix };
  }
  const result = `${shell}, in ${file}`;
  if (start?.file === undefined) return { ok: true, found: result, fix: null };
  const text = await readTextIfPresent(start.file).catch(() => undefined);
  if (text !== undefined && hasLine(text, start.line))
    return { ok: true, found: result, fix: null };
  return { ok: false, found: `${result}, which ${start.file} does not load`, fix };
}

/** Check for a newer version, with `tome doctor --updates`. */
async function checkForUpdate(context: Context): Promise<DoctorCheck> {
  const { env, version } = context;
  // A pipeline uses a fixed version and sends no unrequested requests.
  if (env.CI && env.CI !== "false") return createPassedCheck("update", "not checked in a pipeline");
  try {
    const newest = await context.newestVersion();
    if (newest === undefined)
      return createPassedCheck("update", "not checked because requests are disabled");
    if (!isNewer(newest, version))
      return createPassedCheck("update", `${version} is the latest version`);
    const install = `npm install --global --ignore-scripts @tome-docs/cli@${newest}`;
    const hint = hasOwnNode() ? "Install the package of that version" : install;
    return createAdvisoryCheck("update", `version ${newest} is available`, hint);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    if (error instanceof ApiError && error.status === 404)
      return createPassedCheck("update", message);
    if (error instanceof UsageError && error.hint !== undefined) {
      return createFailedCheck("update", message, error.hint);
    }
    return createFailedCheck("update", message, "Check the network and npm_config_registry");
  }
}

/** Whether this program comes from a package that contains Node. */
function hasOwnNode(): boolean {
  const dist = dirname(fileURLToPath(import.meta.url));
  return dirname(process.execPath) === dirname(dist);
}

/** Compares three numbers; suffixes of builds from source are ignored. */
function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [parseVersionNumbers(other), parseVersionNumbers(one)];
  const at = theirs.findIndex((number, index) => number !== ours[index]);
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}

function parseVersionNumbers(version: string): readonly number[] {
  return version.split(/[.+-]/, 3).map(Number);
}

/** The script of a package; the package replaces it with the program. */
async function findSystemScript(
  shell: ShellName,
  env: Context["env"],
): Promise<string | undefined> {
  for (const file of listSystemFiles(shell, env)) {
    const text = await readTextIfPresent(file).catch(() => undefined);
    if (text !== undefined) return file;
  }
  return undefined;
}
