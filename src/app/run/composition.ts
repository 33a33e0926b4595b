/** The context of a command. Slow parts are opened on first use. */
import type { Verb } from "../../commands/verb.ts";
import type {
  ApiClient,
  Context,
  JsonValue,
  ResolvedSettings,
  ResolvedToken,
  SettingsStore,
  Terminal,
} from "../../context.ts";
import type { Transport } from "../../contract/wire.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { findToken } from "../../settings/credentials.ts";
import { unsetSettings, updateProfile, useProfile } from "../../settings/profiles.ts";
import { resolveSettings } from "../../settings/resolve.ts";
import { listAccounts, listSettings } from "../../settings/settings-rows.ts";
import { createTokenStore } from "../../settings/token-store.ts";
import { parseToken, type TokenStore } from "../../settings/tokens.ts";
import { openTerminal } from "../../terminal/terminal.ts";
import { build, version } from "../../version.ts";
import { parseOutputChoice, type SharedFlags } from "../output/output.ts";
import { openRedactions } from "../output/redactions.ts";
import { type OutputRedaction, openSecretOutput } from "../output/secret-output.ts";
import {
  forgetAddress,
  forgetCurrent,
  forgetData,
  rememberAddress,
  rememberProfile,
} from "../resolve/id-cache.ts";
import { describeProjectParents, describeTitledParents } from "../resolve/project-parents.ts";
import { openLookups } from "../resolve/references/open-lookups.ts";
import {
  findWorkingFolder,
  parseDocument,
  readBytes,
  readDocument,
  readText,
  requireLocalFolders,
  saveFile,
  writePrivateFile,
} from "./files.ts";
import { createHistoryAccess, type HistoryAccess } from "./history.ts";
import { createEmbeddedPlatform } from "./local-platform.ts";
import type { Machine, Program } from "./machine.ts";
import {
  createMissingTokenError,
  openClientFor,
  openLookupClient,
  type Recordings,
} from "./open-client.ts";

export interface OpenedContext {
  readonly context: Context;
  /** Updates the history after the command, or an item of a bulk run, has a result. */
  readonly endAccepted: HistoryAccess["endAccepted"];
  /** Closes everything that was opened. */
  readonly close: () => Promise<void>;
}

/**
 * @param flags the shared flags by their long names
 * @param words the command line without secrets, for a recording
 * @param main the program, for a command that runs others
 * @param line the words of the command without its arguments
 */
export async function openContext(
  machine: Machine,
  verb: Verb,
  flags: SharedFlags,
  words: readonly string[],
  main: Program,
  line: string,
): Promise<OpenedContext> {
  const { shared } = flags;
  const redactions = machine.redactions ?? openRedactions();
  const conceal = machine.conceal ?? (() => {});
  let output: OutputRedaction | undefined;
  const terminal = await createTerminal(machine, shared, {
    hide: (text) => redactions.text(output?.guard(text) ?? text),
    beforePrompt: () => local.release(),
  });
  const { recording, replaying } = await openRecordings(machine, shared, words);
  const ownSettings = resolveSettingsFor(machine, verb, shared, terminal);
  const settings = replaying?.settings(ownSettings) ?? ownSettings;
  const store = createTokenStore(settings.folder, settings.profile.value, machine.env);
  const choice = { ...parseOutputChoice(flags, settings), isBrief: machine.delegation?.isBrief };
  const secrets = openSecretOutput(choice, conceal, machine.delegation !== undefined);
  secrets.allow(verb.printedSecrets);
  output = secrets;
  const token = async () => concealToken(await findToken(settings, machine.env, store), conceal);
  const local = createEmbeddedPlatform({
    folder: settings.dataDir.value,
    version,
    build,
    environment: machine.env,
    warn: terminal.warn,
  });
  const dryRun = shared.has("dry-run");
  const history = createHistoryAccess({
    line,
    settings,
    env: machine.env,
    local: local.platform,
    warn: terminal.warn,
    client: machine.delegation?.client,
  });
  let opened: Promise<ApiClient> | undefined;
  let lookups: Promise<ApiClient> | undefined;
  const wires = new Map<boolean, Transport>();
  const context: Context = {
    terminal,
    settings,
    store: createSettingsStore(settings, machine, store),
    choice,
    secrets,
    describeProjectParents: (parents) => describeProjectParents(parents, settings, machine.cwd),
    describeTitledParents: (parents) =>
      describeTitledParents(parents, settings, machine.cwd, context),
    yes: shared.has("yes"),
    env: machine.env,
    cwd: findWorkingFolder(machine),
    version,
    newestVersion: async () =>
      dryRun || replaying || recording
        ? undefined
        : (await import("./newest-version.ts")).fetchNewestVersion(machine.env),
    client(options = {}) {
      const recordings = { recording, replaying };
      const { receive: receiveSecret } = secrets;
      const ways = { settings, local, dryRun, machine, terminal, wires, history, receiveSecret };
      const openLookups = () => context.client({ lookup: true });
      const sources = { ...ways, options, openLookups, ...recordings };
      if (options.token !== undefined) {
        conceal(options.token);
        const given = { value: options.token, from: "the command" };
        return openClientFor({ ...sources, token: async () => given });
      }
      if (options.isAnonymous) return openClientFor({ ...sources, token, dryRun: false });
      if (options.isOptional) return openLookupClient({ ...sources, token });
      if (options.lookup) {
        lookups ??= openLookupClient({ ...sources, token });
        return lookups;
      }
      opened ??= openClientFor({ ...sources, token });
      return opened;
    },
    ...openLookups(settings, local.platform, terminal, () => context.client({ lookup: true })),
    token: async () =>
      (await token()) ??
      (settings.local ? concealToken(await local.ownToken(), conceal) : undefined),
    async requireToken() {
      if (settings.local || dryRun || replaying) return;
      if ((await token()) === undefined) throw createMissingTokenError(settings);
    },
    local: local.platform,
    history: history.open,
    idCache: {
      forgetData: (location) => forgetData(location, machine.env),
      forgetAddress: (address, profile) => forgetAddress(address, machine.env, profile),
    },
    redactions,
    conceal,
    readText: (path) => readText(path, machine),
    fetchText: async (url, options) => {
      const { fetchText } = await import("./fetch-text.ts");
      const openClient = () => context.client({ isAnonymous: true });
      return fetchText(url, settings, machine, openClient, options);
    },
    toMarkdown,
    requireLocalFolders: (path) => requireLocalFolders(path, machine),
    readBytes: (path) => readBytes(path, machine),
    parseDocument,
    readDocument: (path) => readDocument(path, machine),
    readRows: async (path, text) => (await import("../bulk/rows.ts")).readRows(path, context, text),
    async csvText(rows) {
      const { writeCsvLine } = await import("../../terminal/formats/delimited.ts");
      const cells = (row: readonly string[]) => row.map((text) => ({ text, value: text }));
      return rows.map((row) => writeCsvLine(cells(row), "harmless")).join("");
    },
    writePrivateFile: (path, text) => writePrivateFile(path, text, machine),
    lockFile: async (path) => (await import("../../files/file-lock.ts")).lockFile(path),
    saveFile: (path, bytes, replace) => saveFile(path, bytes, replace, machine),
    findSchemaFault: async (schema) =>
      (await import("../resolve/check-input.ts")).findSchemaFault(schema),
    jq: async (program, value, seconds = Number.POSITIVE_INFINITY) => {
      const { longestRun, runJq } = await import("../../terminal/formats/jq.ts");
      const results = await runJq(program, value, Math.min(seconds, longestRun));
      return results.map((text) => JSON.parse(text));
    },
    completionScript: async (shell) =>
      (await import("../completion/script.ts")).buildCompletionScript(shell),
    buildOperations: async (words) =>
      (await import("../parse/invocation-operations.ts")).buildOperations(words, settings),
    async describeAsCurl(requests) {
      const { describeCurlTarget, formatCurlCommands } = await import("../output/curl-command.ts");
      terminal.note(describeCurlTarget(settings));
      return { text: formatCurlCommands(requests) };
    },
    runLine: async (args, where) =>
      (await import("./nested-command.ts")).runInnerLine(args, where, terminal, main),
    openAgentStreams: () => ({ input: machine.stdin, output: machine.stdout }),
    agentCommands: async (env) =>
      (await import("../agents/agent-commands.ts")).openAgentCommands(
        { ...machine, env },
        main,
        shared,
      ),
    journals: () => import("../bulk/journal.ts"),
    interrupted: machine.interrupted,
  };
  const close = async () => {
    await local.close();
    recording?.close();
  };
  return { context, endAccepted: history.endAccepted, close };
}

/** @throws UsageError if a file cannot be read or written, or if both flags are set */
async function openRecordings(
  machine: Machine,
  shared: ReadonlyMap<string, string | true>,
  words: readonly string[],
): Promise<Recordings> {
  const [record, replay] = [shared.get("record"), shared.get("replay")];
  if (record === undefined && replay === undefined) return {};
  const { openRecording, openReplaying } = await import("./recordings.ts");
  if (typeof record === "string" && typeof replay === "string") {
    throw new UsageError("--record and --replay cannot be combined.");
  }
  return typeof record === "string"
    ? { recording: openRecording(record, words, machine) }
    : { replaying: await openReplaying(String(replay), machine) };
}

async function createTerminal(
  machine: Machine,
  shared: ReadonlyMap<string, string | true>,
  {
    hide,
    beforePrompt,
  }: { readonly hide: (text: string) => string; readonly beforePrompt: () => Promise<void> },
): Promise<Terminal> {
  const { guard = (text: string) => text, guardNotes = (text: string) => text } = machine;
  return openTerminal(machine, {
    quiet: shared.has("quiet"),
    color: shared.has("no-color") ? false : shared.has("color") || undefined,
    input: !shared.has("no-input"),
    guard: (text) => guard(hide(text)),
    guardNotes: (text) => guardNotes(hide(text)),
    beforePrompt,
  });
}

function concealToken<T extends ResolvedToken | undefined>(
  token: T,
  conceal: (secret: string) => void,
): T {
  if (token !== undefined) conceal(token.value);
  return token;
}

function resolveSettingsFor(
  { env, cwd }: Machine,
  verb: Verb,
  shared: ReadonlyMap<string, string | true>,
  terminal: Terminal,
): ResolvedSettings {
  const text = (name: string) => {
    const value = shared.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const mode = verb.kind === "custom" ? verb.settings : "checked";
  return resolveSettings({
    flags: {
      profile: text("profile"),
      local: shared.has("local") ? true : undefined,
      baseUrl: text("base-url"),
      format: text("format"),
      timeout: text("timeout"),
      retries: text("retries"),
      debug: shared.has("debug") ? true : undefined,
    },
    env,
    cwd,
    warn: terminal.warn,
    newProfile: mode === "new profile",
    lenient: mode === "lenient",
  });
}

async function toMarkdown(document: JsonValue | undefined): Promise<string> {
  const [{ writeMarkdown }, model] = await Promise.all([
    import("../../document/markdown.ts"),
    import("../../contract/document.model.ts"),
  ]);
  const read = model.document.safeParse(document);
  if (read.success) return writeMarkdown(read.data);
  throw new ApiError(
    502,
    "The response contains rich text that cannot be converted to Markdown. Use --json to print it.",
  );
}

/** Only the local platform has a data folder, so all profiles share that of the profile `local`. */
function isOfLocal(name: string): boolean {
  return name === "data-dir";
}

/** Stored settings, as commands read and change them. The ids for completion follow the changes. */
function createSettingsStore(
  settings: ResolvedSettings,
  { cwd, env }: Machine,
  tokens: TokenStore,
): SettingsStore {
  const { folder, profile } = settings;
  return {
    path: folder.path,
    rows: () => listSettings(settings),
    accounts: () => listAccounts(folder, env),
    async set(changes) {
      const owner = Object.keys(changes).some(isOfLocal) ? "local" : profile.value;
      await updateProfile(folder, owner, changes, cwd);
      const address = changes["base-url"];
      if (address !== undefined) rememberAddress(profile.value, address, env);
      if (changes["data-dir"] !== undefined) forgetCurrent(owner, env);
      return owner;
    },
    async unset(names) {
      await unsetSettings(folder, profile.value, names);
      const ofLocal = names.filter(isOfLocal);
      if (ofLocal.length > 0) await unsetSettings(folder, "local", ofLocal);
      const isElsewhere = names.some((name) => name === "base-url" || name === "data-dir");
      if (isElsewhere) forgetCurrent(profile.value, env);
      if (ofLocal.length > 0) forgetCurrent("local", env);
    },
    async use(name) {
      await useProfile(folder, name);
      rememberProfile(name, env);
    },
    tokens,
    tokenFrom: parseToken,
  };
}
