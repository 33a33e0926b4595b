import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  type BulkSetup,
  type Finished,
  openBulkSetup,
  type Phase,
  titlesFile,
} from "../support/commands/bulk-setup.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";

const kills = amount({ short: 1, full: 300 });
const items = 12;
const phases: readonly Phase[] = ["came", "carried out", "answered"];
const seed = 20_265;

interface Row {
  readonly item: string;
  readonly number: number;
  readonly status: string;
}

function listRows({ stdout }: Finished): Row[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Runs the items, killed at a random request and phase. @returns whether the run was killed */
async function killed(setup: BulkSetup, args: readonly string[], random: () => number) {
  const at = 1 + Math.floor(random() * items);
  const phase = phases[Math.floor(random() * phases.length)];
  const late = random() * 4;
  setup.count = 0;
  const running = setup.run(args);
  let wasKilled = false;
  setup.watch = async (now, number) => {
    if (now !== phase || number !== at) return;
    await new Promise((resolve) => setTimeout(resolve, late));
    wasKilled = true;
    running.signal("SIGKILL");
  };
  const finished = await running.finished;
  setup.watch = () => {};
  await setup.settled();
  return { killed: wasKilled && finished.signal === "SIGKILL", finished };
}

slowTest(
  "after a kill at any point and a resume, each item is done once or listed as unknown",
  async () => {
    const random = randomFrom(seed).next;
    const setup = await openBulkSetup();
    const found = { done: 0, unknown: 0, twice: 0 };
    let killsSoFar = 0;
    for (let round = 0; killsSoFar < kills; round++) {
      const name = `Round ${round}`;
      const file = titlesFile(setup, name, items);
      const journal = join(setup.home, `${name}.ndjson`);
      const common = ["space", "create", "--from", file, "--format", "ndjson"];
      const begin = [...common, "--concurrency", "3", "--journal", journal];
      const resume = [...common, "--concurrency", "3", "--resume", journal];
      const wanted = 1 + Math.floor(random() * 3);
      for (let kill = 0; kill < wanted; kill++) {
        const isBegun = existsSync(journal) && readFileSync(journal, "utf8").includes("\n");
        if (!isBegun) rmSync(journal, { force: true });
        const ended = await killed(setup, isBegun ? resume : begin, random);
        if (ended.killed) killsSoFar += 1;
      }
      const last = await setup.run(resume).finished;
      const titles = await setup.titles();
      const rows = listRows(last);
      const about = { seed, round, stderr: last.stderr };
      expect({ ...about, rows: rows.length }).toEqual({ ...about, rows: items });
      for (const { number, status } of rows) {
        const made = titles.filter((title) => title === `${name} ${number - 1}`).length;
        const known = status === "done" || status === "skipped";
        expect({ seed, round, number, status, made }).toEqual({
          seed,
          round,
          number,
          status: known ? status : "unknown",
          made: known ? 1 : Math.min(made, 1),
        });
        found[known ? "done" : "unknown"] += 1;
        if (made > 1) found.twice += 1;
      }
      const isWhole = rows.every(({ status }) => status !== "unknown");
      expect({ seed, round, code: last.code }).toEqual({ seed, round, code: isWhole ? 0 : 9 });
    }
    report(
      "C5",
      `${killsSoFar} kills, ${found.done} items done once, ${found.unknown} listed as unknown, ${found.twice} done twice`,
    );
  },
  1_800_000,
);
