/** System keyring, used in a separate process and within a time limit. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { UsageError } from "../errors.ts";
import { startPiped } from "../programs/start.ts";
import type { KeyringRequest, KeyringResponse } from "./keyring-protocol.ts";
import { keyringName, readVariable, type SettingsEnvironment } from "./paths.ts";
import { quoteValue } from "./table.ts";

/**
 * In milliseconds, from the time at which the keyring is asked. Including the start and end of the
 * command, the result is available within 3.5 seconds.
 */
const usualPatience = 2500;

/** In milliseconds. Starting the process can take seconds on a busy machine. */
const startLimit = 30_000;

/** Time limit that lets the user type the password of the keyring. */
const patienceVariable = "TOME_KEYRING_TIMEOUT";

/** The entry of one token in the keyring. */
export interface Keyring {
  readonly read: () => Promise<string | undefined>;
  /** Stores the token and verifies that it is there. */
  readonly write: (token: string) => Promise<void>;
  /** Removes the token. @returns whether there was one */
  readonly remove: () => Promise<boolean>;
}

/** An operation of the keyring failed. */
export class KeyringError extends Error {
  override readonly name = "KeyringError";
  constructor(
    /** A clause that follows the name of the keyring: "is locked". */
    readonly reason: string,
    /** Whether it may have stored the token anyway. */
    readonly mayHaveWritten = false,
  ) {
    super(`The ${keyringName} ${reason}.`);
  }

  /** Whether the keyring did not respond in time; it may be waiting for its password. */
  get isLate(): boolean {
    return this.reason === late;
  }

  /** Advice after a space, or an empty string. */
  get advice(): string {
    return this.isLate ? ` ${adviceOnLate}` : "";
  }
}

export interface KeyringEntry {
  /** The settings directory; entries of other directories are separate. */
  readonly folder: string;
  readonly profile: string;
  readonly origin: string;
}

/** @returns a keyring whose methods throw `KeyringError` if they fail */
export function openKeyring(
  { folder, profile, origin }: KeyringEntry,
  env: SettingsEnvironment,
): Keyring {
  const mark = createHash("sha256").update(folder).digest("hex").slice(0, 8);
  const account = `${profile} at ${origin} (${mark})`;
  return {
    read: async () => (await ask({ action: "read", account }, env)).token,
    async write(token) {
      await ask({ action: "write", account, token }, env);
    },
    remove: async () => (await ask({ action: "remove", account }, env)).removed === true,
  };
}

const late = "did not respond in time";
const adviceOnLate = `If it is locked, unlock it, or set ${patienceVariable}=60 to have time to enter its password.`;

type Done = Extract<KeyringResponse, { step: "done" }>;

async function ask(request: KeyringRequest, env: SettingsEnvironment): Promise<Done> {
  // Without a session bus, the library would search for the bus of the X server.
  if (!hasSessionBus(env))
    throw new KeyringError("cannot be used, because there is no session bus");
  const patience = readPatience(env);
  const child = startProgram(env);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Done>((resolve, reject) => {
      let isWriting = false;
      const fail = (reason: string) => reject(new KeyringError(reason, isWriting));
      timer = setTimeout(
        () => fail("cannot be used: the keyring process did not start in time"),
        startLimit,
      );
      child.on("error", ({ message }) => fail(`cannot be used: ${message}`));
      child.on("close", () => {
        fail("cannot be used: the keyring process ended unexpectedly");
      });
      child.stdin.on("error", () => {});
      createInterface(child.stdout).on("line", (line) => {
        const answer: KeyringResponse = JSON.parse(line);
        if (answer.step === "started") {
          clearTimeout(timer);
          timer = setTimeout(() => fail(late), patience);
        } else if (answer.step === "writing") isWriting = true;
        else if (answer.step === "done") resolve(answer);
        else {
          const reason = answer.isLate ? late : withoutToken(answer.reason, request);
          reject(new KeyringError(reason, answer.mayHaveWritten));
        }
      });
      // The input stays open; its end signals that the command has ended.
      child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

/** In milliseconds. */
function readPatience(env: SettingsEnvironment): number {
  const given = readVariable(env, patienceVariable);
  if (given === undefined) return usualPatience;
  const seconds = Number(given);
  if (seconds >= 1 && seconds <= 600) return seconds * 1000;
  throw new UsageError(
    `The environment variable ${patienceVariable} must be a number of seconds from 1 to 600, not ${quoteValue(given)}.`,
  );
}

function startProgram(env: SettingsEnvironment) {
  const isSource = import.meta.url.endsWith(".ts");
  const script = new URL(isSource ? "./keyring-worker.ts" : "./keyring-worker.js", import.meta.url);
  // Node options of this process do not apply to the other one, except those that load TypeScript
  // sources.
  const options = isSource ? process.execArgv : [];
  const others = Object.entries(env).filter(
    ([name]) => name !== "NODE_OPTIONS" && !/^(TOME|GITBOOK)_/.test(name),
  );
  const child = startPiped(process.execPath, [...options, fileURLToPath(script)], {
    env: Object.fromEntries(others),
  });
  child.stderr.resume();
  return child;
}

/** Whether the keyring can be reached: on most systems it is a program on the D-Bus session bus. */
function hasSessionBus(env: SettingsEnvironment): boolean {
  if (process.platform === "darwin" || process.platform === "win32") return true;
  const named = readVariable(env, "DBUS_SESSION_BUS_ADDRESS");
  if (named !== undefined) return /^(?!autolaunch)[a-z]+:/u.test(named);
  const folder = readVariable(env, "XDG_RUNTIME_DIR");
  if (folder === undefined || !isAbsolute(folder)) return false;
  try {
    return statSync(join(folder, "bus")).isSocket();
  } catch {
    return false;
  }
}

/** The message of a keyring could contain the token. */
function withoutToken(reason: string, { token }: KeyringRequest): string {
  return token !== undefined && reason.includes(token) ? "cannot be used" : reason;
}
