import { expect, test } from "vitest";
import { openTome, type Ran } from "../support/commands/tome.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { type Given, serveFaults } from "../support/network/fault-server.ts";

const seed = 20_261;
/** Concurrent command lines. */
const lanes = 24;

/** A run is identified by its number, which is in every URL or body that it sends. */
const lines: Readonly<Record<string, (run: string) => string>> = {
  "a read": (run) => `space get ${run} --json`,
  "a list": (run) => `space list --org ${run} --all --json`,
  "a stream": (run) => `space list --org ${run} --all --format ndjson`,
  "a new thing": (run) => `space create --org O1000000000000000000 --title ${run} --json`,
  "a change": (run) => `space update ${run} --title Other --json`,
  "a deletion": (run) => `space delete ${run} --yes --json`,
};

const pages = 3;

function answer(method: string, url: URL): string {
  const run = /run\d{17}/.exec(url.href)?.[0] ?? "new";
  if (!url.pathname.endsWith("/spaces") || method !== "GET")
    return `{"object":"space","id":"${run}","title":"Ünï ${run}","big":9007199254740993}`;
  const page = Number(url.searchParams.get("page") ?? 0);
  const items = [0, 1].map((at) => ({ object: "space", id: `${run}-${page}-${at}`, title: "T" }));
  return JSON.stringify({ items, ...(page + 1 < pages && { next: { page: `${page + 1}` } }) });
}

test("a command ends in time after any network error, with a clear message and no wrong data", async () => {
  const random = randomFrom(seed);
  const server = await serveFaults({ random, faults: 45, answer });
  const tome = openTome();
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "secret-canary" };
  const count = amount({ short: 8, all: 50, full: 10_000 });
  const codes = new Map<number, number>();
  let next = 0;
  async function lane(): Promise<void> {
    for (let at = next++; at < count; at = next++) {
      const run = `run${String(at).padStart(17, "0")}`;
      const kinds = Object.keys(lines);
      const kind = kinds[at % kinds.length] ?? "";
      const line = `${lines[kind]?.(run)} --timeout 1 --retries 2`;
      const ran = await inTime(tome(line, { env }), line);
      codes.set(ran.code, (codes.get(ran.code) ?? 0) + 1);
      check(kind, run, ran, server.given.get(run) ?? [], server.done.get(run) ?? 0);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  const ended = [...codes].sort(([a], [b]) => a - b).map(([code, n]) => `${n} with ${code}`);
  report(
    "C1",
    `${count} command lines through seeded faults (seed ${seed}), ended ${ended.join(", ")}`,
  );
}, 3_600_000);

/** A command that exceeds its time limit by far has hung. */
async function inTime(running: Promise<Ran>, line: string): Promise<Ran> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It hangs: tome ${line}`)), 60_000);
  });
  return Promise.race([running, hung]).finally(() => clearTimeout(timer));
}

function check(kind: string, run: string, ran: Ran, given: readonly Given[], done: number): void {
  const told = { kind, run, ran, given, done };
  const sound = (condition: boolean) => expect(condition, JSON.stringify(told)).toBe(true);
  sound(!/\n {4}at |secret-canary|fault of tome/.test(ran.stderr + ran.stdout));
  // A write is executed once; only idempotent requests may arrive twice.
  if (kind === "a new thing" || kind === "a change") sound(done <= 1);
  if (ran.code === 0) {
    sound(isRight(kind, ran.stdout, given));
    return;
  }
  sound([1, 7, 9].includes(ran.code));
  if (kind !== "a stream") sound(ran.stdout === "");
  const { error } = JSON.parse(ran.stderr.trim().split("\n").at(-1) ?? "");
  sound(typeof error.message === "string" && error.message !== "");
  if (error.status !== null) sound(given.some(({ requestId }) => requestId === error.requestId));
  // Executed work is reported as done, as refused with a status, or as unknown; never as not
  // started.
  if (done > 0 && kind === "a new thing") sound(ran.code === 9 || error.status !== null);
}

function isRight(kind: string, stdout: string, given: readonly Given[]): boolean {
  const texts = given.flatMap(({ text }) => (text === undefined ? [] : [text]));
  if (kind === "a list" || kind === "a stream") {
    const all = texts.flatMap((text) => JSON.parse(text).items);
    const shown =
      kind === "a list"
        ? JSON.parse(stdout)
        : stdout
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line));
    const ids = shown.map(({ id }: { id: string }) => id);
    return ids.length === pages * 2 && JSON.stringify(shown) === JSON.stringify(unique(all));
  }
  // Not parsed into numbers: an integer beyond 2^53 must keep its last digit.
  const plain = (text: string) => text.replace(/\s/g, "");
  return texts.some((text) => plain(stdout).includes(plain(text).slice(0, -1)));
}

/** A page that was requested twice counts once. */
function unique<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return items.filter(({ id }, at) => items.findIndex((other) => other.id === id) === at);
}
