/** P2: each guard is taken away by itself, and the test that is named notices. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { amount, longTest, report } from "../support/amount.ts";
import { temporaryFolder } from "../support/folder.ts";
import { removeEach } from "../support/guard-removal.ts";
import { type Guard, guardsIn } from "../support/guards.ts";

const root = resolve(import.meta.dirname, "../..");
/** Who writes a guard of S7 tries it with `TOME_GUARDS=S7 npx vitest run test/promises/p2-guards.test.ts`. */
const wanted = process.env.TOME_GUARDS;
const guards = guardsIn(join(root, "test", "promises", "guards"));

test.each(guards)("$guard: the guard stands once in $file", ({ file, find, replace, test }) => {
  expect(readFileSync(join(root, file), "utf8").split(find)).toHaveLength(2);
  expect(find).not.toBe(replace);
  expect(readFileSync(join(root, test), "utf8")).not.toBe("");
});

/** Whoever names the guards wants them tried. */
const trying = wanted === undefined ? longTest : test;

trying(
  "A program without the guard fails the test that is named",
  async () => {
    const chosen =
      wanted === undefined
        ? guards.slice(0, amount({ short: 1, full: guards.length }))
        : guards.filter(({ promise }) => promise === wanted.toUpperCase());
    const folder = mkdtempSync(join(tmpdir(), "tome-guards-"));
    // If the tests run as root, PostgreSQL runs as another user.
    chmodSync(folder, 0o755);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const removals = await removeEach(chosen, {
      root,
      folder,
      workers: availableParallelism(),
      say,
    });
    const leftOut = removals.filter(({ isLeftOut }) => isLeftOut);
    const survived = removals.filter((one) => one.noticedBy.length === 0 && !one.isLeftOut);
    expect(survived.map(({ guard, reason }) => [guard.promise, guard.guard, reason])).toEqual([]);
    const noticed = removals.length - leftOut.length;
    const rest = leftOut.map(({ guard }) => guard.promise).join(", ");
    report(
      "P2",
      `${noticed} guards removed one by one, ${noticed} noticed${rest && `; not tried, as this machine skips their tests: ${rest}`}`,
    );
  },
  7_200_000,
);

const sample = {
  "package.json": '{ "type": "module" }',
  "scripts/build.mjs": 'import { mkdirSync } from "node:fs"; mkdirSync(process.argv[2]);',
  "vitest.config.mjs":
    'export default { test: { projects: [{ test: { name: "tome", include: ["test/**"] } }] } };',
  "src/least.ts": "export const least = (a: number, b: number) => (a < b ? a : b);\n",
  "test/least.test.ts": `
    import { expect, onTestFinished, test } from "vitest";
    import { least } from "../src/least.ts";
    test("The first may be less", () => expect(least(1, 2)).toBe(1));
    test("This fails anyway", () => expect(least(2, 1)).toBe(2));
    test.skip("This needs another machine", () => expect(least(0, 1)).toBe(0));`,
};

test("A guard counts as noticed only by a test that passes with it", async () => {
  const folder = temporaryFolder();
  const root = join(folder, "sample");
  for (const [name, text] of Object.entries(sample)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(root, "node_modules"));
  const without = (find: string, replace: string): Guard => ({
    promise: "P2",
    guard: replace,
    ...{ file: "src/least.ts", find, replace, test: "test/least.test.ts" },
  });
  const removals = await removeEach(
    [
      without("? a : b", "? b : a"),
      without("a < b", "a <= b"),
      { ...without("a < b", "a > b"), title: "This fails" },
      without("export", "export let ="),
      { ...without("a < b", "false"), title: "This needs" },
    ],
    { root, folder, workers: 2, say: () => {} },
  );
  const how = removals.map(({ guard, noticedBy, reason, isLeftOut }) => [
    guard.guard,
    [noticedBy, reason, ...(isLeftOut ? [true] : [])],
  ]);
  expect(Object.fromEntries(how)).toEqual({
    "? b : a": [["The first may be less"], undefined],
    "a <= b": [[], "failing anyway: This fails anyway"],
    "a > b": [[], "every test passes"],
    false: [[], undefined, true],
    "export let =": [[], expect.stringContaining("Unexpected token")],
  });
  expect(readFileSync(join(root, "src/least.ts"), "utf8")).toBe(sample["src/least.ts"]);
});
