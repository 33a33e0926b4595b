/** The page of promises, and the records that it is made of. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { countChanged, stateOf } from "../../scripts/promising/history.mjs";
import { refreshed } from "../../scripts/promising/page.mjs";
import {
  alone,
  guardsFile,
  promises,
  proofsOf,
  unguarded,
} from "../../scripts/promising/promises.mjs";
import { digestOf, recordsOf } from "../../scripts/promising/records.mjs";
import { estimateOf, scheduleOf } from "../../scripts/promising/schedule.mjs";
import { temporaryFolder } from "../support/folder.ts";

const root = resolve(import.meta.dirname, "../..");
const ids = Object.values(promises).flatMap((group) => Object.keys(group));

test("docs/promises.md tells the promises, the proofs, the last whole runs, and what changed since", () => {
  const text = readFileSync(join(root, "docs", "promises.md"), "utf8");
  expect(text).toBe(refreshed(root, text));
});

test("Each promise has a proof, and guards or a reason to have none", () => {
  expect(ids.filter((id) => proofsOf(root, id).length === 0)).toEqual([]);
  for (const path of ids.flatMap((id) => proofsOf(root, id))) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  }
  const guarded = (id: string) => existsSync(join(root, guardsFile(id)));
  expect(ids.filter((id) => guarded(id) === (unguarded[id] !== undefined))).toEqual([]);
  expect(
    [...Object.keys(unguarded), ...Object.keys(alone)].filter((id) => !ids.includes(id)),
  ).toEqual([]);
});

test("A record is what the run wrote", () => {
  const records = Object.entries(recordsOf(root));
  expect(records.filter(([id, { digest, ...found }]) => digestOf(id, found) !== digest)).toEqual(
    [],
  );
});

test("A record that is changed by hand is noticed, whatever of it", () => {
  const found = {
    commit: "c".repeat(40),
    isClean: true,
    date: "2026-01-01",
    machine: "linux",
    seconds: 1.5,
    passed: true,
    found: "3 tokens, 0 elsewhere",
    skipped: 0,
  };
  const digests = [
    digestOf("T1", found),
    digestOf("T2", found),
    ...Object.keys(found).map((name) => digestOf("T1", { ...found, [name]: "other" })),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});

test("The time is told before: two proofs at once, but those that measure alone", () => {
  const records = {
    T1: { seconds: 600 },
    T2: { seconds: 300 },
    S7: { seconds: 900 },
    T7: { seconds: 60 },
  };
  const schedule = scheduleOf(["T1", "T2", "T7", "S7", "S8"], records);
  expect(schedule).toEqual({ beside: ["S7", "T1", "T2", "S8"], alone: ["T7"] });
  expect(estimateOf(schedule, records, 2)).toBe(
    "5 promises, about 16 min by the last records; not known for S8.",
  );
  const all = scheduleOf(["T1"], {});
  expect(estimateOf(all, {}, 2)).toBe("1 promise; no record says how long that takes.");
});

test("What changed after a commit is counted, but not what the run itself writes", () => {
  const folder = temporaryFolder();
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  expect(stateOf(folder)).toBe(undefined);
  git("init", "--quiet");
  for (const name of ["src", "docs"]) mkdirSync(join(folder, name));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "Change");
    return git("rev-parse", "HEAD");
  };
  write("src/a.ts", "1");
  const first = commit();
  write("docs/promises.md", "2");
  expect(stateOf(folder)).toEqual({ commit: first, isClean: true });
  write("src/a.ts", "2");
  expect(stateOf(folder)).toEqual({ commit: first, isClean: false });
  write("README.md", "2");
  const second = commit();
  expect(countChanged(folder, first, second, ["src", "docs"])).toBe(1);
  expect(countChanged(folder, first, second, ["bin"])).toBe(0);
  expect(countChanged(folder, "0".repeat(40), second, ["src"])).toBe(undefined);
  expect(countChanged(folder, null, second, ["src"])).toBe(undefined);
});
