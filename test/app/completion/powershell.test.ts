/**
 * PowerShell itself is not available, so its script is only checked against the grammar of the
 * language.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { beforeAll, expect, test } from "vitest";
import { Language, type Node, Parser } from "web-tree-sitter";
import { buildCompletionModel } from "../../../src/app/completion/model.ts";
import { writePowershellScript } from "../../../src/app/completion/powershell.ts";
import { buildCompletionScript } from "../../../src/app/completion/script.ts";
import { buildTable } from "../../../src/app/completion/table.ts";
import { slowTest } from "../../support/generators/amount.ts";

let parser: Parser;

beforeAll(async () => {
  // The lexer of the grammar is a function of 450 kB. Optimizing it would occupy a processor for 20
  // seconds, while no thread of this process can start.
  setFlagsFromString("--liftoff-only");
  await Parser.init();
  const { resolve } = createRequire(import.meta.url);
  const file = resolve("tree-sitter-powershell/tree-sitter-powershell.wasm");
  parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(file)));
});

/** Every node of a script, outermost first. */
function listNodes(script: string): Node[] {
  const tree = parser.parse(script);
  if (tree === null) throw new Error("The parser gave up.");
  const nodes: Node[] = [];
  const walk = (node: Node): void => {
    nodes.push(node);
    for (const child of node.children) walk(child);
  };
  walk(tree.rootNode);
  return nodes;
}

slowTest("powershell: the script is well-formed", async () => {
  const faults = listNodes(await buildCompletionScript("powershell"))
    .filter((node) => node.isError || node.isMissing)
    .map(({ startPosition, text }) => [startPosition.row, text.slice(0, 80)]);
  expect(faults).toEqual([]);
});

slowTest("powershell: the script calls only its own functions and starts no process", async () => {
  const nodes = listNodes(await buildCompletionScript("powershell"));
  const own = nodes.filter(({ type }) => type === "function_name").map(({ text }) => text);
  const called = nodes.filter(({ type }) => type === "command_name").map(({ text }) => text);
  const known = [
    ...own,
    "Register-ArgumentCompleter",
    "Join-Path",
    "Select-Object",
    "Test-Path",
    "Where-Object",
  ];
  expect([...new Set(called)].filter((name) => !known.includes(name))).toEqual([]);
  expect(called).toContain("Register-ArgumentCompleter");
  // The call operator and similar ones execute their argument.
  expect(nodes.filter(({ type }) => type === "command_invokation_operator")).toEqual([]);
});

test("powershell: no table value can end its string", async () => {
  const { topics } = await buildCompletionModel();
  const summary = "It's ’quoted’ $(touch canary) `\" {";
  const model = { nodes: [], topics: [...topics, { word: "odd", summary }] };
  const script = writePowershellScript(buildTable(model, true), ["A test."]);
  const nodes = listNodes(script);
  expect(nodes.filter((node) => node.isError || node.isMissing)).toEqual([]);
  expect(script).toContain("'odd|It''s ’’quoted’’ $(touch canary) `\" {'");
});

slowTest("powershell: the script contains every command of the tree", async () => {
  const script = await buildCompletionScript("powershell");
  for (const { path } of (await buildCompletionModel()).nodes) {
    expect(script).toContain(`'${path.join(" ")}' {`);
  }
});
