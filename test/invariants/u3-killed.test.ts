import { expect } from "vitest";
import { type BulkSetup, openBulkSetup, type Phase } from "../support/commands/bulk-setup.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";

const kills = amount({ short: 3, full: 600 });
const phases: readonly Phase[] = ["came", "carried out", "answered"];
const seed = 90_411;

interface Row {
  readonly entry: string;
  readonly outcome: string;
  readonly command: string;
}

/** Killed in a phase of the write; in the first phase, the platform never receives it. */
async function killAt(setup: BulkSetup, args: readonly string[], number: number, phase: Phase) {
  setup.count = 0;
  const running = setup.run(args);
  setup.watch = async (now, at) => {
    if (now !== phase || at !== number) return;
    running.signal("SIGKILL");
    await running.finished;
    if (phase === "came") throw new Error("It never gets there.");
  };
  const { signal } = await running.finished;
  setup.watch = () => {};
  await setup.settled();
  return signal === "SIGKILL";
}

async function ok(setup: BulkSetup, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await setup.run(args).finished;
  expect({ code, stderr }, args.join(" ")).toMatchObject({ code: 0 });
  return stdout;
}

slowTest(
  "a write killed between request and response is recorded as unknown, and history show resolves it",
  async () => {
    const random = randomFrom(seed);
    const setup = await openBulkSetup();
    const rows = async (): Promise<Row[]> =>
      JSON.parse(await ok(setup, ["history", "list", "--json", "entry,outcome,command"]));
    const found = { unknown: 0, done: 0, "found out": 0 };
    const absent = countFaults();
    for (let kill = 0; kill < kills; kill++) {
      const title = `Space ${kill}`;
      const made = JSON.parse(
        await ok(setup, ["space", "create", "--title", title, "--json", "id"]),
      );
      const phase = phases[kill % phases.length] ?? "came";
      const line = random.pick(["create", "update", "delete"] as const);
      // An update reads the previous state first, and so does a deletion with an inverse.
      const [args, number] =
        line === "create"
          ? [["space", "create", "--title", `New ${kill}`], 1]
          : line === "update"
            ? [["space", "update", made.id, "--title", `Changed ${kill}`], 2]
            : [["space", "delete", made.id, "--yes"], 2];
      const before = await rows();
      const wasKilled = await killAt(setup, args, number, phase);
      const [last, ...earlier] = await rows();
      const about = `${line}, killed when it ${phase}`;
      absent.add(earlier.length < before.length);
      expect(earlier.length, about).toBe(before.length);
      if (last === undefined) continue;
      expect(last.command, about).toBe(`space ${line}`);
      // It may have recorded the response before it was killed.
      expect(
        phase === "answered" || !wasKilled ? ["unknown", "done"] : ["unknown"],
        about,
      ).toContain(last.outcome);
      found[last.outcome === "done" ? "done" : "unknown"]++;
      const shown = JSON.parse(
        await ok(setup, ["history", "show", last.entry, "--json", "outcome"]),
      );
      expect(shown.outcome, about).toBe(phase === "came" ? "refused" : "done");
      expect((await rows())[0]?.outcome, about).toBe(shown.outcome);
      if (last.outcome === "unknown") found["found out"]++;
    }
    report(
      "U3",
      `${kills} kills: ${found.unknown} unknown, ${found["found out"]} found out, ${absent.total()} absent`,
    );
  },
  36_000_000,
);
