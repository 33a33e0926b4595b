/**
 * Writes dist/library.d.ts, the type declarations for programs that import tome. They consist of the
 * declarations of src/library, the types that these refer to, and the operations of the contract.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { parseAst } from "rolldown/parseAst";
import { bundleEachForImport } from "./bundle.mjs";
import { declaredText, fieldsText, inComment, modelText } from "./type-text.mjs";

/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */

const entry = "src/library/library.ts";

/** The files of the declarations to which the entry refers, except operations and their models. */
const others = [
  "src/library/platform.ts",
  "src/library/client.ts",
  "src/client/response-status.ts",
  "src/errors.ts",
  "src/json/values.ts",
];

/**
 * @param {string} root
 * @param {string} folder the build folder
 */
export async function writeLibraryTypes(root, folder) {
  const declarations = await libraryDeclarations(root);
  const operations = await listOperations(root, join(folder, "models"));
  const parts = [
    '/// <reference lib="esnext.disposable" />',
    ...declarations.map(({ text }) => text),
    operations,
  ];
  // Readers see declarations in an editor, which formats them, so the file has no indentation.
  const text = `${parts.join("\n\n")}export {};\n`.replaceAll(/^ +/gm, "");
  await writeFile(join(folder, "library.d.ts"), text);
}

/**
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} comment the text of the docstring; empty if there is none
 * @property {string} text the declaration with its docstring
 * @property {boolean} isExported whether the entry exports it, or only refers to it
 */

/**
 * The declarations of src/library and all declarations to which they refer, in the order of the entry.
 * @param {string} root
 * @returns {Promise<Declaration[]>}
 */
export async function libraryDeclarations(root) {
  const files = await Promise.all([entry, ...others].map((source) => declarationsIn(root, source)));
  const declarationsByName = new Map(
    files.flatMap(({ declarations }) => declarations).map((one) => [one.name, one]),
  );
  const [first] = files;
  const entryNames = (first?.declarations ?? []).map(({ name }) => name);
  const required = new Set([...entryNames, ...(first?.passedOn ?? [])]);
  const exported = new Set(required);
  // The loop also visits the names that it adds to the set.
  for (const name of required) {
    const { text = "" } = declarationsByName.get(name) ?? {};
    for (const [word] of text.replace(/\/\*\*.*?\*\//gs, "").matchAll(/\b[A-Z]\w+/g)) {
      if (declarationsByName.has(word) && word !== "Operations") required.add(word);
    }
  }
  return [...required].flatMap((name) => {
    const declaration = declarationsByName.get(name);
    return declaration === undefined ? [] : [{ ...declaration, isExported: exported.has(name) }];
  });
}

/**
 * @param {string} root
 * @param {string} source
 * @returns {Promise<{ declarations: Omit<Declaration, "isExported">[], passedOn: string[] }>}
 */
async function declarationsIn(root, source) {
  const typed = await readFile(join(root, source), "utf8");
  const { code, errors } = isolatedDeclarationSync(source, typed);
  if (errors.length > 0)
    throw new Error(`Cannot emit declarations of ${source}: ${errors[0]?.message}`);
  /** @type {Omit<Declaration, "isExported">[]} */
  const declarations = [];
  /** @type {string[]} */
  const passedOn = [];
  let end = 0;
  for (const node of /** @type {any[]} */ (parseAst(code, { lang: "ts" }).body)) {
    const before = code.slice(end, node.start);
    end = node.end;
    const isExport = node.type === "ExportNamedDeclaration";
    for (const { exported } of isExport ? node.specifiers : []) passedOn.push(exported.name);
    const declaration = isExport ? node.declaration : node;
    if (!declaration?.id) continue;
    const docstring = /\/\*\*(?:(?!\*\/).)*\*\/\s*$/s.exec(before)?.[0] ?? "";
    const declarationText = withoutConstructor(code, node, declaration);
    declarations.push({
      name: declaration.id.name,
      comment: docstring
        .replace(/^\/\*\*|\*\/\s*$/g, "")
        .replace(/^\s*\* ?/gm, "")
        .trim(),
      text: `${docstring}${declarationText}`.replaceAll("\t", "  "),
    });
  }
  return { declarations, passedOn };
}

/**
 * Removes the constructor of an error class, because only tome creates instances.
 * @param {string} code
 * @param {any} node
 * @param {any} declaration
 */
function withoutConstructor(code, node, declaration) {
  const members = declaration.type === "ClassDeclaration" ? declaration.body.body : [];
  const index = members.findIndex((/** @type {any} */ member) => member.kind === "constructor");
  if (index < 0) return code.slice(node.start, node.end);
  const before = code.slice(node.start, members[index - 1]?.end ?? declaration.body.start + 1);
  return before + code.slice(members[index].end, node.end);
}

/**
 * @param {string} root
 * @param {string} temporary a folder to create
 */
async function listOperations(root, temporary) {
  const contract = await readdir(join(root, "src", "contract"));
  const files = contract.filter((file) => file.endsWith(".model.ts")).sort();
  const sources = {
    operations: "src/contract/every-operation.ts",
    nouns: "src/contract/nouns.ts",
    faults: "src/service/server/faults/plan.model.ts",
    ...Object.fromEntries(files.map((file) => [basename(file, ".ts"), `src/contract/${file}`])),
  };
  try {
    await bundleEachForImport(root, sources, temporary);
    const load = (/** @type {string} */ name) =>
      import(pathToFileURL(join(temporary, `${name}.mjs`)).href);
    const [{ everyOperation }, { getType: typeOf }, { faultRules }] = await Promise.all(
      ["operations", "nouns", "faults"].map(load),
    );
    const modules = await Promise.all(
      files.map(async (file) => [basename(file, ".model.ts"), await load(basename(file, ".ts"))]),
    );
    const named = listNames([...modules, ["fault", { FaultRule: faultRules._zod.def.element }]]);
    return await getText(everyOperation, named, typeOf);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Names that src/library or TypeScript declares. */
const reserved = ["Client", "List", "ListPage", "Node", "Operations", "Platform", "ApiError"];

/**
 * The models that get their own declaration: exports of the contract modules, and recursive models.
 * @param {any[][]} modules name and exports of each module
 * @returns {Map<any, string>}
 */
function listNames(modules) {
  /** @type {Map<any, string>} */
  const names = new Map();
  const usedNames = new Set(reserved);
  for (const [module, exported] of modules) {
    for (const [name, model] of Object.entries(exported)) {
      if (!isDeclared(model) || names.has(model)) continue;
      const full = pascal(`${module}-${name}`);
      const unusedName = [pascal(name), full].find(
        (one) => !usedNames.has(one) && !(one in globalThis),
      );
      if (unusedName === undefined) throw new Error(`Duplicate type name: ${full}`);
      usedNames.add(unusedName);
      names.set(model, unusedName);
    }
  }
  return names;
}

/** Whether the model is an object, union or lazy model. Other models are short enough to inline. */
function isDeclared(/** @type {any} */ model) {
  return ["object", "union", "lazy"].includes(model?._zod?.def.type);
}

/**
 * @param {readonly Endpoint[]} endpoints
 * @param {Map<any, string>} named
 * @param {(noun: any) => string} typeOf
 */
async function getText(endpoints, named, typeOf) {
  /** @type {Set<any>} */
  const used = new Set();
  const names = {
    typeOf,
    nameOf(/** @type {any} */ model) {
      const name = named.get(model);
      if (name !== undefined) used.add(model);
      return name;
    },
  };
  const operations = [];
  for (const one of [...endpoints].sort((a, b) => (a.operation < b.operation ? -1 : 1))) {
    operations.push(await operationText(one, names));
  }
  // Only a platform accepts it; no operation refers to it.
  for (const [model, name] of named) if (name === "FaultRule") used.add(model);
  const declarations = [];
  // The loop also visits the models that it adds to the set.
  for (const model of used) {
    const text = declaredText(model, names);
    declarations.push(`export type ${named.get(model)} = ${text};\n`);
  }
  return `/** All operations, with their inputs and responses. */
export interface Operations {
${operations.join("")}}

${declarations.sort().join("")}`;
}

/**
 * @param {Endpoint} endpoint
 * @param {import("./type-text.mjs").Names} names
 */
async function operationText(endpoint, names) {
  const { summary, operation, route, input, deprecated } = endpoint;
  const isOptional = Object.values(input).every((field) => field.optional);
  const model = await endpoint.output?.();
  const advice = deprecated === undefined ? "" : ` @deprecated ${inComment(deprecated)}.`;
  const parameter =
    Object.keys(input).length === 0
      ? ""
      : `input${isOptional ? "?" : ""}: ${await fieldsText(input, names, "  ")}`;
  return `  /** ${inComment(summary)}: \`${route}\`.${advice} */
  ${operation}(${parameter}): ${answerText(endpoint, model, names)};
`;
}

/**
 * @param {Endpoint} endpoint
 * @param {any} model
 * @param {import("./type-text.mjs").Names} names
 */
function answerText({ list }, model, names) {
  if (model === undefined) return "Promise<void>";
  if (list === undefined) return `Promise<${modelText(model, names)}>`;
  return `List<${modelText(model._zod.def.shape.items._zod.def.element, names)}>`;
}

/** @param {string} name */
function pascal(name) {
  return name.replace(/(?:^|[-.])(\w)/g, (_, letter) => letter.toUpperCase());
}
