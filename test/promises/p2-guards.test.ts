import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { amount, report } from "../support/amount.ts";
import { temporaryFolder } from "../support/folder.ts";

const root = resolve(import.meta.dirname, "../..");
const Guards = z.array(
  z.strictObject({
    guard: z.string(),
    file: z.string(),
    find: z.string(),
    replace: z.string(),
    test: z.string(),
  }),
);
const folder = join(root, "test", "promises", "guards");
const guards = readdirSync(folder)
  .sort()
  .flatMap((name) => Guards.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));

test.each(guards)("$guard: the guard stands once in $file", ({ file, find, replace, test }) => {
  expect(readFileSync(join(root, file), "utf8").split(find)).toHaveLength(2);
  expect(find).not.toBe(replace);
  expect(readFileSync(join(root, test), "utf8")).not.toBe("");
});

test("A program without the guard fails the test that is named", () => {
  const tried = guards.slice(0, amount({ short: 1, full: guards.length }));
  const copy = temporaryFolder();
  for (const name of ["bin", "src", "test", "scripts", "docs", "completions", "man"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  const files = ["package.json", "package-lock.json", "tsconfig.json", "vitest.config.mjs"];
  for (const name of [...files, "README.md", "CHANGELOG.md", "LICENSE"]) {
    cpSync(join(root, name), join(copy, name));
  }
  for (const name of ["node_modules", "dist"]) symlinkSync(join(root, name), join(copy, name));
  const passes = (file: string) => {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const { TOME_FULL: _, TOME_PROMISES: __, ...env } = process.env;
    return spawnSync(process.execPath, [vitest, "run", file], { cwd: copy, env }).status === 0;
  };
  // A test that fails in the copy as it is would prove nothing.
  for (const proof of new Set(tried.map(({ test }) => test)))
    expect([proof, passes(proof)]).toEqual([proof, true]);
  const survived = tried.filter(({ file, find, replace, test }) => {
    const path = join(copy, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    const survives = passes(test);
    writeFileSync(path, text);
    return survives;
  });
  expect(survived).toEqual([]);
  report("P2", `${tried.length} guards removed one by one, ${tried.length} noticed`);
}, 3_600_000);
