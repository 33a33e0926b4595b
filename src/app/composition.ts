/** Puts together what a command works with; what is dear is opened when it is first asked for. */
import type { Verb } from "../commands/verb.ts";
import type { Client, Context, JsonValue, KnownToken, Settings, Terminal } from "../context.ts";
import { Unauthenticated } from "../errors.ts";
import { findToken } from "../settings/credentials.ts";
import { resolveSettings } from "../settings/resolve.ts";
import { tokenStore } from "../settings/token-store.ts";
import { openTerminal, type Streams } from "../terminal/terminal.ts";
import { readBytes, readDocument, readText, saveFile, writePrivateFile } from "./files.ts";
import { type EmbeddedPlatform, embeddedPlatform } from "./local-platform.ts";
import { choiceIn } from "./output.ts";
import { settingsStore } from "./settings-store.ts";
import { build, version } from "./version.ts";

/** The process around the program. */
export interface Machine extends Streams {
  readonly cwd: string;
  /** Resolves when the process is asked to end. */
  readonly interrupted: () => Promise<void>;
}

export interface OpenedContext {
  readonly context: Context;
  /** Ends what was opened. */
  readonly close: () => Promise<void>;
}

/** @param shared the shared flags by their long names */
export async function openContext(
  machine: Machine,
  verb: Verb,
  shared: ReadonlyMap<string, string | true>,
): Promise<OpenedContext> {
  const terminal = await terminalFor(machine, shared);
  const settings = settingsFor(machine, verb, shared, terminal);
  const store = tokenStore(settings.folder, settings.profile.value, machine.env);
  const token = () => findToken(settings, machine.env, store);
  const local = embeddedPlatform({
    folder: settings.dataDir.value,
    version,
    build,
    environment: machine.env,
    warn: terminal.warn,
  });
  const dryRun = shared.has("dry-run");
  let opened: Promise<Client> | undefined;
  const context: Context = {
    terminal,
    settings,
    store: settingsStore(settings, machine, store),
    choice: choiceIn(shared, settings),
    dryRun,
    yes: shared.has("yes"),
    env: machine.env,
    cwd: machine.cwd,
    version,
    client(wish = {}) {
      const ground = { settings, local, dryRun, machine, terminal, many: wish.many };
      if (wish.token !== undefined) {
        const given = { value: wish.token, from: "the command" };
        return openClientFor({ ...ground, token: async () => given });
      }
      opened ??= openClientFor({ ...ground, token });
      return opened;
    },
    token: async () => (await token()) ?? (settings.local ? await local.ownToken() : undefined),
    local: local.platform,
    readText: (path) => readText(path, machine),
    markdownOf,
    readBytes: (path) => readBytes(path, machine),
    readDocument: (path) => readDocument(path, machine),
    writePrivateFile: (path, text) => writePrivateFile(path, text, machine.cwd),
    saveFile: (path, bytes, replace) => saveFile(path, bytes, replace, machine.cwd),
    completionScript: async (shell) =>
      (await import("./completion/script.ts")).completionScript(shell),
    interrupted: machine.interrupted,
  };
  return { context, close: local.close };
}

async function terminalFor(
  machine: Machine,
  shared: ReadonlyMap<string, string | true>,
): Promise<Terminal> {
  return openTerminal(machine, {
    quiet: shared.has("quiet"),
    colour: shared.has("no-color") ? false : undefined,
    input: !shared.has("no-input"),
  });
}

function settingsFor(
  { env, cwd }: Machine,
  verb: Verb,
  shared: ReadonlyMap<string, string | true>,
  terminal: Terminal,
): Settings {
  const text = (name: string) => {
    const value = shared.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const mode = verb.kind === "task" ? verb.settings : "checked";
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
    mending: mode === "mending",
  });
}

interface Wanted {
  readonly settings: Settings;
  readonly token: () => Promise<KnownToken | undefined>;
  readonly local: EmbeddedPlatform;
  readonly dryRun: boolean;
  readonly machine: Machine;
  readonly terminal: Terminal;
  readonly many: boolean | undefined;
}

async function openClientFor(wanted: Wanted): Promise<Client> {
  const { settings, local, dryRun, machine, terminal } = wanted;
  const { openClient } = await import("../client/client.ts");
  const shape = {
    userAgent: `tome/${version}`,
    timeoutSeconds: settings.timeout.value,
    retries: settings.retries.value,
    trace: settings.debug.value ? terminal.warn : undefined,
  };
  if (dryRun) {
    const transport = () => Promise.reject(new Error("A dry run sends nothing."));
    return openClient({ ...shape, baseUrl: settings.baseUrl.value, token: undefined, transport });
  }
  const token = await wanted.token();
  if (settings.local) {
    const way = await local.way();
    return openClient({ ...shape, ...way, token: token?.value ?? way.token });
  }
  if (token === undefined) throw noToken(settings);
  const { openTransport } = await import("../client/transport.ts");
  const { caFile, baseUrl } = settings;
  const authorities = caFile && (await readText(caFile.value, machine));
  const transport = openTransport({ many: wanted.many, environment: machine.env, authorities });
  return openClient({ ...shape, baseUrl: baseUrl.value, token: token.value, transport });
}

function noToken({ baseUrl, profile }: Settings): Unauthenticated {
  return new Unauthenticated(
    `There is no token for ${baseUrl.value} in the profile ${profile.value}; log in, set TOME_TOKEN, or use the embedded platform with --local.`,
    profile.value === "default" ? "tome auth login" : `tome auth login --profile ${profile.value}`,
  );
}

async function markdownOf(document: JsonValue | undefined): Promise<string> {
  const [{ writeMarkdown }, model] = await Promise.all([
    import("../service/engines/markdown.ts"),
    import("../contract/document.model.ts"),
  ]);
  return writeMarkdown(model.document.parse(document));
}
