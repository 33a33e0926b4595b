import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BulkCommand, BulkItem } from "../../../src/app/bulk/items.ts";
import { beginJournal, isDefaultJournal, listNames } from "../../../src/app/bulk/journal-path.ts";
import type { ItemState } from "../../../src/app/bulk/journal-text.ts";
import type { KnownName } from "../../../src/app/bulk/known-names.ts";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { UsageError } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

interface Options {
  readonly folder?: string;
  readonly platform?: string;
  readonly journal?: string;
}

async function createBulk(
  line: string,
  { folder = temporaryFolder(), platform = "https://api.example", journal }: Options = {},
) {
  const { command: verb } = await findCommand(line.split(" "));
  return createPartial<BulkCommand>({
    ...{ line, verb },
    typed: { shared: new Map(journal === undefined ? [] : [["journal", journal]]) },
    context: {
      ...{ cwd: folder, env: { XDG_STATE_HOME: folder, HOME: folder } },
      settings: { baseUrl: { value: platform } },
    },
  });
}

const createItems = (...requests: readonly string[]) =>
  requests.map((request) => createPartial<BulkItem>({ request }));
const items = createItems("A", "B");

/** Begins a run, notes these states of its items, and begins the same run again. */
async function beginTwice(line: string, states: readonly ItemState[]) {
  const bulk = await createBulk(line);
  const first = await beginJournal(bulk, items, []);
  for (const [at, is] of states.entries()) {
    await first.note({ item: at + 1, key: first.getKey(`${at}`, 1), is });
  }
  await first.close();
  const second = await beginJournal(bulk, items, []);
  await second.close();
  expect(second.path).toBe(first.path);
}

describe("a run that is begun again", () => {
  test.each<[line: string, isRefused: boolean]>([
    ["space update", false],
    ["space delete", false],
    // These create something each time.
    ["space create", true],
    ["team create", true],
    ["org font create", true],
    // Its requests are not known before.
    ["cr edit", true],
  ])("of %s is refused if that could repeat a write: %s", async (line, isRefused) => {
    for (const is of ["sending", "done", "pending", "unknown"] as const) {
      const begun = beginTwice(line, ["failed", is]);
      if (isRefused) {
        await expect(begun, is).rejects.toThrow(
          / is unfinished\. A new run may repeat 1 of them\./,
        );
      } else await expect(begun, is).resolves.toBeUndefined();
    }
    await expect(beginTwice(line, ["failed", "waiting"])).resolves.toBeUndefined();
    await expect(beginTwice(line, [])).resolves.toBeUndefined();
  });

  test("names the earlier run and both ways to continue", async () => {
    const error = await beginTwice("space create", ["done", "unknown"]).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(
      /^An earlier run of tome space create with the same 2 items, started at \d{4}-\S+Z, is unfinished\. A new run may repeat 2 of them\. Use --resume to continue it, or --journal <another file> to start over\.$/,
    );
    expect(error.hint).toMatch(/^Run the same command with --resume \S+ndjson$/);
  });

  test("is not refused if the earlier one was killed before its first item", async () => {
    const bulk = await createBulk("space create");
    const { path, close } = await beginJournal(bulk, items, []);
    await close();
    writeFileSync(path, '{"journal":"to');
    await (await beginJournal(bulk, items, [])).close();
    expect(readFileSync(path, "utf8")).toContain('"command":"space create"');
  });
});

test("each run has its own default file", async () => {
  const folder = temporaryFolder();
  const paths: string[] = [];
  for (const [line, platform, requests] of [
    ["space update", "https://a.example", ["A", "B"]],
    ["space delete", "https://a.example", ["A", "B"]],
    ["space update", "https://b.example", ["A", "B"]],
    ["space update", "https://a.example", ["B", "A"]],
    ["space update", "https://a.example", ["A"]],
  ] as const) {
    const bulk = await createBulk(line, { folder, platform });
    const { path, close } = await beginJournal(bulk, createItems(...requests), []);
    await close();
    expect(isDefaultJournal(path, bulk)).toBe(true);
    expect(dirname(path)).toBe(join(folder, "tome", "bulk"));
    paths.push(path);
  }
  expect(new Set(paths).size).toBe(paths.length);
});

test("a file of --journal is relative to the current folder, and never replaced", async () => {
  const folder = temporaryFolder();
  const bulk = await createBulk("space update", { folder, journal: "mine.ndjson" });
  const { path, close } = await beginJournal(bulk, items, []);
  await close();
  expect([path, isDefaultJournal(path, bulk)]).toEqual([join(folder, "mine.ndjson"), false]);
  await expect(beginJournal(bulk, items, [])).rejects.toThrow("already exists");
});

test("the names of the items are read from the journal", async () => {
  const names: KnownName[] = [{ noun: "space", id: "S1", title: "Guide", asked: "Guide" }];
  const bulk = await createBulk("space update");
  const { path, close } = await beginJournal(bulk, items, names);
  await close();
  expect(await listNames(path)).toEqual(names);
  const without = await beginJournal(await createBulk("space update"), items, []);
  await without.close();
  expect(readFileSync(without.path, "utf8")).not.toContain("names");
  expect(await listNames(without.path)).toEqual([]);
  // An unreadable file is reported when it is opened.
  expect(await listNames(`${path}.gone`)).toEqual([]);
  expect(await listNames(dirname(path))).toEqual([]);
});
