/** The most expensive requests that the contract allows: texts and documents of several shapes. */
import { type Endpoint, getMethod, resolveLocation } from "../../../src/contract/endpoint.ts";
import type { Field } from "../../../src/contract/fields.ts";
import type { WireRequest } from "../../../src/contract/wire.ts";
import { valueOfModel } from "../generators/model-values.ts";
import type { Random } from "../generators/random.ts";
import { type Filling, listInputs, neededBy, requestFor } from "./requests.ts";

/** Shapes of expensive texts and lists. */
export const shapes = ["large", "deep", "many", "dense", "wide"] as const;
export type Shape = (typeof shapes)[number];

const paragraph =
  "A paragraph of *plain* words with a [link](https://example.com/a) and `code`.\n\n";
/** The Markdown that each shape repeats; some are limited by the maximum that is parsed. */
const pieces: Readonly<Record<Shape, { readonly piece: string; readonly most?: number }>> = {
  large: { piece: paragraph },
  deep: { piece: "> - ", most: 2000 },
  many: { piece: "# H\n\n", most: 9900 },
  dense: { piece: "**a** `b` [c](d) _e_ $$f$$ " },
  wide: { piece: "x" },
};

/** @param length the approximate number of characters; fewer if the shape has a limit */
export function getText(shape: Shape, length: number): string {
  const { piece, most = Number.POSITIVE_INFINITY } = pieces[shape];
  return `${piece.repeat(Math.min(most, Math.ceil(length / piece.length)))}end`;
}

/** A document in the format of an editor. */
export function getDocument(shape: Shape, size: number): object {
  const leaf = (text: string) => ({
    object: "text",
    leaves: [{ object: "leaf", text, marks: [] }],
  });
  const block = (nodes: object[]) => ({ object: "block", type: "paragraph", data: {}, nodes });
  const plain = block([leaf("words of a paragraph")]);
  const many = (count: number) => Array.from({ length: count }, () => plain);
  const quoted = (depth: number): object =>
    depth === 0
      ? plain
      : { object: "block", type: "blockquote", data: {}, nodes: [quoted(depth - 1)] };
  const expression = {
    object: "inline",
    type: "expression",
    data: { expression: `1${"+1".repeat(500)}` },
    nodes: [],
  };
  const nodes: Readonly<Record<Shape, () => object[]>> = {
    large: () => many(size / 200),
    deep: () => [quoted(Math.min(90, size / 100))],
    many: () => many(Math.min(9900, size / 50)),
    dense: () => [block(Array.from({ length: Math.min(30, size / 1000) }, () => expression))],
    wide: () => [block([leaf("x".repeat(size / 2))])],
  };
  return { object: "document", data: { schemaVersion: 1 }, nodes: nodes[shape]() };
}

/** An OpenAPI specification. */
function getSpecification(shape: Shape, random: Random): string {
  const count = { large: 400, deep: 1, many: 3000, dense: 200, wide: 20 }[shape];
  const text = getText(shape, shape === "many" ? 10 : 20_000 / Math.max(1, count / 20));
  const names = Array.from({ length: count }, (_, at) => `T${at}`);
  const nested = (depth: number): object =>
    depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };
  const schemas = names.map((name) => [
    name,
    shape === "dense"
      ? { allOf: names.slice(0, 30).map((other) => ({ $ref: `#/components/schemas/${other}` })) }
      : { ...nested(shape === "deep" ? 80 : 2), description: text },
  ]);
  const paths = names.map((name) => [
    `/${name}`,
    {
      get: {
        operationId: name,
        responses: {
          200: {
            description: "Done",
            content: {
              "application/json": {
                schema: { $ref: `#/components/schemas/${random.pick(names)}` },
              },
            },
          },
        },
      },
    },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Much", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  });
}

/** Request bodies of operations whose main input is a text. */
const bodies: Readonly<Record<string, (shape: Shape, random: Random) => object>> = {
  updateChangeRequestContent: (shape, random) => {
    const count = shape === "many" ? 90 : 1 + random.below(3);
    const length = Math.floor(900_000 / count / (1 + random.below(4)));
    const content = random.chance(0.6)
      ? { markdown: getText(shape, length) }
      : { document: getDocument(shape, length) };
    const title = shape === "wide" ? "w".repeat(100) : "Much";
    return {
      changes: Array.from({ length: count }, () => ({
        operation: "insert_page",
        title,
        document: content,
      })),
    };
  },
  ingestConversation: (shape, random) => ({
    conversations: Array.from({ length: shape === "many" ? 1000 : 5 }, (_, at) => ({
      id: `${shape}-${random.below(10_000)}-${at}`,
      parts: Array.from({ length: shape === "deep" ? 100 : 2 }, (_, part) => ({
        type: "message",
        role: part % 2 === 0 ? "user" : "assistant",
        body: `Why ${at}? ${differentWords(shape === "dense" ? 60_000 : 60, random)} ${getText(shape, shape === "large" ? 200_000 : 200)}`,
      })),
    })),
  }),
  createOpenAPISpec: (shape, random) => ({ source: { text: getSpecification(shape, random) } }),
  createOrUpdateOpenAPISpecBySlug: (shape, random) => ({
    source: { text: getSpecification(shape, random) },
  }),
};

function differentWords(count: number, random: Random): string {
  const start = random.below(1_000_000);
  return Array.from({ length: count }, (_, at) => `w${(start + at).toString(36)}`).join(" ");
}

/** A request with the required fields, and some optional fields at their limits. */
export async function heavyRequest(
  endpoint: Endpoint,
  shape: Shape,
  random: Random,
  filling: Filling,
  address: { readonly base: string; readonly token: string },
): Promise<WireRequest> {
  const [required = {}] = await listInputs(endpoint, filling, false);
  const input: Record<string, unknown> = { ...required };
  const isRead = getMethod(endpoint) === "GET";
  for (const [name, field] of Object.entries(endpoint.input)) {
    // A path and a header are short: their required values stay.
    if (["path", "header"].includes(resolveLocation(endpoint, name)) || name === "page") continue;
    if (!isRead && !random.chance(0.5)) continue;
    const value = await heavyValue(field, shape, random, filling);
    if (value !== undefined) input[name] = value;
  }
  Object.assign(input, neededBy(endpoint, filling), bodies[endpoint.operation]?.(shape, random));
  return requestFor(endpoint, input, address);
}

async function heavyValue(
  field: Field,
  shape: Shape,
  random: Random,
  filling: Filling,
): Promise<unknown> {
  switch (field.kind) {
    case "id":
      return filling.ids.get(field.of);
    case "text": {
      if (field.format !== undefined) return undefined;
      const text = getText(shape, Math.min(field.max ?? 200_000, 200_000)).slice(0, field.max);
      return field.pattern && !new RegExp(field.pattern.source, "u").test(text) ? undefined : text;
    }
    case "integer":
      return field.max ?? 1000;
    case "boolean":
      return random.chance(0.5);
    case "enum":
      return random.pick(field.values);
    case "list": {
      const one = await heavyValue(field.of, shape, random, filling);
      if (one === undefined) return undefined;
      return Array.from({ length: shape === "many" ? 1000 : 3 }, () => one);
    }
    case "json":
      return enlarge(valueOfModel(await field.model(), filling.word, 3), shape);
    case "pointer":
    case "group":
      return undefined;
  }
}

/** A copy of a value with texts, documents and lists at their limits. */
function enlarge(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => enlarge(item, shape));
    return shape === "many" ? Array.from({ length: 300 }, () => items).flat() : items;
  }
  if (typeof value !== "object" || value === null) return value;
  if ("object" in value && value.object === "document") return getDocument(shape, 100_000);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "markdown" ? getText(shape, 300_000) : enlarge(member, shape),
    ]),
  );
}
