/** Puts together what a command works with; what is dear is opened when it is first asked for. */

import type { Verb } from "../commands/verb.ts";
import type {
  Client,
  ClientWish,
  Context,
  JsonValue,
  KnownToken,
  Settings,
  Terminal,
} from "../context.ts";
import type { Transport } from "../contract/wire.ts";
import { Problem, Unauthenticated, UsageError } from "../errors.ts";
import { findToken } from "../settings/credentials.ts";
import { resolveSettings } from "../settings/resolve.ts";
import { tokenStore } from "../settings/token-store.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { readBytes, readDocument, readText, saveFile, writePrivateFile } from "./files.ts";
import { forgetAddress, forgetData } from "./id-cache.ts";
import { type EmbeddedPlatform, embeddedPlatform } from "./local-platform.ts";
import type { Machine } from "./machine.ts";
import { choiceIn } from "./output.ts";
import { projectPlace, titledPlace } from "./project-place.ts";
import type { Recording, Replaying } from "./recordings.ts";
import { settingsStore } from "./settings-store.ts";
import { build, version } from "./version.ts";

export interface OpenedContext {
  readonly context: Context;
  /** Ends what was opened. */
  readonly close: () => Promise<void>;
}

/**
 * @param shared the shared flags by their long names
 * @param words of the command line without secrets, where it is recorded
 */
export async function openContext(
  machine: Machine,
  verb: Verb,
  shared: ReadonlyMap<string, string | true>,
  words: readonly string[] = [],
): Promise<OpenedContext> {
  const terminal = await terminalFor(machine, shared);
  const { recording, replaying } = await recordingsFor(machine, shared, words);
  const found = settingsFor(machine, verb, shared, terminal);
  const settings = replaying?.settings(found) ?? found;
  const store = tokenStore(settings.folder, settings.profile.value, machine.env);
  const conceal = machine.conceal ?? (() => {});
  const token = async () => concealed(await findToken(settings, machine.env, store), conceal);
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
    projectPlace: (parents) => projectPlace(parents, settings, machine.cwd),
    titledPlace: (parents) => titledPlace(parents, settings, machine.cwd, () => context.client()),
    yes: shared.has("yes"),
    env: machine.env,
    cwd: machine.cwd,
    version,
    client(wish = {}) {
      const recordings = { recording, replaying };
      const ground = { settings, local, dryRun, machine, terminal, wish, ...recordings };
      if (wish.token !== undefined) {
        conceal(wish.token);
        const given = { value: wish.token, from: "the command" };
        return openClientFor({ ...ground, token: async () => given });
      }
      opened ??= openClientFor({ ...ground, token });
      return opened;
    },
    token: async () =>
      (await token()) ?? (settings.local ? concealed(await local.ownToken(), conceal) : undefined),
    local: local.platform,
    seenIds: {
      forgetData: (place) => forgetData(place, machine.env),
      forgetAddress: (address, profile) => forgetAddress(address, machine.env, profile),
    },
    conceal,
    readText: (path) => readText(path, machine),
    markdownOf,
    readBytes: (path) => readBytes(path, machine),
    readDocument: (path) => readDocument(path, machine),
    writePrivateFile: (path, text) => writePrivateFile(path, text, machine.cwd),
    saveFile: (path, bytes, replace) => saveFile(path, bytes, replace, machine.cwd),
    schemaFaultOf: async (schema) => (await import("./check-held.ts")).schemaFaultOf(schema),
    completionScript: async (shell) =>
      (await import("./completion/script.ts")).completionScript(shell),
    interrupted: machine.interrupted,
  };
  const close = async () => {
    await local.close();
    recording?.close();
  };
  return { context, close };
}

/** @throws UsageError where a file cannot be read or written, and where both are asked for */
async function recordingsFor(
  machine: Machine,
  shared: ReadonlyMap<string, string | true>,
  words: readonly string[],
): Promise<Recordings> {
  const [record, replay] = [shared.get("record"), shared.get("replay")];
  if (record === undefined && replay === undefined) return {};
  const { openRecording, openReplaying } = await import("./recordings.ts");
  if (typeof record === "string" && typeof replay === "string") {
    throw new UsageError("--record and --replay contradict each other; leave one of them out.");
  }
  return typeof record === "string"
    ? { recording: openRecording(record, words, machine) }
    : { replaying: await openReplaying(String(replay), machine) };
}

async function terminalFor(
  machine: Machine,
  shared: ReadonlyMap<string, string | true>,
): Promise<Terminal> {
  return openTerminal(machine, {
    quiet: shared.has("quiet"),
    colour: shared.has("no-color") ? false : undefined,
    input: !shared.has("no-input"),
    guard: machine.guard,
    guardNotes: machine.guardNotes,
  });
}

function concealed<T extends KnownToken | undefined>(
  token: T,
  conceal: (secret: string) => void,
): T {
  if (token !== undefined) conceal(token.value);
  return token;
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

/** The record that a command makes, or the one that answers it. */
interface Recordings {
  readonly recording?: Recording | undefined;
  readonly replaying?: Replaying | undefined;
}

interface Wanted extends Recordings {
  readonly settings: Settings;
  readonly token: () => Promise<KnownToken | undefined>;
  readonly local: EmbeddedPlatform;
  readonly dryRun: boolean;
  readonly machine: Machine;
  readonly terminal: Terminal;
  readonly wish: ClientWish;
}

async function openClientFor(wanted: Wanted): Promise<Client> {
  const { settings, local, dryRun, machine, terminal, wish, recording, replaying } = wanted;
  const { many, through = (wire) => wire } = wish;
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
  if (replaying) {
    const { way } = replaying;
    return openClient({ ...shape, ...way, transport: through(way.transport) });
  }
  const token = await wanted.token();
  const noted = async (wire: Transport, base: string, secret: string) =>
    recording === undefined
      ? wire
      : recording.wrap(wire, { base, token: secret, parents: await parentsOf(settings, local) });
  if (settings.local) {
    const way = await local.way();
    machine.conceal?.(way.token);
    const secret = token?.value ?? way.token;
    const transport = through(await noted(way.transport, way.baseUrl, secret));
    return openClient({ ...shape, ...way, transport, token: secret });
  }
  if (token === undefined) throw noToken(settings);
  const { openTransport } = await import("../client/transport.ts");
  const { caFile, baseUrl } = settings;
  const authorities = caFile && (await readText(caFile.value, machine));
  const wire = openTransport({ many, environment: machine.env, authorities });
  const transport = through(await noted(wire, baseUrl.value, token.value));
  return openClient({ ...shape, baseUrl: baseUrl.value, token: token.value, transport });
}

/** What a command has without naming it, so that a record can be replayed elsewhere. */
async function parentsOf(settings: Settings, local: EmbeddedPlatform) {
  const { space, site } = settings;
  const org = settings.org?.value ?? (settings.local ? await local.platform.organization() : "");
  return {
    ...(org !== "" && { org }),
    ...(space && { space: space.value }),
    ...(site && { site: site.value }),
  };
}

function noToken({ baseUrl, profile }: Settings): Unauthenticated {
  return new Unauthenticated(
    `There is no token for ${baseUrl.value} in the profile ${profile.value}; log in, set TOME_TOKEN, or use the embedded platform with --local.`,
    profile.value === "default" ? "tome auth login" : `tome auth login --profile ${profile.value}`,
  );
}

async function markdownOf(document: JsonValue | undefined): Promise<string> {
  const [{ writeMarkdown }, model] = await Promise.all([
    import("../document/markdown.ts"),
    import("../contract/document.model.ts"),
  ]);
  const read = model.document.safeParse(document);
  if (read.success) return writeMarkdown(read.data);
  throw new Problem(
    502,
    "The platform answered with rich text in a form that cannot be shown as Markdown; --json shows it as it is.",
  );
}
