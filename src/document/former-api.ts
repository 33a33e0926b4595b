/**
 * API operations written as former blocks of the hosted platform: `{% swagger %}` and
 * `{% api-method %}`, which contain method, path, parameters and responses as tags.
 */

import type { Node } from "../contract/document.model.ts";
import { addTo } from "../json/groups.ts";
import { withoutFinalSlashes } from "../json/trim.ts";
import type { HtmlField, HtmlOperation } from "./html/operation.ts";
import { createTextNode } from "./html/raw-blocks.ts";
import { getTagName, parseLooseAttributes } from "./markdown/tags.ts";
import { toOrderIndex } from "./row-order.ts";
import { collectText } from "./walk.ts";

interface FormerTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: readonly Node[];
}

/** @returns undefined for any other block */
export function parseFormerOperation(node: Node): HtmlOperation | undefined {
  const tag = readFormerTag(node);
  if (!tag) return undefined;
  if (tag.name === "swagger" && tag.attributes.src === undefined) return parseSwagger(tag);
  return tag.name === "api-method" ? parseApiMethod(tag) : undefined;
}

function readFormerTag({ type, data = {}, nodes = [] }: Node): FormerTag | undefined {
  if (type !== "tag-block" && type !== "tag") return undefined;
  const value = String(data.tag ?? "");
  return { name: getTagName(value), attributes: parseLooseAttributes(value), nodes };
}

function parseSwagger({ attributes, nodes }: FormerTag): HtmlOperation {
  const tags = nodes.flatMap((node) => readFormerTag(node) ?? []);
  return {
    ...buildHead(attributes, attributes.baseUrl),
    description: [
      ...tags.flatMap(({ name, nodes: inside }) => (name === "swagger-description" ? inside : [])),
      ...nodes.filter((node) => !/^swagger-/.test(readFormerTag(node)?.name ?? "")),
    ],
    parameters: groupParameters(
      tags.flatMap((tag) => (tag.name === "swagger-parameter" ? [tag] : [])),
    ),
    responses: tags.flatMap(
      ({ name, attributes: { status = "", description = "" }, nodes: inside }) =>
        name === "swagger-response" ? [buildResponse(status, description, inside)] : [],
    ),
  };
}

function parseApiMethod({ attributes, nodes }: FormerTag): HtmlOperation {
  const tags = listFormerTags(nodes);
  const readContent = (wanted: string) =>
    tags.flatMap(({ name, nodes: inside }) => (name === wanted ? inside : []));
  const summary = readContent("api-method-summary").map(collectText).join(" ").trim();
  const parameters = tags.flatMap(({ name, nodes: inside }) => {
    const location = findLocation(name);
    return location === undefined
      ? []
      : listFormerTags(inside)
          .filter((tag) => tag.name === "api-method-parameter")
          .map((tag) => ({ ...tag, attributes: { in: location, ...tag.attributes } }));
  });
  const responses = tags
    .filter(({ name }) => name === "api-method-response-example")
    .map(({ attributes: { httpCode = "" }, nodes: inside }) => buildResponse(httpCode, "", inside));
  const head = buildHead(attributes, attributes.host);
  return {
    ...head,
    ...(summary !== "" && { summary }),
    description: readContent("api-method-description"),
    parameters: groupParameters(parameters),
    responses,
  };
}

/** Tags at any depth, without those in a parameter or response. */
function listFormerTags(nodes: readonly Node[]): FormerTag[] {
  return nodes.flatMap((node): FormerTag[] => {
    const tag = readFormerTag(node);
    if (!tag) return [];
    const isGroup =
      /^api-method-(?:spec|request|response)$/.test(tag.name) ||
      findLocation(tag.name) !== undefined;
    return [tag, ...(isGroup ? listFormerTags(tag.nodes) : [])];
  });
}

/** The location of the parameters in a tag: `path` in `api-method-path-parameters`. */
function findLocation(name: string): string | undefined {
  if (name === "api-method-headers") return "header";
  return /^api-method-(.+)-parameters$/.exec(name)?.[1];
}

function buildHead(
  attributes: Readonly<Record<string, string>>,
  server: string | undefined,
): Pick<HtmlOperation, "method" | "path" | "summary" | "isDeprecated" | "server" | "security"> {
  const { method = "get", path = "", summary = "", deprecated } = attributes;
  const hasServer = server !== undefined && server !== "";
  return {
    method: method.toUpperCase(),
    path: hasServer && path !== "" && !path.startsWith("/") ? `/${path}` : path,
    ...(summary !== "" && { summary }),
    isDeprecated: deprecated === "true",
    ...(hasServer && { server: withoutFinalSlashes(server) }),
    security: [],
  };
}

function groupParameters(tags: readonly FormerTag[]): HtmlOperation["parameters"] {
  const groups = new Map<string, HtmlField[]>();
  for (const { attributes, nodes } of tags) {
    const { in: location = "query", name = "", type = "", required } = attributes;
    addTo(groups, location, {
      name,
      type,
      isRequired: required === "true",
      isDeprecated: attributes.deprecated === "true",
      description: nodes,
      rules: [],
      fields: [],
    });
  }
  return [...groups].map(([location, fields]) => ({ location, fields }));
}

function buildResponse(
  status: string,
  description: string,
  nodes: readonly Node[],
): HtmlOperation["responses"][number] {
  const lead = description === "" ? [] : [toParagraph([createTextNode(description)])];
  const inside = nodes.flatMap((node) =>
    readFormerTag(node)?.name === "api-method-response-example-description"
      ? (node.nodes ?? [])
      : [node],
  );
  return { status, description: [...lead, ...inside], media: [] };
}

/** The operation in blocks that every client shows: paragraphs and tables. */
export function buildOperationBlocks(operation: HtmlOperation): Node[] {
  const {
    method,
    path,
    server = "",
    summary,
    isDeprecated,
    description,
    parameters,
    responses,
  } = operation;
  const address = `${method} ${server}${path}`.trim();
  return [
    ...(summary === undefined ? [] : [toParagraph([createTextNode(summary, ["bold"])])]),
    toParagraph([
      createTextNode(address, ["code"]),
      ...(isDeprecated ? [createTextNode(" (deprecated)")] : []),
    ]),
    ...description,
    ...parameters.flatMap(({ location, fields }) => [
      toParagraph([createTextNode(`${capitalize(location)} parameters`, ["bold"])]),
      buildParameterTable(fields),
    ]),
    ...(responses.length === 0 ? [] : [toParagraph([createTextNode("Responses", ["bold"])])]),
    ...responses.flatMap((response) => [
      toParagraph([createTextNode(response.status, ["code"])]),
      ...response.description,
    ]),
  ];
}

function buildParameterTable(fields: readonly HtmlField[]): Node {
  const titles = ["Name", "Type", "Description"];
  const fragments: Node[] = [];
  const records = fields.map(({ name, type, isRequired, description }, row) => {
    const required = isRequired ? [createTextNode(" required", ["italic"])] : [];
    const cells: Node[][] = [
      [toParagraph([createTextNode(name, ["code"]), ...required])],
      [toParagraph([createTextNode(type)])],
      [...description],
    ];
    const values = cells.map((nodes, at) => {
      const fragment = `r${row + 1}c${at + 1}`;
      fragments.push({ object: "fragment", fragment, nodes });
      return [`c${at + 1}`, fragment];
    });
    const orderIndex = toOrderIndex(row + 1);
    return [`r${row + 1}`, { orderIndex, values: Object.fromEntries(values) }];
  });
  const definition = titles.map((title, at) => {
    const id = `c${at + 1}`;
    return [id, { id, title, type: "text", textAlignment: "left" }];
  });
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: {
      view: { type: "grid", columns: ["c1", "c2", "c3"], hideHeader: false },
      definition: Object.fromEntries(definition),
      records: Object.fromEntries(records),
    },
    fragments,
  };
}

function toParagraph(nodes: Node[]): Node {
  return { object: "block", type: "paragraph", nodes };
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
