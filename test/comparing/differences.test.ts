import { expect, test } from "vitest";
import * as z from "zod/mini";
import { compare } from "../../scripts/comparing/differences.mjs";
import { ownOperations } from "../../scripts/comparing/own.mjs";
import { type Document, publishedOperations } from "../../scripts/comparing/theirs.mjs";
import { type Endpoint, endpoint } from "../../src/contract/endpoint.ts";
import { enumeration, id, optional, text } from "../../src/contract/fields.ts";
import { space } from "../../src/contract/space.model.ts";

const shelf = endpoint({
  summary: "Make a shelf",
  operation: "createShelf",
  route: "POST /rooms/{roomId}/shelves",
  input: {
    roomId: id("space"),
    title: text("Title", { max: 50 }),
    kind: optional(enumeration(["open", "closed"], "Kind")),
  },
  output: async () => z.looseObject({ id: z.string(), title: z.optional(z.string()) }),
  status: 201,
});

const body = {
  type: "object",
  properties: {
    title: { type: "string", maxLength: 50 },
    kind: { type: "string", enum: ["open", "closed"] },
  },
  required: ["title"],
};
const answer = {
  type: "object",
  properties: { id: { type: "string" }, title: { type: "string" } },
  required: ["id"],
};

/** A description of one operation, with another value in it. */
function described(other: { body?: object; answer?: object; status?: number; path?: string } = {}) {
  const content = (schema: object) => ({ content: { "application/json": { schema } } });
  const document: Document = {
    paths: {
      [other.path ?? "/rooms/{roomId}/shelves"]: {
        post: {
          operationId: "createShelf",
          parameters: [{ name: "roomId", in: "path", required: true, schema: { type: "string" } }],
          requestBody: { required: true, ...content({ ...body, ...other.body }) },
          responses: { [other.status ?? 201]: content({ $ref: "#/components/schemas/Shelf" }) },
        },
      },
    },
    components: { schemas: { Shelf: { ...answer, ...other.answer } } },
  };
  return document;
}

async function listLines(document: Document, endpoints: readonly Endpoint[] = [shelf]) {
  const here = await ownOperations(endpoints, String);
  const found = compare(here, publishedOperations(document), []);
  return found.map(({ location, what }) => `${location} | ${what}`);
}

test("an identical description has no differences", async () => {
  expect(await listLines(described())).toEqual([]);
});

test("new, removed, renamed and moved operations are named", async () => {
  expect(await listLines(described(), [])).toEqual([
    "createShelf | is new: it is neither answered nor named as absent",
  ]);
  expect(await listLines({ paths: {} })).toEqual(["createShelf | is not published"]);
  expect(await listLines(described({ path: "/rooms/{roomId}/boards" }))).toEqual([
    "createShelf | has moved: here POST /rooms/{roomId}/shelves, there POST /rooms/{roomId}/boards",
  ]);
  expect(await listLines(described(), [{ ...shelf, operation: "addShelf" }])).toEqual([
    "addShelf | is called createShelf there",
  ]);
});

test("request fields, required flags, values, limits and statuses are compared", async () => {
  const { title, kind } = body.properties;
  const more = { ...body.properties, color: { type: "string" } };
  expect(await listLines(described({ body: { properties: more } }))).toEqual([
    "createShelf body.color | only there",
  ]);
  expect(await listLines(described({ body: { properties: { title } } }))).toEqual([
    "createShelf body.kind | only here",
  ]);
  expect(await listLines(described({ body: { required: ["title", "kind"] } }))).toEqual([
    "createShelf body.kind | here optional, there required",
  ]);
  const glass = { title, kind: { ...kind, enum: ["open", "glass"] } };
  expect(await listLines(described({ body: { properties: glass } }))).toEqual([
    "createShelf body.kind | values only here: closed",
    "createShelf body.kind | values only there: glass",
  ]);
  const long = { kind, title: { ...title, maxLength: 100 } };
  expect(await listLines(described({ body: { properties: long } }))).toEqual([
    "createShelf body.title | maxLength: here 50, there 100",
  ]);
  expect(await listLines(described({ status: 200 }))).toEqual([
    "createShelf status | here 201, there 200",
  ]);
});

test("a response is compared field by field, under the name of its schema", async () => {
  const properties = { ...answer.properties, place: { type: "number" }, title: { type: "number" } };
  const required = ["id", "place"];
  expect(await listLines(described({ answer: { properties, required } }))).toEqual([
    "Shelf answer.place | only there, required",
    "Shelf answer.title | kind only here: string",
    "Shelf answer.title | kind only there: number",
  ]);
});

test("recursive schemas terminate", async () => {
  const children = { type: "array", items: { $ref: "#/components/schemas/Shelf" } };
  const properties = { ...answer.properties, children };
  const tree: z.ZodMiniType = z.looseObject({
    id: z.string(),
    title: z.optional(z.string()),
    children: z.optional(z.array(z.lazy(() => tree))),
  });
  const nested = { ...shelf, output: async () => tree };
  expect(await listLines(described({ answer: { properties } }), [nested])).toEqual([]);
});

test("models of the contract are read with open enums and nullable fields", async () => {
  const shown = { ...shelf, output: async () => space };
  const lines = await listLines(described(), [shown]);
  expect(lines).toContain("Shelf answer.permissions | only here, required");
  expect(lines).toContain("Shelf answer.language | only here");
});
