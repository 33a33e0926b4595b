import { expect, test } from "vitest";
import {
  type CompareOptions,
  examineDescriptions,
} from "../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

/** The result as text: whether a change is breaking, its rule, message, location and operations. */
function examine(before: Tree, now: Tree, options?: CompareOptions) {
  const whole = { openapi: "3.2.0", info: {} };
  const { changes, examined, uncompared } = examineDescriptions(
    { ...whole, ...before },
    { ...whole, ...now },
    options,
  );
  return {
    changes: changes.map(
      (one) =>
        `${one.isBreaking ? "breaking" : "compatible"} ${one.rule}: ${one.message} (${one.in} ${one.path.join("/")}; ${one.operations.join()})`,
    ),
    examined: [examined.operations, examined.parameters, examined.schemas],
    uncompared: uncompared.map(
      ({ count, kind, path, in: side }) => `${count} ${kind} in ${side} ${path.join("/")}`,
    ),
  };
}

const responses = (all: Tree) => ({ paths: { "/a": { get: { responses: all } } } });
const ok = (more: Tree = {}) => ({ description: "", ...more });
const oauth = (flows: unknown) => ({
  paths: { "/a": { get: { security: [{ auth: [] }] } }, "/b": { get: {} } },
  components: { securitySchemes: { auth: { type: "oauth2", flows } } },
});
const code = {
  authorizationUrl: "https://a.example/a",
  tokenUrl: "https://a.example/t",
  scopes: {},
};
const server = (url: string, paths: Tree, more: Tree = {}) => ({
  servers: [{ url, ...more }],
  paths,
});
const get = { get: { responses: {} } };

test.each<readonly [string, Tree, Tree, ReturnType<typeof examine>]>([
  [
    "a removed operation",
    { paths: { "/a": get } },
    {},
    {
      changes: ["breaking operation-removed: GET /a was removed. (old paths//a/get; GET /a)"],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "a removed operation that was deprecated",
    { paths: { "/a": { get: { deprecated: true } } } },
    {},
    {
      changes: [
        "breaking operation-removed: GET /a was removed; it was deprecated. (old paths//a/get; GET /a)",
      ],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "an added operation",
    {},
    { paths: { "/a": get } },
    {
      changes: ["compatible operation-added: Added GET /a. (new paths//a/get; GET /a)"],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "another name of a parameter",
    { paths: { "/a/{x}": get } },
    { paths: { "/a/{y}": get } },
    { changes: [], examined: [1, 0, 0], uncompared: [] },
  ],
  [
    "a path without a slash",
    { paths: { "x-a": get } },
    {},
    { changes: [], examined: [0, 0, 0], uncompared: [] },
  ],
  [
    "deprecation",
    { paths: { "/a": get } },
    { paths: { "/a": { get: { deprecated: true } } } },
    {
      changes: [
        "compatible operation-deprecated: GET /a is now deprecated. (new paths//a/get; GET /a)",
      ],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "no deprecation",
    { paths: { "/a": { get: { deprecated: true } } } },
    { paths: { "/a": { get: { deprecated: false } } } },
    {
      changes: [
        "compatible operation-reactivated: GET /a is no longer deprecated. (new paths//a/get; GET /a)",
      ],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "a removed callback",
    {
      paths: {
        "/a": {
          post: { callbacks: { done: { "{$request.body#/url}": { post: { responses: {} } } } } },
        },
      },
    },
    { paths: { "/a": { post: {} } } },
    {
      changes: [
        "breaking operation-removed: POST callback done ({$request.body#/url}) of POST /a was removed. (old paths//a/post/callbacks/done/{$request.body#/url}/post; POST callback done ({$request.body#/url}) of POST /a)",
      ],
      examined: [2, 0, 0],
      uncompared: [],
    },
  ],
  [
    "an added webhook",
    {},
    { webhooks: { sold: { post: {} } } },
    {
      changes: [
        "compatible operation-added: Added POST webhook sold. (new webhooks/sold/post; POST webhook sold)",
      ],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "a removed flow",
    oauth({ authorizationCode: code, clientCredentials: code }),
    oauth({ clientCredentials: code }),
    {
      changes: [
        "breaking security-flow-removed: auth no longer supports the flow authorizationCode. (old components/securitySchemes/auth/flows/authorizationCode; GET /a)",
      ],
      examined: [2, 0, 0],
      uncompared: [],
    },
  ],
  [
    "an added flow",
    oauth({ authorizationCode: code }),
    oauth({ authorizationCode: code, clientCredentials: code }),
    {
      changes: [
        "compatible security-flow-added: auth now also supports the flow clientCredentials. (new components/securitySchemes/auth/flows/clientCredentials; GET /a)",
      ],
      examined: [2, 0, 0],
      uncompared: [],
    },
  ],
  [
    "other URLs of a flow",
    oauth({ authorizationCode: code }),
    oauth({
      authorizationCode: {
        ...code,
        tokenUrl: "https://b.example/t",
        refreshUrl: "https://b.example/r",
      },
    }),
    {
      changes: [
        "compatible security-address-changed: The tokenUrl of the flow authorizationCode of auth changed from https://a.example/t to https://b.example/t. (new components/securitySchemes/auth/flows/authorizationCode; GET /a)",
        "compatible security-address-changed: The refreshUrl of the flow authorizationCode of auth changed from not set to https://b.example/r. (new components/securitySchemes/auth/flows/authorizationCode; GET /a)",
      ],
      examined: [2, 0, 0],
      uncompared: [],
    },
  ],
  [
    "a removed URL of a flow",
    oauth({ authorizationCode: { ...code, refreshUrl: "https://b.example/r" } }),
    oauth({ authorizationCode: code }),
    {
      changes: [
        "compatible security-address-changed: The refreshUrl of the flow authorizationCode of auth changed from https://b.example/r to not set. (new components/securitySchemes/auth/flows/authorizationCode; GET /a)",
      ],
      examined: [2, 0, 0],
      uncompared: [],
    },
  ],
  [
    "another server",
    server("https://a.example/v1", { "/a": get }),
    server("https://b.example/v1", { "/a": get }),
    { changes: [], examined: [1, 0, 0], uncompared: ["1 servers in new servers"] },
  ],
  [
    "a slash at the end of a server",
    server("https://a.example/v1", { "/a": get }),
    server("https://a.example/v1/", { "/a": get }),
    { changes: [], examined: [1, 0, 0], uncompared: [] },
  ],
  [
    "a variable of a server",
    server("https://{h}.example", { "/a": get }, { variables: { h: { default: "a" } } }),
    server("https://a.example", { "/a": get }),
    { changes: [], examined: [1, 0, 0], uncompared: [] },
  ],
  [
    "choices of a variable",
    server(
      "https://{h}.example",
      { "/a": get },
      { variables: { h: { default: "a", enum: ["a", "b"] } } },
    ),
    server(
      "https://{h}.example",
      { "/a": get },
      { variables: { h: { default: "a", enum: ["a", "c"] } } },
    ),
    { changes: [], examined: [1, 0, 0], uncompared: ["1 servers in new servers"] },
  ],
  [
    "a prefix that moved into the paths",
    server("https://a.example/v1", { "/a": get }),
    server("https://a.example", { "/v1/a": get }),
    {
      changes: [
        "breaking path-prefix-moved: The path of the server URL changed from /v1 to /, and the paths changed accordingly, so the full paths are the same. (new servers; GET /v1/a)",
      ],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "a prefix that moved out of the paths",
    server("https://a.example", { "/v1/a": get }),
    server("https://a.example/v1", { "/a": get }),
    {
      changes: [
        "breaking path-prefix-moved: The path of the server URL changed from / to /v1, and the paths changed accordingly, so the full paths are the same. (new servers; GET /a)",
      ],
      examined: [1, 0, 0],
      uncompared: [],
    },
  ],
  [
    "a prefix that moved to another host",
    server("https://a.example/v1", { "/a": get }),
    server("https://b.example", { "/v1/a": get }),
    {
      changes: [
        "breaking path-prefix-moved: The path of the server URL changed from /v1 to /, and the paths changed accordingly, so the full paths are the same. (new servers; GET /v1/a)",
      ],
      examined: [1, 0, 0],
      uncompared: ["1 servers in new servers"],
    },
  ],
  [
    "another path",
    server("https://a.example/v1", { "/a": get }),
    server("https://a.example/v1", { "/v1/a": get }),
    {
      changes: [
        "breaking operation-removed: GET /a was removed. (old paths//a/get; GET /a)",
        "compatible operation-added: Added GET /v1/a. (new paths//v1/a/get; GET /v1/a)",
      ],
      examined: [2, 0, 0],
      uncompared: [],
    },
  ],
  [
    "servers of a path",
    {
      servers: [{ url: "https://a.example" }],
      paths: { "/a": { servers: [{ url: "https://b.example" }], ...get } },
    },
    {
      servers: [{ url: "https://c.example" }],
      paths: { "/a": { servers: [{ url: "https://b.example" }], ...get } },
    },
    { changes: [], examined: [1, 0, 0], uncompared: [] },
  ],
  [
    "no servers",
    { paths: { "/a": get } },
    server("/", { "/a": get }),
    { changes: [], examined: [1, 0, 0], uncompared: [] },
  ],
  [
    "links",
    responses({ 200: ok() }),
    responses({ 200: ok({ links: { a: { operationId: "x" } } }) }),
    {
      changes: [],
      examined: [1, 0, 0],
      uncompared: ["1 links in new paths//a/get/responses/200/links/a"],
    },
  ],
])("%s", (_, before, now, expected) => {
  expect(examine(before, now)).toEqual(expected);
});

test("a moved prefix is no breaking change if it is accepted", () => {
  const before = server("https://a.example/v1", { "/a": get });
  const now = server("https://a.example", { "/v1/a": get });
  expect(examine(before, now, { acceptMovedPrefix: true })).toEqual({
    changes: [
      "compatible path-prefix-moved: The path of the server URL changed from /v1 to /, and the paths changed accordingly, so the full paths are the same. (new servers; GET /v1/a)",
    ],
    examined: [1, 0, 0],
    uncompared: [],
  });
});

/** A schema as the response of `/a`, and with a part beside it as the response of `/b`. */
function share(base: Tree, beside: Tree) {
  const content = (name: string) => ({
    "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
  });
  return {
    paths: {
      "/a": { get: { responses: { 200: ok({ content: content("Base") }) } } },
      "/b": { get: { responses: { 200: ok({ content: content("Composed") }) } } },
    },
    components: {
      schemas: {
        Base: base,
        Composed: { allOf: [{ $ref: "#/components/schemas/Base" }, beside] },
      },
    },
  };
}

const text = { type: "string" };

test.each<readonly [string, Tree, Tree]>([
  ["minimum", { type: "integer", minimum: 1 }, { type: "integer", minimum: 5 }],
  ["minimum", { type: "integer", minimum: 1 }, { type: "integer" }],
  ["max-length", text, { ...text, maxLength: 5 }],
  ["pattern", { ...text, pattern: "a" }, { ...text, pattern: "b" }],
  ["format", text, { ...text, format: "date" }],
  ["type", text, { type: "integer" }],
  ["unique-items", { type: "array" }, { type: "array", uniqueItems: true }],
])("a change of %s in a schema that another one includes is reported once", (rule, old, young) => {
  const beside = { description: "More", readOnly: true };
  for (const [before, now] of [
    [old, young],
    [young, old],
  ] as const) {
    const { changes } = examine(share(before, beside), share(now, beside));
    expect(changes).toEqual([
      expect.stringMatching(
        new RegExp(`response-${rule}-changed: .*new components/schemas/Base; GET /a,GET /b`),
      ),
    ]);
  }
});

test("changed values of a schema that another one includes are reported once", () => {
  const [old, young] = [["a"], ["b"]].map((values) => share({ ...text, enum: values }, {}));
  expect(examine(old ?? {}, young ?? {}).changes).toEqual([
    'breaking response-value-added: Added the value "b". (new components/schemas/Base/enum; GET /a,GET /b)',
    'compatible response-value-removed: The value "a" was removed. (old components/schemas/Base/enum; GET /a,GET /b)',
  ]);
});

test("a change that breaks only some operations is breaking for these", () => {
  const respond = (one: Tree, other: Tree, schemas: Tree = {}) => ({
    paths: Object.fromEntries(
      [one, other].map((schema, n) => {
        const content = { "application/json": { schema } };
        return [`/${"ab"[n]}`, { get: { responses: { 200: ok({ content }) } } }];
      }),
    ),
    components: { schemas },
  });
  const shared = { $ref: "#/components/schemas/Shared" };
  const now = respond(shared, shared, { Shared: { oneOf: [text, { type: "integer" }] } });
  const before = [{ type: "number" }, { type: "boolean" }].map((other) => ({
    oneOf: [text, other],
  }));
  for (const [one, other] of [before, before.toReversed()]) {
    const { changes } = examine(respond(one ?? {}, other ?? {}), now);
    const path = one === before[0] ? "/b" : "/a";
    expect(changes.filter((change) => change.startsWith("breaking"))).toEqual([
      `breaking response-choice-added: Added a choice to oneOf: {"type":"integer"}. (new components/schemas/Shared/oneOf/1; GET ${path})`,
    ]);
  }
});
