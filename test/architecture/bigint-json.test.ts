/**
 * `JSON.stringify` throws a TypeError for a bigint. JSON that the client reads has integers beyond
 * 2^53 as bigint, so values of JSON types, and of unknown type, are written by `writeJson`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Node } from "typescript/unstable/ast";
import {
  isArrowFunction,
  isCallExpression,
  isFunctionExpression,
} from "typescript/unstable/ast/is";
import { API, type Project, SignatureKind, type Type, TypeFlags } from "typescript/unstable/sync";
import { expect, onTestFinished } from "vitest";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const root = join(import.meta.dirname, "..", "..");

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
