import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** Applies the rules to one file in a separate folder. */
function lint(file: string, text: string): { exitCode: number | null; said: string } {
  const folder = temporaryFolder();
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts", "lint.mjs"), folder],
    { encoding: "utf8" },
  );
  return { exitCode: status, said: stderr };
}

const good = "/** Counts words. */\nexport const one = 1;\n";

test("a file that follows the rules passes", () => {
  expect(lint("src/service/words.ts", good)).toEqual({ exitCode: 0, said: "" });
});

// Put together, so that this file does not say them itself.
const silence = ["@ts", "ignore"].join("-");

test.each([
  ["src/a.ts", `${good}${"\n".repeat(600)}`, "src/a.ts has 602 lines. The maximum is 600."],
  ["src/utils/a.ts", good, "utils"],
  ["src/a.ts", "export const one = 1;\n", "does not begin with a file comment"],
  ["src/a.ts", "/** words */\nexport const one = 1;\n", "does not begin with a file comment"],
  ["src/a.ts", `${good}let two: any;\n`, "src/a.ts:3 uses the type any"],
  ["src/a.ts", `${good}const two = one as unknown as string;\n`, "casts a type"],
  ["src/a.ts", `${good}const two = one!;\n`, "uses a non-null assertion"],
  ["src/a.ts", `${good}// ${silence}\n`, "src/a.ts:3 contains"],
  ["src/a.ts", `${good}// TODO more\n`, "contains TODO"],
  ["src/a.ts", `${good}function titleOf() {}\n`, "declares a function titleOf"],
  ["src/service/a.ts", `${good}console.log(one);\n`, "writes to the console"],
  ["src/service/a.ts", `${good}process.exit(one);\n`, "ends the process"],
  ["src/a.ts", `${good}Math.max(...given);\n`, "src/a.ts:3 spreads a list"],
  ["src/a.ts", `${good}list.push(...[1, ...given]);\n`, "src/a.ts:3 spreads a list"],
  ["src/a.ts", `${good}Math.max.apply(null, given);\n`, "src/a.ts:3 spreads a list"],
  ["src/a.ts", `${good}map.set(key, [...(map.get(key) ?? []), one]);\n`, "copies a list to append"],
  [
    "src/a.ts",
    `${good}const words: Readonly<Record<string, string>> = {};\nexport const two = words[given];\n`,
    "src/a.ts:4 may read an inherited member",
  ],
  [
    "src/a.ts",
    `${good}export const two = Object.hasOwn(one, given) ? one[given] : undefined;\n`,
    "src/a.ts:3 repeats findOwn",
  ],
  [
    "src/service/a.ts",
    `${good}const seen = new Map<string, number>();\n`,
    "src/service/a.ts:3 has mutable state",
  ],
  ["src/service/a.ts", `${good}export let two = 2;\n`, "src/service/a.ts:3 has mutable state"],
  ["src/a.ts", '/** All. */\nexport * from "./b.ts";\n', "contains only re-exports"],
])("in %s this is refused: %s", (file, text, said) => {
  const result = lint(file, text);
  expect(result.exitCode).toBe(1);
  expect(result.said).toContain(said);
});

test("a module of the platform can keep state with the data, or declare it as state of the process", () => {
  const kept =
    "const seen = new WeakMap<object, number>();\n// Process-wide: random data.\nlet used = 0;\n";
  expect(lint("src/service/a.ts", `${good}${kept}`)).toEqual({ exitCode: 0, said: "" });
});

test("a call can spread a literal, or a list declared as short", () => {
  const short = "// Spread: two at most.\nMath.max(...given);\nMath.max(...(one ? [1, 2] : []));\n";
  expect(lint("src/a.ts", `${good}${short}`)).toEqual({ exitCode: 0, said: "" });
});

test.each([
  ["function settleLevels() {}", '"settleLevels": use a specific verb (recompute'],
  ["const around = one;", '"around": use middleware'],
  ["function two(heldCopy = one) {}", '"heldCopy"'],
  ["const { a: [wall] } = one;", '"wall"'],
  ["class Two { #room = one; }", '"room"'],
  ["import { two as stage } from 'two';", '"stage"'],
  ["const place = one;", '"place": use a specific noun (location'],
  ["export const seen = one;", '"seen": use a specific noun (row'],
  ["const rowsFound = () => one;", '"rowsFound"'],
  ["interface SeenPage {}", '"SeenPage"'],
  ["function joinTrees() {}", '"joinTrees": use merge'],
  ["// Whose is his own.", 'a comment contains "his"'],
])("a name or comment with a forbidden word is refused: %s", (line, said) => {
  const result = lint("test/a.ts", `${good}${line}\n`);
  expect(result.exitCode).toBe(1);
  expect(result.said).toContain("test/a.ts:3: ");
  expect(result.said).toContain(said);
});

test("no file name has a forbidden word", () => {
  expect(lint("src/visit-page.ts", good).said).toContain('src/visit-page.ts:1: "visit-page.ts"');
});

test.each([
  "const found = one;",
  "function notFound() {}",
  "const { held } = one;",
  "const two = { settled: one };",
  "interface Row { readonly sealed: string }",
  "function joinOrganization() {}",
  'export type { JournalEntry } from "two";',
  'const said = "his // his";',
  '/* As they say: `he` and "him". */',
])("data, texts, terms and short-lived variables can have forbidden words: %s", (line) => {
  expect(lint("test/a.ts", `${line}\n`)).toEqual({ exitCode: 0, said: "" });
});

test("the app can write to the console and end the process", () => {
  expect(lint("src/app/a.ts", `${good}console.log(process.exit());\n`).exitCode).toBe(0);
});
