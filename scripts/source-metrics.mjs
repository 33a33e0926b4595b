/**
 * Size and naming metrics of the sources: `node scripts/source-metrics.mjs [--list]`.
 *
 * `--list` also prints the files and names behind each metric, to work from.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { isFunction, walk } from "./linting/syntax-tree.mjs";
import { typeNameFaults } from "./linting/type-names.mjs";

const root = resolve(import.meta.dirname, "..");
const isListed = process.argv.includes("--list");
const shortFile = 60;

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => posix.join("src", name.replaceAll("\\", "/")))
  .sort();
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** @type {Map<string, Set<string>>} */
const importers = new Map();
/** Files that are loaded on demand: they cannot become a part of their importer. */
const lazyFiles = new Set();
/** @type {string[]} */
const functionsWithOf = [];
let lines = 0;

for (const [file, text] of sources) {
  lines += text.split("\n").length - 1;
  const program = parseAst(text, { lang: "ts" });
  walk(program, (node) => {
    if (typeof node.source?.value === "string" && node.source.value.startsWith(".")) {
      const target = posix.join(dirname(file), node.source.value);
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
      if (node.type === "ImportExpression") lazyFiles.add(target);
    }
    const name = isFunction(node) ? node.id?.name : functionName(node);
    if (name?.endsWith("Of")) functionsWithOf.push(`${file}: ${name}`);
  });
}

const opening = /^\/\*\*\s*(?:\*\s*)?(?:What|Who|Where|How)\b/;
const singles = files.filter((file) => importers.get(file)?.size === 1);

report("files in src", files);
console.log(`${String(lines).padStart(7)}  lines in src`);
report("functions ending in Of", functionsWithOf);
report("files with one importer", singles);
const fragments = singles.filter(
  (file) => (sources.get(file) ?? "").split("\n").length <= shortFile,
);
report(`files with one importer, below ${shortFile} lines`, fragments);
report(
  "of these, loaded with their importer, without migrations and tables of commands and areas",
  fragments.filter(
    (file) =>
      !lazyFiles.has(file) &&
      !/\/migrations\/|^src\/commands\/|^src\/contract\/|\/(?:area|tables)\.ts$/.test(file),
  ),
);
report("duplicate type names", typeNameFaults(sources));
report(
  "file comments opening with What, Who, Where or How",
  files.filter((file) => opening.test(sources.get(file) ?? "")),
);

/** @param {any} node */
function functionName(node) {
  if (node.type === "VariableDeclarator" && isFunction(node.init)) return node.id.name;
  if (/MethodDefinition$|TSMethodSignature$/.test(node.type)) return node.key.name;
  return undefined;
}

/**
 * @param {string} label
 * @param {string[]} items
 */
function report(label, items) {
  console.log(`${String(items.length).padStart(7)}  ${label}`);
  if (isListed && items !== files) for (const item of items) console.log(`         ${item}`);
}
