/** The keyring of the system: asked in a process of its own, and for no longer than people wait. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { UsageError } from "../errors.ts";
import type { KeyringAnswer, KeyringQuestion } from "./keyring-question.ts";
import { type Environment, keyringName, variable } from "./places.ts";
import { quoted } from "./table.ts";

/** In milliseconds: with the start and the end of the command, an answer comes within 3.5 seconds. */
const usualPatience = 2500;

/** Who is to type the password of the keyring needs more. */
const patienceVariable = "TOME_KEYRING_TIMEOUT";

/** One token's place in the keyring. */
export interface Keyring {
  readonly read: () => Promise<string | undefined>;
  /** Keeps the token, and makes sure that it is there. */
  readonly write: (token: string) => Promise<void>;
  /** Resolves to whether there was one; none is there afterwards. */
  readonly remove: () => Promise<boolean>;
}

/** The keyring did not do what it was asked. */
export class KeyringFault extends Error {
  override readonly name = "KeyringFault";
  constructor(
    /** Words that follow the name of the keyring: "is locked". */
    readonly reason: string,
    /** Whether it may hold the token that it was given nevertheless. */
    readonly perhapsWritten = false,
  ) {
    super(`The ${keyringName} ${reason}.`);
  }

  /** A sentence that helps, after a space, where there is one. */
  get advice(): string {
    return this.reason === late ? ` ${adviceOnLate}` : "";
  }
}

export interface KeyringEntry {
  /** The folder of the settings; what another folder knows of is left alone. */
  readonly folder: string;
  readonly profile: string;
  readonly origin: string;
}

/** @returns a keyring all of whose methods throw `KeyringFault` where they fail */
export function openKeyring({ folder, profile, origin }: KeyringEntry, env: Environment): Keyring {
  const mark = createHash("sha256").update(folder).digest("hex").slice(0, 8);
  const account = `${profile} at ${origin} (${mark})`;
  return {
    read: async () => (await ask({ deed: "read", account }, env)).token,
    async write(token) {
      await ask({ deed: "write", account, token }, env);
    },
    remove: async () => (await ask({ deed: "remove", account }, env)).removed === true,
  };
}

const late = "did not answer in time";
const adviceOnLate = `If it is locked, unlock it, or set ${patienceVariable}=60 to be asked for its password.`;

type Done = Extract<KeyringAnswer, { step: "done" }>;

async function ask(question: KeyringQuestion, env: Environment): Promise<Done> {
  // The library would look for a bus of the X server's.
  if (!hasSessionBus(env)) throw new KeyringFault("cannot be used, as there is no session bus");
  const patience = patienceIn(env);
  const child = startProgram(env);
  try {
    return await new Promise<Done>((resolve, reject) => {
      let isWriting = false;
      const fail = (reason: string) => reject(new KeyringFault(reason, isWriting));
      const timer = setTimeout(() => fail(late), patience);
      child.on("error", ({ message }) => fail(`could not be asked: ${message}`));
      child.on("close", () => {
        clearTimeout(timer);
        fail("could not be asked: the process that asks ended early");
      });
      child.stdin.on("error", () => {});
      createInterface(child.stdout).on("line", (line) => {
        const answer: KeyringAnswer = JSON.parse(line);
        if (answer.step === "writing") isWriting = true;
        else if (answer.step === "done") resolve(answer);
        else {
          const reason = answer.isLate ? late : withoutToken(answer.reason, question);
          reject(new KeyringFault(reason, answer.perhapsWritten));
        }
      });
      // Not ended: the end of its input tells the program that nobody waits any more.
      child.stdin.write(`${JSON.stringify(question)}\n`);
    });
  } finally {
    child.kill("SIGKILL");
  }
}

/** In milliseconds. */
function patienceIn(env: Environment): number {
  const given = variable(env, patienceVariable);
  if (given === undefined) return usualPatience;
  const seconds = Number(given);
  if (seconds >= 1 && seconds <= 600) return seconds * 1000;
  throw new UsageError(
    `The environment variable ${patienceVariable} must be a number of seconds from 1 to 600; it is ${quoted(given)}.`,
  );
}

function startProgram(env: Environment) {
  const isSource = import.meta.url.endsWith(".ts");
  const script = new URL(isSource ? "./keyring-worker.ts" : "./keyring-worker.js", import.meta.url);
  // What starts this process in a special way is not for that one; sources need it to be read.
  const options = isSource ? process.execArgv : [];
  const others = Object.entries(env).filter(
    ([name]) => name !== "NODE_OPTIONS" && !/^(TOME|GITBOOK)_/.test(name),
  );
  return spawn(process.execPath, [...options, fileURLToPath(script)], {
    env: Object.fromEntries(others),
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
}

/** Whether there is a way to the keyring: on most systems it is a program on the session's D-Bus. */
function hasSessionBus(env: Environment): boolean {
  if (process.platform === "darwin" || process.platform === "win32") return true;
  const named = variable(env, "DBUS_SESSION_BUS_ADDRESS");
  if (named !== undefined) return /^(?!autolaunch)[a-z]+:/u.test(named);
  const folder = variable(env, "XDG_RUNTIME_DIR");
  if (folder === undefined || !isAbsolute(folder)) return false;
  try {
    return statSync(join(folder, "bus")).isSocket();
  } catch {
    return false;
  }
}

/** A keyring's own words could hold anything that it was given. */
function withoutToken(reason: string, { token }: KeyringQuestion): string {
  return token !== undefined && reason.includes(token) ? "cannot be used" : reason;
}
