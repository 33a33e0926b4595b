import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Node } from "typescript/unstable/ast";
import {
  isArrowFunction,
  isCallExpression,
  isFunctionExpression,
} from "typescript/unstable/ast/is";
import { API, type Project, SignatureKind, type Type, TypeFlags } from "typescript/unstable/sync";
import { expect, onTestFinished, test } from "vitest";
import { listFaults } from "../../scripts/linting/list-faults.mjs";
import { root } from "../bin/built.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A separate folder with one file. */
function createFolder(file: string, text: string): string {
  const folder = temporaryFolder();
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return folder;
}

/** The faults of one file. */
const lint = (file: string, text: string) => listFaults(createFolder(file, text));

const good = "/** Counts words. */\nexport const one = 1;\n";

slowTest("a file that follows the rules passes, and another one fails with its faults", () => {
  const run = (text: string) => {
    const folder = createFolder("src/service/words.ts", text);
    const script = join(root, "scripts", "lint.mjs");
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
    return { status, stderr };
  };
  expect(run(good)).toEqual({ status: 0, stderr: "" });
  const fault = expect.stringContaining("src/service/words.ts:3 uses the type any");
  expect(run(`${good}let two: any;\n`)).toEqual({ status: 1, stderr: fault });
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
  ["src/a.ts", `${good}export function title() {}\n`, '"title" does not start with a verb'],
  ["src/a.ts", `${good}export const title = () => one;\n`, '"title" does not start with a verb'],
  ["src/a.ts", `${good}function title() {}\n`, '"title" does not start with a verb'],
  ["src/a.ts", `${good}const title = () => one;\n`, '"title" does not start with a verb'],
  ["src/service/a.ts", `${good}console.log(one);\n`, "writes to the console"],
  ["src/features/a.ts", `${good}setTimeout(go, one);\n`, "src/features/a.ts:3 sets a timer"],
  ["src/features/a.ts", `${good}await import("node:timers/promises");\n`, "sets a timer"],
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
])("in %s this is refused: %s", async (file, text, said) => {
  expect((await lint(file, text)).join("\n")).toContain(said);
});

test.each([
  "export function findTitle() {}\n",
  "export const toTitle = () => one;\n",
  "export function findTitle() {\n  const title = () => one;\n  return title();\n}\n",
])("the names in %s are accepted", async (text) => {
  expect(await lint("src/a.ts", good + text)).toEqual([]);
});

test("a module of the platform can keep state with the data, or declare it as state of the process", async () => {
  const kept =
    "const seen = new WeakMap<object, number>();\n// Process-wide: random data.\nlet used = 0;\n";
  expect(await lint("src/service/a.ts", `${good}${kept}`)).toEqual([]);
});

test("a call can spread a literal, or a list declared as short", async () => {
  const short = "// Spread: two at most.\nMath.max(...given);\nMath.max(...(one ? [1, 2] : []));\n";
  expect(await lint("src/a.ts", `${good}${short}`)).toEqual([]);
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
])("a name or comment with a forbidden word is refused: %s", async (line, said) => {
  const faults = (await lint("test/a.ts", `${good}${line}\n`)).join("\n");
  expect(faults).toContain("test/a.ts:3: ");
  expect(faults).toContain(said);
});

test("no file name has a forbidden word", async () => {
  const faults = (await lint("src/visit-page.ts", good)).join("\n");
  expect(faults).toContain('src/visit-page.ts:1: "visit-page.ts"');
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
])("data, texts, terms and short-lived variables can have forbidden words: %s", async (line) => {
  expect(await lint("test/a.ts", `${line}\n`)).toEqual([]);
});

test("the app can write to the console and end the process", async () => {
  expect(await lint("src/app/a.ts", `${good}console.log(process.exit());\n`)).toEqual([]);
});

/** Files that handle bigint themselves. */
const writers = ["src/json/exact-writing.ts", "src/json/canonical.ts"];

/** The platform parses requests and specifications without bigint, or converts it. */
const withoutBigInt = /^src\/service\//;

/** Types whose members are not written. */
const opaque = new Set(["Buffer", "Date", "Function", "Promise", "RegExp", "URL", "Uint8Array"]);

/** Calls of JSON.stringify without a replacer whose value may contain a bigint. */
function listUnsafeCalls({ rootFiles, program, checker }: Project): string[] {
  function mayContainBigInt(type: Type, met = new Set<number>()): boolean {
    if (met.has(type.id)) return false;
    met.add(type.id);
    if (type.flags & TypeFlags.BigIntLike) return true;
    if (type.isUnionType() || type.isIntersectionType()) {
      return type.getTypes().some((one) => mayContainBigInt(one, met));
    }
    if (!(type.flags & TypeFlags.Object) || opaque.has(type.getSymbol()?.name ?? "")) return false;
    if (checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) return false;
    const isList = checker.isArrayType(type) || checker.isTupleType(type);
    const properties = isList ? [] : checker.getPropertiesOfType(type);
    const members = [
      ...checker.getIndexInfosOfType(type).map(({ valueType }) => valueType),
      ...checker.getTypeOfSymbol(properties),
    ];
    return members.some((one) => one !== undefined && mayContainBigInt(one, met));
  }

  function search(path: string): string[] {
    const file = path.slice(root.length + 1);
    if (writers.includes(file) || !readFileSync(path, "utf8").includes("JSON.stringify")) return [];
    const source = program.getSourceFile(path);
    if (source === undefined) throw new Error(`${file} is not in the program.`);
    const values: Node[] = [];
    const calls: Node[] = [];
    const walk = (node: Node): void => {
      node.forEachChild(walk);
      if (!isCallExpression(node) || node.expression.getText(source) !== "JSON.stringify") return;
      const [value, replacer] = node.arguments;
      if (value === undefined) return;
      if (replacer && (isArrowFunction(replacer) || isFunctionExpression(replacer))) return;
      values.push(value);
      calls.push(node);
    };
    walk(source);
    return checker.getTypeAtLocation(values).flatMap((type, index) => {
      const call = calls[index];
      if (type === undefined || call === undefined) throw new Error(`${file} has no types.`);
      const isUnknown = (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;
      if (!mayContainBigInt(type) && !(isUnknown && !withoutBigInt.test(file))) return [];
      const line = source.text.slice(0, call.getStart(source)).split("\n").length;
      return [`${file}:${line} needs writeJson: ${call.getText(source)}`];
    });
  }

  return rootFiles.flatMap(search);
}

/** The program of the sources, without tests. */
function openSources(): Project {
  const config = join(temporaryFolder(), "tsconfig.json");
  const compilerOptions = {
    incremental: false,
    // Several checkers would each check the types that the files share.
    checkers: 1,
    tsBuildInfoFile: null,
    typeRoots: [join(root, "node_modules", "@types")],
  };
  const sources = { extends: join(root, "tsconfig.json"), compilerOptions };
  writeFileSync(config, JSON.stringify({ ...sources, include: [join(root, "src")] }));
  // The compiler API of TypeScript 5 takes three times as much processor time.
  const api = new API({ cwd: root });
  onTestFinished(() => api.close());
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error("TypeScript has not opened the sources.");
  return project;
}

slowTest("no value that may contain a bigint is written by JSON.stringify", () => {
  const project = openSources();
  expect(project.rootFiles.length).toBeGreaterThan(1000);
  expect(listUnsafeCalls(project)).toEqual([]);
});
