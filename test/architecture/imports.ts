/** Every import of the sources, in the terms of the table of folders. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { parseSync } from "rolldown/utils";

export interface Import {
  /** The importing file, from the root: `src/app/main.ts`. */
  readonly from: string;
  /** The folder of that file: `app`, or `errors` for a file that counts as a folder. */
  readonly folder: string;
  /** The imported module: a file of the sources, a package, or a module of Node. */
  readonly to:
    | { readonly kind: "own"; readonly file: string; readonly folder: string }
    | { readonly kind: "package"; readonly name: string }
    | { readonly kind: "node"; readonly name: string };
  /** At load time, on demand, or only for the compiler. */
  readonly how: "static" | "dynamic" | "type";
}

const root = resolve(import.meta.dirname, "../..");

/** The sources do not change during a test run. */
let imports: readonly Import[] | undefined;

export function importsOfSources(): readonly Import[] {
  imports ??= readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .flatMap((file) =>
      listImports(
        `src/${file.split(sep).join("/")}`,
        readFileSync(join(root, "src", file), "utf8"),
      ),
    );
  return imports;
}

/** @param file from the root, with slashes */
export function listImports(file: string, text: string): Import[] {
  // The parser lists the imports several times as fast as it builds the syntax tree.
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  // It omits `import("./a.ts")` in types.
  if ([...text.matchAll(/\bimport\s*\(/g)].length !== dynamicImports.length) {
    return listByTree(file, text);
  }
  const exported = staticExports.map(({ entries }) => ({
    moduleRequest: entries[0]?.moduleRequest,
    entries,
  }));
  const listed = [...staticImports, ...exported].flatMap(({ moduleRequest, entries }) => {
    if (!moduleRequest) return [];
    // `import { type A, type B }` is removed by the compiler too.
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    return toImport(file, moduleRequest.value, isType ? "type" : "static");
  });
  const dynamic = dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, source] = /^["'](.*)["']$/.exec(text.slice(start, end)) ?? [];
    return source === undefined ? [] : toImport(file, source, "dynamic");
  });
  return [...listed, ...dynamic];
}

function listByTree(file: string, text: string): Import[] {
  const found: Import[] = [];
  walk(parseAst(text, { lang: "ts" }), (node) => {
    const source = node.source;
    if (!isNode(source) || typeof source.value !== "string") return;
    found.push(toImport(file, source.value, getMethod(node)));
  });
  return found;
}

function toImport(file: string, source: string, how: Import["how"]): Import {
  return { from: file, folder: getFolder(file), to: target(file, source), how };
}

type AnyNode = { readonly type: string } & Readonly<Record<string, unknown>>;

function walk(node: unknown, see: (node: AnyNode) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, see);
  if (!isNode(node)) return;
  see(node);
  for (const value of Object.values(node)) walk(value, see);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function getMethod(node: AnyNode): Import["how"] {
  if (node.type === "ImportExpression") return "dynamic";
  if (node.type === "TSImportType") return "type";
  if (node.importKind === "type" || node.exportKind === "type") return "type";
  // `import { type A, type B }` is removed by the compiler too.
  const names: readonly unknown[] = Array.isArray(node.specifiers) ? node.specifiers : [];
  const areTypes = names.every(
    (name) => isNode(name) && (name.importKind === "type" || name.exportKind === "type"),
  );
  return names.length > 0 && areTypes ? "type" : "static";
}

function target(file: string, source: string): Import["to"] {
  if (source.startsWith(".")) {
    const path = relative(root, resolve(root, dirname(file), source))
      .split(sep)
      .join("/");
    return { kind: "own", file: path, folder: getFolder(path) };
  }
  if (source.startsWith("node:")) return { kind: "node", name: source };
  const [first = "", second = ""] = source.split("/");
  return { kind: "package", name: first.startsWith("@") ? `${first}/${second}` : first };
}

function getFolder(file: string): string {
  const [, folder = ""] = file.split("/");
  return folder.replace(/\.ts$/, "");
}
