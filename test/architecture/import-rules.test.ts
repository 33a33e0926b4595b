import { expect, test } from "vitest";
import { findViolation } from "./import-rules.ts";
import { importsOfSources, listImports } from "./imports.ts";

const imports = importsOfSources();

/** The violations of one line in one file. */
function faults(file: string, line: string): (string | undefined)[] {
  return listImports(file, line).map(findViolation);
}

/** The importing file, for messages. */
function listFiles(some: typeof imports): string {
  return `imported by ${some.map(({ from }) => from).join(", ") || "no file"}`;
}

test("every import of the sources matches the table of folders", () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.map(findViolation).filter((fault) => fault !== undefined)).toEqual([]);
});

test("only the app imports commander", () => {
  const knowing = imports.filter(({ to }) => to.kind === "package" && to.name === "commander");
  expect(new Set(knowing.map(({ folder }) => folder)), listFiles(knowing)).toEqual(
    new Set(["app"]),
  );
});

test.each([
  "@photostructure/sqlite",
  "acorn",
  "chalk",
  "cli-table3",
  "commander",
  "conf",
  "fastify",
  "ora",
  "pdfmake",
  "proper-lockfile",
  "string-width",
  "undici",
])("a slow module is imported by one file: %s", (name) => {
  const entering = imports.filter(
    ({ to, how }) => to.kind === "package" && to.name === name && how !== "type",
  );
  expect(new Set(entering.map(({ from }) => from)).size, listFiles(entering)).toBe(1);
});

test.each([
  ["src/errors.ts", 'import { x } from "node:fs";', "must not use node:fs"],
  ["src/contract/space.ts", 'import { x } from "../client/client.ts";', "must not import client"],
  ["src/contract/space.ts", 'import * as z from "zod/mini";', "only for its types"],
  [
    "src/terminal/draw/table.ts",
    'import { x } from "../../contract/space.ts";',
    "must not import contract",
  ],
  ["src/terminal/progress.ts", 'import ora from "ora";', "only by a dynamic import"],
  ["src/settings/json.ts", 'export * from "../client/client.ts";', "must not import client"],
  ["src/client/client.ts", 'import { x } from "../service/open.ts";', "must not import service"],
  ["src/service/open.ts", 'const x = import("../client/client.ts");', "must not import client"],
  ["src/context.ts", 'import { x } from "./client/client.ts";', "only for its types"],
  ["src/features/a.ts", 'let x: import("../service/open.ts").X;', "must not import service"],
  ["src/features/a.ts", 'const x = import("undici");', "must not import undici"],
  ["src/commands/a.ts", 'import { x } from "../features/a.ts";', "only by a dynamic import"],
  ["src/commands/a.ts", 'import { x } from "../app/main.ts";', "must not import app"],
  ["src/app/main.ts", 'import { x } from "../service/open.ts";', "only by a dynamic import"],
  ["src/app/main.ts", 'import { x } from "../../bin/tome.js";', "must not import"],
  ["src/other/a.ts", 'import "./b.ts";', "in no folder"],
])("in %s the line %s is refused", (file, line, fault) => {
  expect(faults(file, line)).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ["src/contract/space.ts", 'import type { X } from "zod/mini";'],
  ["src/contract/space.model.ts", 'import * as z from "zod/mini";'],
  ["src/client/transport/pooled-transport.ts", 'const x = import("undici");'],
  ["src/context.ts", 'import { type X } from "./client/client.ts";'],
  ["src/commands/a.ts", 'const x = () => import("../features/a.ts");'],
])("in %s the line %s is allowed", (file, line) => {
  expect(faults(file, line)).toEqual([undefined]);
});
