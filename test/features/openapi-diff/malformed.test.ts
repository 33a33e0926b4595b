import { expect, test } from "vitest";
import { listMalformed } from "../../../src/features/openapi-diff/malformed.ts";

const get = (operation: unknown) => ({ paths: { "/pets": { get: operation } } });
const parameters = (...all: readonly unknown[]) => get({ parameters: all });
const unreadable = (number: number, at: readonly unknown[]) => ({
  message: `Parameter ${number} of GET /pets has no name or location and is not compared.`,
  path: ["paths", "/pets", "get", "parameters", ...at],
});

test.each<readonly [object, readonly object[]]>([
  [{}, []],
  [{ paths: {}, webhooks: {}, components: {} }, []],
  [
    { paths: [], webhooks: "x", components: 1 },
    [
      { message: "paths is not an object and is not compared.", path: ["paths"] },
      { message: "webhooks is not an object and is not compared.", path: ["webhooks"] },
      { message: "components is not an object and is not compared.", path: ["components"] },
    ],
  ],
  [
    {
      paths: { pets: {}, "x-owner": 1, "/pets": 1, "/": {} },
      webhooks: { created: {}, "x-a": 1, b: 1 },
    },
    [
      {
        message: "The path pets does not start with a slash and is not compared.",
        path: ["paths", "pets"],
      },
      { message: "/pets contains no valid operations.", path: ["paths", "/pets"] },
      { message: "b contains no valid operations.", path: ["webhooks", "b"] },
    ],
  ],
  [
    {
      paths: {
        "/pets": {
          ...{ parameters: 1, servers: 1, summary: 1, description: 1, $ref: 1, "x-a": 1 },
          ...Object.fromEntries(
            ["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((one) => [
              one,
              {},
            ]),
          ),
          ...{ GET: {}, query: {}, additionalOperations: {}, connect: 1 },
        },
      },
    },
    ["GET", "query", "additionalOperations", "connect"].map((method) => ({
      message: `${method} of /pets is an unknown method and is not compared.`,
      path: ["paths", "/pets", method],
    })),
  ],
  [
    { openapi: "3.2.0", paths: { "/pets": { query: {}, additionalOperations: {}, connect: {} } } },
    [
      {
        message: "connect of /pets is an unknown method and is not compared.",
        path: ["paths", "/pets", "connect"],
      },
    ],
  ],
  [
    { openapi: "3.2.0", webhooks: { created: { query: 1 } } },
    [
      {
        message: "QUERY created is not an object and is not compared.",
        path: ["webhooks", "created", "query"],
      },
    ],
  ],
  [
    get([]),
    [
      {
        message: "GET /pets is not an object and is not compared.",
        path: ["paths", "/pets", "get"],
      },
    ],
  ],
  [
    get({ parameters: {} }),
    [
      {
        message: "The parameters of GET /pets are not a list and are not compared.",
        path: ["paths", "/pets", "get", "parameters"],
      },
    ],
  ],
  [parameters({ $ref: "#/a" }, { name: "id", in: "path" }), []],
  [
    parameters(1, { name: "id" }, { name: "id", in: "path" }, { in: "path" }, { $ref: 1 }),
    [unreadable(1, [0]), unreadable(2, [1]), unreadable(4, [3]), unreadable(5, [4])],
  ],
])("the unread parts of %j", (root, expected) => {
  expect(listMalformed(root as Parameters<typeof listMalformed>[0])).toEqual(expected);
});
