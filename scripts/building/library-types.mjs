/**
 * Writes dist/library.d.ts: what programs that import tome get from TypeScript. The declarations of
 * src/library are taken from its sources with what they refer to, those of the operations from the
 * contract.
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

/** Where the declarations are that the entry refers to, apart from the operations and their models. */
const others = [
  "src/library/platform.ts",
  "src/library/client.ts",
  "src/client/meaning.ts",
  "src/errors.ts",
  "src/json/values.ts",
];

/**
 * @param {string} root
 * @param {string} folder the build
 */
export async function writeLibraryTypes(root, folder) {
  const own = await libraryDeclarations(root);
  const operations = await operationsOf(root, join(folder, "models"));
  const parts = [
    '/// <reference lib="esnext.disposable" />',
    ...own.map(({ text }) => text),
    operations,
  ];
  await writeFile(join(folder, "library.d.ts"), `${parts.join("\n\n")}export {};\n`);
}

/**
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} comment the docstring without its signs; empty if there is none
 * @property {string} text with the docstring
 * @property {boolean} isExported whether the entry exports it, or it is only referred to
 */

/**
 * What src/library declares for programs, and all that it refers to, in the order of the entry.
 * @param {string} root
 * @returns {Promise<Declaration[]>}
 */
export async function libraryDeclarations(root) {
  const files = await Promise.all([entry, ...others].map((source) => declarationsIn(root, source)));
  const known = new Map(
    files.flatMap(({ declarations }) => declarations).map((one) => [one.name, one]),
  );
  const [first] = files;
  const own = (first?.declarations ?? []).map(({ name }) => name);
  const wanted = new Set([...own, ...(first?.passedOn ?? [])]);
  const exported = new Set(wanted);
  // What is found refers to more, which the loop comes to as well.
  for (const name of wanted) {
    const { text = "" } = known.get(name) ?? {};
    for (const [word] of text.replace(/\/\*\*.*?\*\//gs, "").matchAll(/\b[A-Z]\w+/g)) {
      if (known.has(word) && word !== "Operations") wanted.add(word);
    }
  }
  return [...wanted].flatMap((name) => {
    const found = known.get(name);
    return found === undefined ? [] : [{ ...found, isExported: exported.has(name) }];
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
  if (errors.length > 0) throw new Error(`${source} has no declaration: ${errors[0]?.message}`);
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
    const written = withoutConstructor(code, node, declaration);
    declarations.push({
      name: declaration.id.name,
      comment: docstring
        .replace(/^\/\*\*|\*\/\s*$/g, "")
        .replace(/^\s*\* ?/gm, "")
        .trim(),
      text: `${docstring}${written}`.replaceAll("\t", "  "),
    });
  }
  return { declarations, passedOn };
}

/**
 * An error is made by tome alone.
 * @param {string} code
 * @param {any} node
 * @param {any} declaration
 */
function withoutConstructor(code, node, declaration) {
  const members = declaration.type === "ClassDeclaration" ? declaration.body.body : [];
  const at = members.findIndex((/** @type {any} */ member) => member.kind === "constructor");
  if (at < 0) return code.slice(node.start, node.end);
  const before = code.slice(node.start, members[at - 1]?.end ?? declaration.body.start + 1);
  return before + code.slice(members[at].end, node.end);
}

/**
 * @param {string} root
 * @param {string} temporary a folder that may be made
 */
async function operationsOf(root, temporary) {
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
    const named = namesOf([...modules, ["fault", { FaultRule: faultRules._zod.def.element }]]);
    return await textOf(everyOperation, named, typeOf);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** What src/library declares, and what TypeScript does. */
const reserved = ["Client", "List", "ListPage", "Node", "Operations", "Platform", "Problem"];

/**
 * Models that are declared by themselves: what the modules of the contract export, and what refers to
 * itself.
 * @param {any[][]} modules the name and the exports of each
 * @returns {Map<any, string>}
 */
function namesOf(modules) {
  /** @type {Map<any, string>} */
  const names = new Map();
  const taken = new Set(reserved);
  for (const [module, exported] of modules) {
    for (const [name, model] of Object.entries(exported)) {
      if (!isDeclared(model) || names.has(model)) continue;
      const full = pascal(`${module}-${name}`);
      const free = [pascal(name), full].find((one) => !taken.has(one) && !(one in globalThis));
      if (free === undefined) throw new Error(`Two models would be published as ${full}.`);
      taken.add(free);
      names.set(model, free);
    }
  }
  return names;
}

/** Whether it is an object, or one of several: other models are short enough to be written out. */
function isDeclared(/** @type {any} */ model) {
  return ["object", "union", "lazy"].includes(model?._zod?.def.type);
}

/**
 * @param {readonly Endpoint[]} endpoints
 * @param {Map<any, string>} named
 * @param {(noun: any) => string} typeOf
 */
async function textOf(endpoints, named, typeOf) {
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
  // A platform takes it, and no operation.
  for (const [model, name] of named) if (name === "FaultRule") used.add(model);
  const declarations = [];
  // What is declared refers to more, which a set visits as well.
  for (const model of used) {
    const text = declaredText(model, names);
    declarations.push(`export type ${named.get(model)} = ${text};\n`);
  }
  return `/** Every operation, from its input to its answer. */
export interface Operations {
${operations.join("")}}

${declarations.sort().join("")}`;
}

/**
 * @param {Endpoint} endpoint
 * @param {import("./type-text.mjs").Names} names
 */
async function operationText(endpoint, names) {
  const { does, operation, route, input, deprecated } = endpoint;
  const isOptional = Object.values(input).every((field) => field.optional);
  const model = await endpoint.output?.();
  const advice = deprecated === undefined ? "" : ` @deprecated ${inComment(deprecated)}.`;
  const given =
    Object.keys(input).length === 0
      ? ""
      : `input${isOptional ? "?" : ""}: ${await fieldsText(input, names, "  ")}`;
  return `  /** ${inComment(does)}: \`${route}\`.${advice} */
  ${operation}(${given}): ${answerText(endpoint, model, names)};
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
