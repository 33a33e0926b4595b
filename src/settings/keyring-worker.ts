/** The program of the process that alone touches the system's keyring, so that one that hangs can be ended. */
import { createInterface } from "node:readline";
import type { AsyncEntry } from "@napi-rs/keyring";
import type { KeyringAnswer, KeyringQuestion } from "./keyring-question.ts";

const input = createInterface(process.stdin);
// Whoever asked is gone, and what hangs would stay for ever.
input.once("close", () => process.kill(process.pid, "SIGKILL"));
input.once("line", (line) => void carryOut(JSON.parse(line)));

async function carryOut(question: KeyringQuestion): Promise<void> {
  try {
    const entry = await entryFor(question.account);
    say(await answerTo(question, entry));
  } catch (error) {
    say(failure(error, false));
  }
}

async function entryFor(account: string): Promise<AsyncEntry> {
  const { AsyncEntry: Entry } = await import("@napi-rs/keyring");
  // Never the kernel's keys, which are gone when the machine starts anew.
  return new Entry("tome", account, { linux: { store: "secret-service" } });
}

async function answerTo(
  { deed, token = "" }: KeyringQuestion,
  entry: AsyncEntry,
): Promise<KeyringAnswer> {
  if (deed === "write") return write(entry, token);
  if (deed === "read") return { step: "done", token: (await entry.getPassword()) ?? undefined };
  const removed = await entry.deletePassword();
  if ((await entry.getPassword()) === null) return { step: "done", removed };
  return failure("still holds the token", false);
}

/** Believes the keyring only what it gives back. */
async function write(entry: AsyncEntry, token: string): Promise<KeyringAnswer> {
  // A keyring that cannot be used fails here, where it has been given nothing yet.
  await entry.getPassword();
  say({ step: "writing" });
  try {
    await entry.setPassword(token);
    if ((await entry.getPassword()) === token) return { step: "done" };
    return failure("did not keep the token", await isLeft(entry));
  } catch (error) {
    // What it was given and has not answered, it may do yet.
    return failure(error, isUnanswered(error) || (await isLeft(entry)));
  }
}

/** Whether something may be left of a write that failed, after an attempt to remove it. */
async function isLeft(entry: AsyncEntry): Promise<boolean> {
  try {
    await entry.deletePassword();
    return (await entry.getPassword()) !== null;
  } catch {
    return true;
  }
}

/** @param fault the keyring's error, or what is wrong in words that follow its name */
function failure(fault: unknown, perhapsWritten: boolean): KeyringAnswer {
  const reason = typeof fault === "string" ? fault : reasonOf(fault);
  return { step: "failed", reason, isLate: isUnanswered(fault), perhapsWritten };
}

/** Words that follow the name of the keyring. */
function reasonOf(error: unknown): string {
  const said = wordsOf(error);
  if (/prompt was dismissed|\blocked\b/iu.test(said)) return "is locked";
  if (/no result found/iu.test(said)) return "has no collection to keep it in";
  if (/ServiceUnknown|not provided by any/u.test(said)) {
    return "cannot be used, as no program on this machine offers one";
  }
  if (/Cannot find|Failed to load native/u.test(said)) {
    return "cannot be used, as the package @napi-rs/keyring is not installed for this system";
  }
  return `cannot be used: ${said.slice(0, 300)}`;
}

/** The bus's own limit is shorter than ours for a single question. */
function isUnanswered(error: unknown): boolean {
  return /NoReply|did not (?:receive|send) a reply|timed out/iu.test(wordsOf(error));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function say(answer: KeyringAnswer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
