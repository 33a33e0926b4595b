/** Looks at everything that a command needs, and says of each whether it is well or what cures it. */

import { basename } from "node:path";
import type { Context, KnownToken, Result } from "../../context.ts";
import { current } from "../../contract/user.ts";
import { Problem, Unauthenticated, Unsettled } from "../../errors.ts";
import { personIn } from "../auth/person.ts";
import { hasLine, textIn } from "../completion/files.ts";
import { listSystemFiles, locateCompletion, type Shell } from "../completion/location.ts";
import { type Check, fault, noted, well } from "./check.ts";
import { fetchParents } from "./parents.ts";
import { checkForUpdate } from "./update.ts";

/** Beyond this difference of the clocks, in seconds, signatures and limits go wrong. */
const largestSkew = 60;

interface DoctorInput {
  readonly updates?: boolean;
}

export async function examine(context: Context, { updates }: DoctorInput): Promise<Result> {
  const checks = [
    well("tome", context.version),
    ...(updates ? [await checkForUpdate(context)] : []),
    well("Node", process.versions.node),
    ...checkSettings(context),
    checkProxy(context),
    { check: "completion", ...(await completionState(context)) },
    ...(await fetchPlatform(context)),
  ];
  const faults = checks.filter(({ ok }) => !ok).length;
  // What to type does not fit in a line of the table, so it is printed below.
  const { terminal, choice } = context;
  const isScreen = terminal.outIsTerminal && choice.format === undefined;
  const cures = checks.flatMap(({ check, found, cure }) =>
    cure === null ? [] : [`${check}: ${found}; ${cure}`],
  );
  return {
    list: [checks.map((check) => ({ ...check }))],
    columns: [
      { header: "CHECK", path: "check" },
      { header: "OK", path: "ok", as: "flag", means: { yes: "good", no: "bad" } },
      { header: "FOUND", path: "found", wide: true },
      ...(isScreen ? [] : [{ header: "CURE", path: "cure", wide: true }]),
    ],
    none: "",
    notes: () => (isScreen ? cures : []),
    unsettled: () =>
      faults === 0
        ? undefined
        : new Unsettled("findings", `${faults} of ${checks.length} checks found a fault.`),
  };
}

function checkSettings({ settings, store }: Context): Check[] {
  const { profile, baseUrl, local, dataDir } = settings;
  const known = [
    well("settings", store.path),
    well("profile", `${profile.value} (${profile.from})`),
  ];
  if (local) return [...known, well("platform", `embedded, in ${dataDir.value}`)];
  return [
    ...known,
    well("platform", `${baseUrl.value} (${baseUrl.from})`),
    well("tokens", tokensIn(store.tokens.storages(baseUrl.value))),
  ];
}

function tokensIn(storages: readonly string[]): string {
  return storages.length === 0 ? "none kept for this address" : storages.join(" and ");
}

function checkProxy({ env }: Context): Check {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
  const set = names.filter((name) => (env[name] ?? "") !== "");
  return well("proxy", set.length === 0 ? "none" : `from ${set.join(", ")}`);
}

/** One request tells of the token, the way to the platform and its clock; then what is set is looked at. */
async function fetchPlatform(context: Context): Promise<Check[]> {
  let token: KnownToken | undefined;
  try {
    token = await context.token();
    if (token === undefined) return [withoutToken(context)];
    const client = await context.client();
    const { value, headers } = await client.call(current, {});
    return [
      well("token", `${personIn(value).name} (${token.from})`),
      ...checkNetworkPath(context, headers.date),
      ...(await fetchParents(context, client)),
    ];
  } catch (error) {
    return findFaults(error, token, context);
  }
}

/** Nobody has to log in, but who has a token for another address has probably the wrong one set. */
function withoutToken({ settings, store }: Context): Check {
  const { profileFlag, baseUrl } = settings;
  const others = store.tokens.origins();
  const login = `tome auth login${profileFlag}`;
  if (others.length === 0) {
    const without = "without an account: tome auth switch local";
    return noted("token", "not logged in yet", `${login}, or ${without}`);
  }
  const found = `none for ${baseUrl.value} (${baseUrl.from}), but for ${others.join(", ")}`;
  return fault("token", found, `${login} --base-url ${baseUrl.value}`);
}

function checkNetworkPath({ settings }: Context, date: string | undefined): Check[] {
  // It lives on this machine's time.
  if (settings.local) return [];
  return [well("reachable", "yes"), checkClock(date)];
}

function findFaults(error: unknown, token: KnownToken | undefined, { settings }: Context): Check[] {
  const { profileFlag, baseUrl } = settings;
  const message = error instanceof Error ? withoutStop(error.message) : String(error);
  if (error instanceof Problem && error.status === 401) {
    const variable = /^environment (\w+)$/.exec(token?.from ?? "")?.[1];
    const cure =
      variable === undefined
        ? `tome auth login${profileFlag}`
        : `Set ${variable} to a token of ${baseUrl.value}, or unset it`;
    return [fault("token", `${message} (${token?.from})`, cure), well("reachable", "yes")];
  }
  // A keyring does not give it, or one of the environment belongs to another address.
  if (error instanceof Unauthenticated) {
    return [fault("token", message, error.hint ?? `tome auth login${profileFlag}`)];
  }
  if (settings.local) return [fault("platform", message, "tome help local")];
  const where = `${baseUrl.value} (${baseUrl.from})`;
  if (error instanceof Problem && error.status === 404) {
    const found = `${where} answers, but not as the platform: ${message}`;
    return [
      fault("reachable", found, "Check the path of the address, which is what stands before /v1"),
    ];
  }
  return [fault("reachable", message, `Check the address ${where} and the network`)];
}

function checkClock(date: string | undefined): Check {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) return well("clock", "the platform does not tell its time");
  const skew = Math.round((Date.now() - there) / 1000);
  const found = `${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead of"} the platform`;
  const cure = "Set this machine's clock; rate limits and signed addresses depend on it";
  return Math.abs(skew) <= largestSkew ? well("clock", found) : fault("clock", found, cure);
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** By the name of the program. */
const shells: Readonly<Record<string, Shell>> = {
  bash: "bash",
  zsh: "zsh",
  fish: "fish",
  pwsh: "powershell",
};

/** Completion is optional: it is a fault only if it is installed and does not work. */
async function completionState({
  env,
  completionScript,
}: Pick<Context, "env" | "completionScript">): Promise<Omit<Check, "check">> {
  const program = basename(env.SHELL ?? "");
  const shell = Object.hasOwn(shells, program) ? shells[program] : undefined;
  if (shell === undefined) return { ok: true, found: "no shell that it is for", cure: null };
  const cure = `tome completion ${shell} --install`;
  const { file, start } = await locateCompletion(shell, env);
  const script = await textIn(file).catch(() => undefined);
  if (script === undefined) {
    const installed = await findSystemScript(shell, env);
    if (installed !== undefined)
      return { ok: true, found: `${shell}, in ${installed}`, cure: null };
    return { ok: true, found: `not installed for ${shell}`, cure };
  }
  if (script !== (await completionScript(shell))) {
    return { ok: false, found: `${shell}, of another version of tome, in ${file}`, cure };
  }
  const found = `${shell}, in ${file}`;
  if (start?.file === undefined) return { ok: true, found, cure: null };
  const text = await textIn(start.file).catch(() => undefined);
  if (text !== undefined && hasLine(text, start.line)) return { ok: true, found, cure: null };
  return { ok: false, found: `${found}, which ${start.file} does not load`, cure };
}

/** The script of a package; the package replaces it with the program. */
async function findSystemScript(shell: Shell, env: Context["env"]): Promise<string | undefined> {
  for (const file of listSystemFiles(shell, env)) {
    const text = await textIn(file).catch(() => undefined);
    if (text !== undefined) return file;
  }
  return undefined;
}
