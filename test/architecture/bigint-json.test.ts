/**
 * `JSON.stringify` throws a TypeError for a bigint. JSON that the client reads has integers beyond
 * 2^53 as bigint, so values of JSON types, and of unknown type, are written by `writeJson`.
 */
import { join } from "node:path";
import ts from "@tsd/typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Files that handle bigint themselves. */
const writers = ["src/json/exact-writing.ts", "src/json/canonical.ts"];

/** The platform parses requests and specifications without bigint, or converts it. */
const withoutBigInt = /^src\/service\//;

/** Types whose members are not written. */
const opaque = new Set(["Buffer", "Date", "Function", "Promise", "RegExp", "URL", "Uint8Array"]);

/** Calls of JSON.stringify without a replacer whose value may contain a bigint. */
function listUnsafeCalls(paths: readonly string[], options: ts.CompilerOptions): string[] {
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  const found: string[] = [];

  function mayContainBigInt(type: ts.Type, met = new Set<ts.Type>()): boolean {
    if (met.has(type)) return false;
    met.add(type);
    if (type.flags & ts.TypeFlags.BigIntLike) return true;
    if (type.isUnionOrIntersection()) return type.types.some((one) => mayContainBigInt(one, met));
    if (!(type.flags & ts.TypeFlags.Object)) return false;
    if (opaque.has(type.symbol?.name) || type.getCallSignatures().length > 0) return false;
    const members = [
      type.getStringIndexType(),
      type.getNumberIndexType(),
      ...(checker.isArrayType(type) || checker.isTupleType(type)
        ? []
        : type.getProperties().map((property) => checker.getTypeOfSymbol(property))),
    ];
    return members.some((one) => one !== undefined && mayContainBigInt(one, met));
  }

  function search(file: string, node: ts.Node): void {
    ts.forEachChild(node, (child) => search(file, child));
    if (!ts.isCallExpression(node) || node.expression.getText() !== "JSON.stringify") return;
    const [value, replacer] = node.arguments;
    if (value === undefined || (replacer && ts.isFunctionLike(replacer))) return;
    const type = checker.getTypeAtLocation(value);
    const isUnknown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
    if (!mayContainBigInt(type) && !(isUnknown && !withoutBigInt.test(file))) return;
    const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1} needs writeJson: ${node.getText()}`);
  }

  for (const path of paths) {
    const source = program.getSourceFile(path);
    const file = path.slice(root.length + 1);
    if (source !== undefined && !writers.includes(file)) search(file, source);
  }
  return found;
}

function listSources(): {
  readonly paths: readonly string[];
  readonly options: ts.CompilerOptions;
} {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return { paths: fileNames.filter((path) => path.startsWith(join(root, "src"))), options };
}

test("no value that may contain a bigint is written by JSON.stringify", () => {
  const { paths, options } = listSources();
  expect(paths.length).toBeGreaterThan(1000);
  expect(listUnsafeCalls(paths, options)).toEqual([]);
}, 300_000);
