/**
 * Program of the process that uses the system keyring, so that a keyring that hangs can be ended
 * with its process.
 */
import { createInterface } from "node:readline";
import type { AsyncEntry } from "@napi-rs/keyring";
import type { KeyringRequest, KeyringResponse } from "./keyring-protocol.ts";

const input = createInterface(process.stdin);
// The command has ended; a keyring that hangs would keep this process alive.
input.once("close", () => process.kill(process.pid, "SIGKILL"));
input.once("line", (line) => void carryOut(JSON.parse(line)));

async function carryOut(request: KeyringRequest): Promise<void> {
  try {
    const { AsyncEntry: Entry } = await import("@napi-rs/keyring");
    // An entry connects to the keyring, which may not respond.
    send({ step: "started" });
    // The kernel keyring is not used, because it is lost on restart.
    const entry = new Entry("tome", request.account, { linux: { store: "secret-service" } });
    send(await answerTo(request, entry));
  } catch (error) {
    send(createFailure(error, false));
  }
}

async function answerTo(
  { action, token = "" }: KeyringRequest,
  entry: AsyncEntry,
): Promise<KeyringResponse> {
  if (action === "write") return write(entry, token);
  if (action === "read") return { step: "done", token: (await entry.getPassword()) ?? undefined };
  const removed = await entry.deletePassword();
  if ((await entry.getPassword()) === null) return { step: "done", removed };
  return createFailure("still contains the token", false);
}

/** Writes the token, and reads it back to verify it. */
async function write(entry: AsyncEntry, token: string): Promise<KeyringResponse> {
  // An unusable keyring fails here, before it gets the token.
  await entry.getPassword();
  send({ step: "writing" });
  try {
    await entry.setPassword(token);
    if ((await entry.getPassword()) === token) return { step: "done" };
    return createFailure("did not store the token", await isLeft(entry));
  } catch (error) {
    // A keyring that did not respond may still write it.
    return createFailure(error, isUnanswered(error) || (await isLeft(entry)));
  }
}

/**
 * Removes the token after a failed write.
 * @returns whether it may still be there
 */
async function isLeft(entry: AsyncEntry): Promise<boolean> {
  try {
    await entry.deletePassword();
    return (await entry.getPassword()) !== null;
  } catch {
    return true;
  }
}

/** @param fault the error of the keyring, or a clause that follows its name */
function createFailure(fault: unknown, mayHaveWritten: boolean): KeyringResponse {
  const reason = typeof fault === "string" ? fault : formatReason(fault);
  return { step: "failed", reason, isLate: isUnanswered(fault), mayHaveWritten };
}

/** A clause that follows the name of the keyring. */
function formatReason(error: unknown): string {
  const words = listWords(error);
  if (/prompt was dismissed|\blocked\b/iu.test(words)) return "is locked";
  if (/no result found/iu.test(words)) return "has no collection for it";
  if (/ServiceUnknown|not provided by any/u.test(words)) {
    return "cannot be used, because no program on this machine provides one";
  }
  if (/Cannot find|Failed to load native/u.test(words)) {
    return "cannot be used, because the package @napi-rs/keyring is not installed for this system";
  }
  return `cannot be used: ${words.slice(0, 300)}`;
}

/** Whether the keyring did not respond: the D-Bus timeout of a call is shorter than that of tome. */
function isUnanswered(error: unknown): boolean {
  return /NoReply|did not (?:receive|send) a reply|timed out/iu.test(listWords(error));
}

function listWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function send(answer: KeyringResponse): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
