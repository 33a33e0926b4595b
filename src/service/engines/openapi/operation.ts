/** Reader of single operations in a stored specification, with all referenced parts, for pages. */
import { posix } from "node:path";
import { isTree } from "../../../contract/openapi-references.ts";
import type { HtmlOperation, Media } from "../../../document/html/operation.ts";
import type { Budget } from "../../../json/budget.ts";
import { withoutFinalSlashes } from "../../../json/trim.ts";
import { createSchemaReader } from "./schema-fields.ts";
import {
  asText,
  buildTree,
  createDescriber,
  type Describe,
  type Follow,
  type SpecificationTree,
  toList,
} from "./values.ts";

export interface OperationKey {
  readonly path: string;
  readonly method: string;
}

/** The maximum length of a chain of references. */
const longestChain = 10;

/** For each requested operation its data, or null if the specification does not have it. */
export type OperationResults = readonly {
  readonly operation: HtmlOperation | null;
  /** Approximate number of characters. */
  readonly size: number;
}[];

/**
 * @param filesystem JSON: the files of the specification by name, the entry first
 * @throws BudgetExceededError
 */
export function readOperations(
  filesystem: string,
  wanted: readonly OperationKey[],
  budget: Budget,
): OperationResults {
  const files: SpecificationTree = JSON.parse(filesystem);
  const [entry = ""] = Object.keys(files);
  const reading: SpecificationReader = {
    follow: followIn(files, budget),
    describe: createDescriber(budget),
  };
  return wanted.map((one) => {
    const [characters, nodes] = [budget.characters, budget.nodes];
    const operation = readOperationAt(buildTree(files[entry]), entry, reading, budget, one) ?? null;
    const size = budget.characters - characters + (budget.nodes - nodes) * charactersOfNode;
    return { operation, size };
  });
}

/** Approximate memory in characters. */
const charactersOfNode = 100;

/** The context for reading parts of a specification. */
interface SpecificationReader {
  readonly follow: Follow;
  readonly describe: Describe;
}

function readOperationAt(
  root: SpecificationTree,
  entry: string,
  { follow, describe }: SpecificationReader,
  budget: Budget,
  { path, method }: OperationKey,
): HtmlOperation | undefined {
  const item = follow(buildTree(root.paths)[path], entry);
  const operation = buildTree(item.value)[method.toLowerCase()];
  if (!isTree(operation)) return undefined;
  const { file } = item;
  const getField = createSchemaReader({ follow, describe, budget });
  const parameters = [
    ...toList(buildTree(item.value).parameters),
    ...toList(operation.parameters),
  ].map((one) => follow(one, file));
  const parameterGroups = ["path", "query", "header", "cookie", "formData"].flatMap((location) => {
    const byName = new Map(
      parameters.flatMap(({ value, file: from }) => {
        const one = buildTree(value);
        if (one.in !== location) return [];
        const schema = isTree(one.schema) ? one.schema : one;
        const field = getField(schema, from, String(one.name ?? ""), one.required === true);
        const description = describe(one.description);
        return [
          [field.name, { ...field, ...(description.length > 0 && { description }) }] as const,
        ];
      }),
    );
    return byName.size === 0 ? [] : [{ location, fields: [...byName.values()] }];
  });

  function listMedia(content: unknown, from: string): Media[] {
    return Object.entries(buildTree(content)).map(([type, value]) => {
      const media = buildTree(value);
      const example = media.example ?? exampleIn(media.examples, from);
      return {
        type,
        ...(media.schema !== undefined && { schema: getField(media.schema, from, "", false) }),
        ...(example !== undefined && { example: drawnText(example) }),
      };
    });
  }

  function drawnText(value: unknown): string {
    const text = asText(value);
    budget.drawCharacters(text.length);
    return text;
  }

  function exampleIn(examples: unknown, from: string): unknown {
    const [first] = Object.values(buildTree(examples));
    return buildTree(follow(first, from).value).value;
  }

  /** Version 2 has one schema for all media types. */
  function oldMedia(schema: unknown, from: string, types: unknown): Media[] {
    if (schema === undefined) return [];
    const [type = "application/json"] = toList(types).map(String);
    return [{ type, schema: getField(schema, from, "", false) }];
  }

  const body = follow(operation.requestBody, file);
  const oldBody = parameters.find(({ value }) => buildTree(value).in === "body");
  const media = oldBody
    ? oldMedia(buildTree(oldBody.value).schema, oldBody.file, operation.consumes ?? root.consumes)
    : listMedia(buildTree(body.value).content, body.file);
  const responses = Object.entries(buildTree(operation.responses)).map(([status, one]) => {
    const { value, file: from } = follow(one, file);
    const response = buildTree(value);
    const all = isTree(response.content)
      ? listMedia(response.content, from)
      : oldMedia(response.schema, from, operation.produces ?? root.produces);
    return { status, description: describe(response.description), media: all };
  });
  const server = findServer(root);
  return {
    method: method.toUpperCase(),
    path,
    ...(typeof operation.summary === "string" && { summary: operation.summary }),
    description: describe(operation.description),
    isDeprecated: operation.deprecated === true,
    ...(server !== undefined && { server }),
    security: listSecurity(operation.security ?? root.security),
    parameters: parameterGroups,
    ...(media.length > 0 && {
      body: {
        isRequired: buildTree(oldBody?.value ?? body.value).required === true,
        media,
      },
    }),
    responses,
  };
}

function findServer(root: SpecificationTree): string | undefined {
  const [server] = toList(root.servers);
  const { url } = buildTree(server);
  if (typeof url === "string") return withoutFinalSlashes(url);
  if (typeof root.host !== "string") return undefined;
  const [scheme = "https"] = toList(root.schemes).map(String);
  const base = typeof root.basePath === "string" ? root.basePath : "";
  return withoutFinalSlashes(`${scheme}://${root.host}${base}`);
}

/** Names without duplicates; an empty requirement means that no authentication is needed. */
function listSecurity(security: unknown): string[] {
  const names = toList(security).map((one) => {
    const all = Object.keys(buildTree(one));
    return all.length === 0 ? "none" : all.join(" and ");
  });
  return [...new Set(names)];
}

/** Each step draws a node, because following references takes time even without output. */
function followIn(files: SpecificationTree, budget: Budget): Follow {
  return (value, file) => {
    let [current, from] = [value, file];
    for (let step = 0; step < longestChain; step++) {
      const reference = buildTree(current).$ref;
      if (typeof reference !== "string") return { value: current, file: from };
      budget.drawNodes(1 + Math.floor(reference.length / charactersOfNode));
      const [path = "", pointer = ""] = reference.split("#", 2);
      from = path === "" ? from : posix.join(posix.dirname(from), path);
      current = getValueAt(files[from], pointer);
    }
    return { value: undefined, file: from };
  };
}

function getValueAt(root: unknown, pointer: string): unknown {
  let current = root;
  for (const part of pointer.split("/").slice(1)) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name))
      return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
