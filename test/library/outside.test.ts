/** A program outside this repository installs the package, imports it, and tests itself with it. */
import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyOperation } from "../../src/contract/every-operation.ts";
import { buildProgram, root } from "../bin/built.ts";
import { amount, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { addTo, packageName, packedBuild } from "../support/machine/packed.ts";

/** A separate project with the package; each test has its own files there. */
const folder = mkdtempSync(join(tmpdir(), "tome-outside-"));

beforeAll(async () => {
  await buildProgram();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  addTo(folder, packedBuild());
  symlinkSync(join(root, "node_modules", "vitest"), join(folder, "node_modules", "vitest"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync(join(root, "docs", "library.md"), "utf8").split("## Reference")[0];
const [clientExample, nodeExample, vitestExample] = [
  ...(page ?? "").matchAll(/```(?:js|ts)\n(.*?)```/gs),
].map(([, code = ""]) => code);

function write(files: Readonly<Record<string, string | undefined>>): void {
  for (const [name, text = ""] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function run(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

slowTest("the example for node:test passes", () => {
  write({ "guide.test.js": nodeExample });
  const { status, stdout, stderr } = run("guide.test.js");
  expect([status, stderr], stdout).toEqual([0, ""]);
  expect(stdout).toContain("restored for seven days");
});

slowTest("the example for vitest passes, and closes its platform", () => {
  write({ "guide.test.ts": vitestExample });
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status, stdout, stderr } = run(vitest, "run", "--root", folder, "guide.test.ts");
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain("1 passed");
});

slowTest("the client example lists the resources, and reports an API error", () => {
  const starting = `import { startPlatform } from "${packageName}";
const platform = await startPlatform({ seed: true });
process.env.TOME_BASE_URL = platform.baseUrl;
process.env.TOME_TOKEN = platform.token;
process.env.TOME_ORG = platform.organization;
await import("./client.js");
await platform.close();
`;
  write({ "client.js": clientExample, "start.js": starting });
  const { status, stdout, stderr } = run("start.js");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\S+ Welcome$/m);
  expect(stdout).toMatch(/^404 Space missing does not exist/m);
});

test("CommonJS programs can load the documented exports, and nothing else", () => {
  write({
    "all.cjs": `console.log(Object.keys(require("${packageName}")).sort().join());
try { require("${packageName}/dist/main.js") } catch (error) { console.log(error.code) }`,
  });
  const { stdout } = run("all.cjs");
  expect(stdout.split("\n")).toEqual([
    "AcceptedError,ApiError,IncompleteError,NetworkError,UsageError,createClient,startPlatform",
    "ERR_PACKAGE_PATH_NOT_EXPORTED",
    "",
  ]);
});

const typed = `import { createClient, type ListPage, type Platform, ApiError, type Space, startPlatform } from "${packageName}";

const client = createClient({ baseUrl: "http://127.0.0.1:1", token: "t" });
export async function titles(organizationId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const space of client.listSpacesInOrganizationById({ organizationId })) found.push(space.title);
  for await (const page of client.listSpacesInOrganizationById({ organizationId, limit: 2 }).pages()) {
    const whole: ListPage<Space> = page;
    found.push(...whole.items.map(({ id }) => id));
  }
  return found;
}
export async function renamed(spaceId: string): Promise<Space> {
  await client.deleteSpaceById({ spaceId });
  return client.updateSpaceById({ spaceId, title: "Guide", emoji: null, editMode: "locked" });
}
export async function tested(): Promise<Platform> {
  await using platform = await startPlatform({ seed: true, clock: new Date(), port: 0 });
  await platform.faults.set([{ fault: "rate-limit", operation: "createSpace", reset: "2s" }]);
  return platform;
}
export const told = (error: unknown) => (error instanceof ApiError ? error.status : 0);
`;
const mistyped = `import { createClient, startPlatform } from "${packageName}";
const client = createClient({ baseUrl: "http://127.0.0.1:1" });
void client.getSpaceById({ space: "s" });
void client.updateSpaceById({ spaceId: "s", editMode: "frozen" });
void client.getSpaceById({ spaceId: "s" }).then(({ titel }) => titel);
void client.getSpacesById({ spaceId: "s" });
void startPlatform({ seeds: true });
createClient({});
`;

/** The second takes ten times as long. */
const compilers = [
  ["7", join("typescript", "bin", "tsc")],
  ["5.9", join("@tsd", "typescript", "typescript", "lib", "tsc.js")],
].slice(0, amount({ short: 1, full: 2 }));

for (const [version = "", path = ""] of compilers) {
  slowTest(
    `in strict mode TypeScript ${version} accepts valid and refuses invalid programs`,
    () => {
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
        target: "es2023",
        lib: ["es2023"],
        types: [],
        module: "nodenext",
      };
      write({ "typed.ts": typed, "mistyped.ts": mistyped });
      const compiler = join(root, "node_modules", path);
      const check = (file: string, more: object = {}) => {
        const config = { compilerOptions: { ...options, ...more }, files: [file] };
        write({ [`${version}.json`]: JSON.stringify(config) });
        return run(compiler, "--pretty", "false", "--project", `${version}.json`);
      };
      expect(run(compiler, "--version").stdout).toContain(`Version ${version}.`);
      expect(check("typed.ts")).toMatchObject({ status: 0, stdout: "" });
      const bundled = { module: "esnext", moduleResolution: "bundler" };
      expect(check("typed.ts", bundled)).toMatchObject({ status: 0, stdout: "" });
      const lines = [...check("mistyped.ts").stdout.matchAll(/^mistyped\.ts\((\d+),/gm)];
      expect(lines.map(([, line]) => Number(line))).toEqual([3, 4, 5, 6, 7, 8]);
    },
  );
}

/**
 * Inputs are equal. A response may have more fields, because subpages are complete pages in its
 * model, which the types of the sources cannot express.
 */
const opening = `
import type { Input, Output } from "${root}/src/contract/endpoint.ts";
import type { List, Operations } from "${root}/dist/library.js";

type Given<F> = F extends (input?: infer I) => unknown ? NonNullable<I> : F extends (input: infer I) => unknown ? I : never;
type Got<F> = F extends (input: never) => List<infer Item> ? { items: Item[] } : F extends (input: never) => Promise<infer A> ? A : never;
type Listed<F, O> = F extends (input: never) => List<unknown> ? (O extends { items: infer I } ? { items: I } : never) : O;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? "same" : "published is narrower") : "published is wider";
type Within<A, B> = [A] extends [B] ? "same" : "published is wider";
`;

slowTest("each operation accepts its fields and returns its model", async () => {
  const modules = readdirSync(join(root, "src", "contract"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".model.ts"))
    .map((file) => file.replace(".ts", ""));
  const lines: string[] = [];
  const names: string[] = [];
  for (const name of modules) {
    const local = name.replace(/-/g, "_");
    // Not a list of files from the cache of translated tests, which lacks new files.
    const path = join(root, "src", "contract", `${name}.ts`);
    const exported: object = await import(/* @vite-ignore */ path);
    const own = Object.entries(exported).filter(([, value]) => everyOperation.includes(value));
    if (own.length > 0)
      lines.push(`import type * as ${local} from "${root}/src/contract/${name}.ts";`);
    for (const [key, { operation }] of own) {
      const [published, written] = [`Operations["${operation}"]`, `typeof ${local}.${key}`];
      const output = `Output<${written}> extends undefined ? void : Output<${written}>`;
      lines.push(
        `export const ${operation}_input: Same<Given<${published}>, Input<${written}>> = "same";`,
        `export const ${operation}_answer: Within<Got<${published}>, Listed<${published}, ${output}>> = "same";`,
      );
      names.push(operation);
    }
  }
  expect(names.sort()).toEqual(everyOperation.map(({ operation }) => operation).sort());
  expect(names.length).toBeGreaterThan(200);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "same.ts"), [opening, ...lines].join("\n"));
  // An optional field may also be undefined, for both.
  const options = {
    strict: true,
    target: "es2023",
    lib: ["es2023"],
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules", "@types")],
  };
  const config = { compilerOptions: options, files: ["same.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  // Several checkers would each check the types that the files share.
  const words = [compiler, "--pretty", "false", "--checkers", "1", "--project", folder];
  const { stdout, status } = spawnSync(process.execPath, words, { encoding: "utf8" });
  const program = [...opening.split("\n"), ...lines];
  const faults = [...stdout.matchAll(/^\S*\((\d+),.*?(published is \w+|error.*)/gm)];
  expect(faults.map(([, line, how]) => `${program[Number(line) - 1]}: ${how}`)).toEqual([]);
  expect([status, stdout]).toEqual([0, ""]);
});
