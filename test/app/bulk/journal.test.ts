import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { countSteps, resumeJournal, startJournal } from "../../../src/app/bulk/journal.ts";
import type { JournalEntry } from "../../../src/app/bulk/journal-text.ts";
import { UsageError } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { listLines } from "./many.ts";

const about = { command: "space delete", platform: "https://api.example", items: 3 };
const getPath = () => join(temporaryFolder(), "journal.ndjson");
const readLines = (path: string) => listLines(readFileSync(path, "utf8"));
const write = (item: number, is: JournalEntry["is"]): JournalEntry => ({
  item,
  key: `key ${item}`,
  is,
});

describe("a new journal", () => {
  test("is private, and starts with a header", async () => {
    const path = getPath();
    const journal = await startJournal(path, about);
    const [header, ...others] = readLines(path);
    expect(header).toEqual({
      journal: "tome",
      version: 1,
      ...about,
      salt: expect.stringMatching(/^[\da-f]{32}$/),
      began: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(others).toEqual([]);
    expect([journal.path, journal.before.size]).toEqual([path, 0]);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    await journal.close();
  });

  test("has each entry on disk before its item continues", async () => {
    const path = getPath();
    const journal = await startJournal(path, about);
    const states = ["sending", "waiting", "sending", "done"] as const;
    for (const [at, is] of states.entries()) {
      await journal.note(write(1, is));
      expect(readLines(path).slice(1)).toHaveLength(at + 1);
    }
    await journal.close();
    expect(readLines(path).slice(1)).toEqual(
      states.map((is) => ({ ...write(1, is), at: expect.stringMatching(/Z$/) })),
    );
  });

  test("has entries of concurrent items in their order", async () => {
    const path = getPath();
    const journal = await startJournal(path, about);
    const numbers = Array.from({ length: 50 }, (_, at) => at + 1);
    await Promise.all(numbers.map((item) => journal.note(write(item, "sending"))));
    await journal.close();
    expect(readLines(path).map(({ item }) => item)).toEqual([undefined, ...numbers]);
    expect(countSteps(readFileSync(path, "utf8"), path)).toBe(50);
  });

  test.each<[name: string, prepare: (path: string) => void, message: RegExp]>([
    [
      "exists",
      (path) => writeFileSync(path, ""),
      /^The journal .* already exists\. Use --resume .*ndjson to continue it, or another --journal/,
    ],
    ["is a folder", (path) => mkdirSync(path), /^The journal .* already exists\./],
  ])("whose file %s is refused, and not locked", async (_, prepare, message) => {
    const path = getPath();
    prepare(path);
    const error = await startJournal(path, about).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("replaces an earlier one only while no other process can write it", async () => {
    const path = getPath();
    writeFileSync(path, "earlier");
    const seen: boolean[] = [];
    const refuse = async () => {
      seen.push(existsSync(`${path}.lock`));
      throw new UsageError("It is unfinished.");
    };
    await expect(startJournal(path, about, refuse)).rejects.toThrow("It is unfinished.");
    expect([seen, existsSync(`${path}.lock`)]).toEqual([[true], false]);
    expect(readFileSync(path, "utf8")).toBe("earlier");
  });

  test("cannot be used by another process until it is closed or removed", async () => {
    const path = getPath();
    const first = await startJournal(path, about);
    await expect(resumeJournal(path)).rejects.toThrow(`is using ${path}`);
    await first.close();
    const second = await resumeJournal(path);
    await second.remove();
    expect([existsSync(path), existsSync(`${path}.lock`)]).toEqual([false, false]);
    const third = await startJournal(path, about);
    await third.remove();
  });

  test("that is removed or closed has written its pending entries first", async () => {
    const path = getPath();
    const journal = await startJournal(path, about);
    const noted = journal.note(write(1, "done"));
    await journal.close();
    await noted;
    expect(readLines(path)).toHaveLength(2);
    const again = await resumeJournal(path);
    const last = again.note(write(2, "done"));
    await again.remove();
    await expect(last).resolves.toBeUndefined();
  });

  test("that cannot be written refuses the entry and all that follow", async () => {
    const path = getPath();
    const journal = await startJournal(path, about);
    await journal.close();
    for (const item of [1, 2]) {
      await expect(journal.note(write(item, "sending"))).rejects.toThrow(
        /^The journal .* cannot be written.*\. No further items were sent\.$/,
      );
    }
  });
});

describe("a resumed journal", () => {
  test("has the last entry of each item, and continues after the last complete line", async () => {
    const path = getPath();
    const journal = await startJournal(path, about);
    for (const is of ["sending", "failed"] as const) await journal.note(write(1, is));
    await journal.note(write(2, "done"));
    await journal.close();
    const complete = readFileSync(path, "utf8");
    // The process was killed while it wrote the next line.
    writeFileSync(path, `${complete}{"item":3,"key":"k`);
    const resumed = await resumeJournal(path);
    expect(resumed.header).toMatchObject(about);
    expect([...resumed.before.values()].map(({ item, is }) => [item, is])).toEqual([
      [1, "failed"],
      [2, "done"],
    ]);
    await resumed.note(write(3, "sending"));
    await resumed.close();
    expect(readFileSync(path, "utf8").startsWith(complete)).toBe(true);
    expect(
      readLines(path)
        .slice(1)
        .map(({ item }) => item),
    ).toEqual([1, 1, 2, 3]);
  });

  test("finds a request again, and no other journal has the same key for it", async () => {
    const [path, other] = [getPath(), getPath()];
    const journal = await startJournal(path, about);
    const keys = [journal.getKey("a", 1), journal.getKey("a", 2), journal.getKey("b", 1)];
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{24}$/);
    await journal.close();
    const resumed = await resumeJournal(path);
    const elsewhere = await startJournal(other, about);
    expect(resumed.getKey("a", 2)).toBe(keys[1]);
    expect(elsewhere.getKey("a", 2)).not.toBe(keys[1]);
    await Promise.all([resumed.close(), elsewhere.close()]);
  });

  test.each<[name: string, content: string | undefined, message: string]>([
    ["is missing", undefined, "does not exist."],
    ["is empty", "", "is not a tome journal."],
    ["is another file", '{"a":1}\n', "is not a tome journal."],
  ])("that %s is refused, and not locked", async (_, content, message) => {
    const path = getPath();
    if (content !== undefined) writeFileSync(path, content);
    const error = await resumeJournal(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
