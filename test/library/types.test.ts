/** The published types match the contract, for each operation. */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { everyOperation } from "../../src/contract/every-operation.ts";
import { buildProgram, root } from "../bin/built.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

beforeAll(buildProgram);

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
