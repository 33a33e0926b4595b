/** Drafts of a contract row, its model and its command row, from a published description. */

import { asOne, getShape } from "../comparing/shapes.mjs";
import { publishedOperations } from "../comparing/theirs.mjs";
import { fieldBuilders, printField, toHelp } from "./draft-field.mjs";
import { printModels } from "./draft-model.mjs";

/** @typedef {import("../comparing/theirs.mjs").Document} Document */
/** @typedef {import("../comparing/theirs.mjs").Operation} Operation */
/** @typedef {import("../comparing/shapes.mjs").Located} Located */
/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */

/**
 * @typedef {object} Draft
 * @property {string} contract the text of a module of src/contract with the operation
 * @property {string} model the text of its model module; empty without a response body
 * @property {string} command the row of a noun in src/commands
 * @property {string} further the rows of other files
 */

/**
 * @param {Document} document
 * @param {string} name the name of the operation
 * @param {readonly Endpoint[]} endpoints existing operations, whose names of ids are reused
 * @returns {Draft | undefined} undefined if the description does not have the operation
 */
export function draftOperation(document, name, endpoints) {
  const operation = publishedOperations(document).find((one) => one.name === name);
  if (!operation) return undefined;
  const { summary = "", description = "" } = findDescribed(document, operation);
  const verb = toVerb(name);
  const file = toFileName(operation);
  const ids = collectIds(endpoints);
  const answer = operation.answer && asOne(getShape(operation.answer));
  const isList = answer?.members.has("items") === true;
  const fields = listFields(document, operation, ids);
  const printed = fields.map(({ text }) => text).join("\n");
  // The operation has the name of a function.
  const text = verb === "list" ? printed.replace(/\blist\(/g, "listOf(") : printed;
  const status = operation.statuses.find((one) => one === 201 || one === 204);
  const isDelete = operation.method === "DELETE";
  const builders = fieldBuilders
    .filter((builder) => new RegExp(`\\b${builder}\\(`).test(printed))
    .map((builder) => (builder === verb ? `${builder} as listOf` : builder));
  const hasPaging = text.includes("...paging");
  const models = printModels(operation, `${file}.model.ts`, toHelp(summary, name));
  const jsonModels = fields.flatMap(({ model }) => (model === undefined ? [] : [model]));
  const lines = [
    `/** ${toHelp(summary, name)}. */`,
    `import { endpoint${hasPaging ? ", paging" : ""} } from "./endpoint.ts";`,
    ...(builders.length > 0 ? [`import { ${builders.join(", ")} } from "./fields.ts";`] : []),
    "",
    ...jsonModels.map(
      (one) => `const ${one} = () => import("./${file}.model.ts").then((m) => m.${one});`,
    ),
    ...(jsonModels.length > 0 ? [""] : []),
    ...(description === "" ? [] : [toComment(description)]),
    `export const ${verb} = endpoint({`,
    `  summary: ${JSON.stringify(toHelp(summary, name))},`,
    `  operation: ${JSON.stringify(name)},`,
    `  route: ${JSON.stringify(`${operation.method} ${operation.path}`)},`,
    fields.length === 0 ? "  input: {}," : `  input: {\n${text}\n  },`,
    ...listOptions(operation),
    ...(answer && models.answer !== undefined
      ? [`  output: () => import("./${file}.model.ts").then((m) => m.${models.answer}),`]
      : []),
    ...(isList ? ["  list: true,"] : []),
    ...(status !== undefined && !isDelete ? [`  status: ${status},`] : []),
    "});",
    "",
  ];
  return {
    contract: lines.join("\n"),
    model: models.text,
    command: printCommand(operation, verb, toHelp(summary, name)),
    further: printFurther(operation),
  };
}

/** @param {Document} document @param {Operation} operation */
function findDescribed(document, { method, path }) {
  return document.paths[path]?.[method.toLowerCase()] ?? {};
}

/**
 * The noun of each id in a path, by the name of the parameter.
 * @param {readonly Endpoint[]} endpoints
 * @returns {ReadonlyMap<string, string>}
 */
function collectIds(endpoints) {
  const ids = new Map();
  for (const { input } of endpoints) {
    for (const [name, field] of Object.entries(input)) {
      if (field.kind === "id" && !ids.has(name)) ids.set(name, field.of);
    }
  }
  return ids;
}

/**
 * @param {Document} document
 * @param {Operation} operation
 * @param {ReadonlyMap<string, string>} ids
 */
function listFields(document, operation, ids) {
  const descriptions = describeParameters(document, operation);
  const parameters = [...operation.parameters].map(([location, input]) => {
    const name = location.slice(location.indexOf(".") + 1);
    return { name, ...input, description: descriptions.get(location) };
  });
  const isPaged = ["page", "limit"].every((name) => operation.parameters.has(`query.${name}`));
  const own = parameters.filter(({ name }) => !isPaged || (name !== "page" && name !== "limit"));
  const body = operation.body && asOne(getShape(operation.body.value));
  const isWhole = body !== undefined && !body.types.has("object");
  const members =
    operation.body === undefined
      ? []
      : isWhole
        ? [{ name: "body", ...operation.body, description: undefined }]
        : [...(body?.members ?? [])].map(([name, { value, required }]) => ({
            ...{ name, value, required },
            description: undefined,
          }));
  const fields = [...own, ...members].map((input) => printField(input, ids));
  return isPaged ? [...fields, { text: "    ...paging,", model: undefined }] : fields;
}

/**
 * @param {Document} document
 * @param {Operation} operation
 * @returns {ReadonlyMap<string, string>}
 */
function describeParameters(document, operation) {
  const item = document.paths[operation.path] ?? {};
  const described = item[operation.method.toLowerCase()] ?? {};
  const all = [...(item.parameters ?? []), ...(described.parameters ?? [])];
  const root = /** @type {any} */ (document);
  return new Map(
    all.map((/** @type {any} */ one) => {
      const parameter =
        one.$ref === undefined ? one : root.components.parameters[one.$ref.split("/").at(-1)];
      return [`${parameter.in}.${parameter.name}`, parameter.description ?? ""];
    }),
  );
}

/** @param {Operation} operation */
function listOptions({ method, parameters, body }) {
  const hasBody = method !== "GET" && method !== "DELETE";
  const queries = [...parameters.keys()].filter((key) => key.startsWith("query."));
  const isWhole = body !== undefined && !asOne(getShape(body.value)).types.has("object");
  const isOptional = hasBody && method !== "POST" && body !== undefined && !body.required;
  return [
    ...(isWhole ? ['  wholeBody: "body",'] : []),
    ...(hasBody && queries.length > 0
      ? [`  inQuery: ${JSON.stringify(queries.map((key) => key.slice("query.".length)))},`]
      : []),
    ...(isOptional ? ['  emptyBody: "TODO: the effect without any field",'] : []),
  ];
}

/** @param {Operation} operation @param {string} verb @param {string} summary */
function printCommand({ method, answer }, verb, summary) {
  const isRead = method === "GET";
  const members = answer ? [...asOne(getShape(answer)).members.keys()] : [];
  const isList = members.includes("items");
  const columns = isList
    ? "columns: [idColumn, titleColumn]"
    : `columns: [${members.includes("id") ? "idColumn" : ""}]`;
  const words = [
    ...(isRead ? [] : [`doneText: ${JSON.stringify(`TODO: ${summary}.`)}`]),
    ...(members.length > 0 ? [columns] : []),
    ...(isList ? ['emptyText: "TODO: No items."'] : []),
    ...(method === "DELETE" ? ['confirm: "TODO: Delete it?"'] : []),
    'examples: ["TODO"]',
  ];
  return `    ${verb === "remove" ? "delete" : verb}: ${isRead ? "query" : "mutation"}(contract.${verb}, {\n${words.map((word) => `      ${word},`).join("\n")}\n    }),\n`;
}

/** @param {Operation} operation */
function printFurther({ name, method, path }) {
  return [
    `src/contract/required-roles.ts: ${name}: TODO`,
    ...(method === "GET" ? [] : [`src/contract/inverses.ts: ${name}: declareNoInverse("TODO")`]),
    `src/service/server/unsupported-operations.ts: remove, or add until it is implemented: ${method} ${path} ${name}`,
    "",
  ].join("\n");
}

/** Names that are keywords. */
const keywords = new Map([
  ["delete", "remove"],
  ["import", "run"],
  ["export", "write"],
]);

/** The name of the constant, from the first word of the operation. @param {string} name */
function toVerb(name) {
  const [verb = name] = /^[a-z]+/.exec(name) ?? [];
  return keywords.get(verb) ?? verb;
}

/** From the last fixed segment of the path. @param {Operation} operation */
function toFileName({ path }) {
  const segments = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return (segments.at(-1) ?? "draft").replace(/s$/, "");
}

/** @param {string} text */
function toComment(text) {
  const lines = text.trim().split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}
