import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type BulkSetup,
  type Finished,
  openBulkSetup,
  type Phase,
  titlesFile,
} from "../support/commands/bulk-setup.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";

const points = amount({ short: 1, full: 200 });
const items = 12;
const concurrency = 3;
const phases: readonly Phase[] = ["came", "carried out", "answered"];
const seed = 20_267;

interface Line {
  readonly item?: number;
  readonly is?: string;
  readonly status?: string;
}

function listLines(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The state of each item according to its last line. */
function standings(journal: string): string[] {
  const last = new Map<number, string>();
  for (const { item, is } of listLines(readFileSync(journal, "utf8"))) {
    if (item !== undefined && is !== undefined) last.set(item, is);
  }
  return [...last.values()];
}

/**
 * @returns the exit code, the number of requests after the first signal, and the delay of the last
 * of them
 */
async function interrupted(
  setup: BulkSetup,
  args: readonly string[],
  at: number,
  phase: Phase,
  signals: readonly number[],
): Promise<{ finished: Finished; after: number; between: number }> {
  setup.count = 0;
  const sent: number[] = [];
  const running = setup.run(args);
  let countThen = Number.NaN;
  setup.watch = (now, number) => {
    if (now !== phase || number !== at) return;
    countThen = setup.count;
    for (const milliseconds of signals) {
      setTimeout(() => {
        sent.push(performance.now());
        running.signal("SIGINT");
      }, milliseconds);
    }
  };
  const finished = await running.finished;
  setup.watch = () => {};
  await setup.settled();
  const between = (sent.at(-1) ?? 0) - (sent[0] ?? 0);
  return { finished, after: setup.count - countThen, between };
}

slowTest(
  "an interrupt ends the run after the items in progress, with 130 and a closed journal",
  async () => {
    const random = randomFrom(seed).next;
    const setup = await openBulkSetup();
    for (let point = 0, tried = 0; tried < points; point++) {
      const name = `Point ${point}`;
      const file = titlesFile(setup, name, items);
      const journal = join(setup.home, `${name}.ndjson`);
      const common = ["space", "create", "--from", file, "--format", "ndjson"];
      const many = [...common, "--concurrency", String(concurrency)];
      const at = 1 + Math.floor(random() * items);
      const phase = phases[Math.floor(random() * phases.length)] ?? "came";
      // npm and a terminal both send it.
      const signals = random() < 0.5 ? [0] : [0, Math.floor(random() * 20)];
      const { finished, after, between } = await interrupted(
        setup,
        [...many, "--journal", journal],
        at,
        phase,
        signals,
      );
      // The machine was too busy to send the repetition in time.
      if (between > 50) continue;
      tried += 1;
      const about = { seed, point, at, phase, signals, stderr: finished.stderr };
      const done = listLines(finished.stdout).filter(({ status }) => status === "done").length;
      // The system ends a process that is already exiting, which shells report as 130 too.
      const code = finished.signal === "SIGINT" && done === items ? 130 : finished.code;
      const isRight = code === 130 || (code === 0 && done === items);
      expect({ ...about, code, isRight }).toEqual({ ...about, code, isRight: true });
      expect({ ...about, after: after <= concurrency }).toEqual({ ...about, after: true });
      expect({ ...about, standings: standings(journal) }).toEqual({
        ...about,
        standings: Array(done).fill("done"),
      });
      const resumed = await setup.run([...many, "--resume", journal]).finished;
      expect({ ...about, code: resumed.code }).toEqual({ ...about, code: 0 });
      const titles = (await setup.titles()).filter((title) => title.startsWith(`${name} `));
      expect(titles.sort()).toEqual(Array.from({ length: items }, (_, i) => `${name} ${i}`).sort());
    }
    report("C7", `${points} interrupts: ended with 130, journals closed, resumed to the end`);
  },
  1_800_000,
);

test("a repeated interrupt within 100 milliseconds counts once", async () => {
  const setup = await openBulkSetup();
  for (let attempt = 0; ; attempt++) {
    const name = `Twice ${attempt}`;
    const file = titlesFile(setup, name, 4);
    const journal = join(setup.home, `${name}.ndjson`);
    const running = setup.run(["space", "create", "--from", file, "--journal", journal]);
    let between = 0;
    setup.count = 0;
    setup.watch = async (phase, number) => {
      if (phase !== "came" || number !== 2) return;
      const start = performance.now();
      running.signal("SIGINT");
      await running.said("Stopping after");
      running.signal("SIGINT");
      between = performance.now() - start;
      await new Promise((resolve) => setTimeout(resolve, 200));
    };
    const finished = await running.finished;
    expect(finished.code).toBe(130);
    // If the machine was too busy to send it in time, the test tries again.
    if (between > 50 && attempt < 20) continue;
    expect(standings(journal)).toEqual(["done", "done"]);
    return;
  }
});

slowTest(
  "a second interrupt ends the run at once, and requests in progress are listed as unknown",
  async () => {
    const setup = await openBulkSetup();
    const file = titlesFile(setup, "Held", 4);
    const journal = join(setup.home, "held.ndjson");
    const common = ["space", "create", "--from", file, "--format", "ndjson"];
    const running = setup.run([...common, "--journal", journal]);
    let release = () => {};
    setup.watch = async (phase, number) => {
      if (phase !== "came" || number !== 2) return;
      running.signal("SIGINT");
      setTimeout(() => running.signal("SIGINT"), 300);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    const finished = await running.finished;
    release();
    await setup.settled();
    expect(finished.code).toBe(130);
    expect(finished.stderr).toContain("Interrupt again to stop immediately");
    expect(standings(journal)).toEqual(["done", "sending"]);
    const resumed = await setup.run([...common, "--resume", journal]).finished;
    expect(resumed.code).toBe(9);
    expect(listLines(resumed.stdout).map(({ status }) => status)).toEqual([
      "skipped",
      "unknown",
      "done",
      "done",
    ]);
  },
);
