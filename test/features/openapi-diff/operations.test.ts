/** Webhooks and callbacks, security schemes, and features of versions before 3.0. */
import { describe, expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Record<string, unknown>;

const text = { type: "string" };
const event = (more: Tree) => ({
  post: {
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object", required: ["id"], properties: { id: text }, ...more },
        },
      },
    },
    responses: { 200: { description: "Taken" } },
  },
});

function changes(before: Tree, now: Tree) {
  const whole = { openapi: "3.1.0", info: {}, paths: {} };
  return compareDescriptions({ ...whole, ...before }, { ...whole, ...now }).map(
    ({ rule, isBreaking, operations }) =>
      `${operations.join()}: ${rule}${isBreaking ? " breaks" : ""}`,
  );
}

test("webhook bodies are received, and a removed webhook is reported", () => {
  const before = { webhooks: { sold: event({}) } };
  expect(changes(before, { webhooks: { sold: event({ required: [] }) } })).toEqual([
    "POST webhook sold: response-property-optional breaks",
  ]);
  const stricter = event({ required: ["id", "at"], properties: { id: text, at: text } });
  expect(changes(before, { webhooks: { sold: stricter } })).toEqual([
    "POST webhook sold: response-property-added",
  ]);
  expect(changes(before, {})).toEqual(["POST webhook sold: operation-removed breaks"]);
});

test("a callback is compared as a request to the client", () => {
  const paths = (more: Tree) => ({
    "/watch": { post: { callbacks: { onSale: { "{$request.body#/url}": event(more) } } } },
  });
  expect(changes({ paths: paths({}) }, { paths: paths({ properties: {} }) })).toEqual([
    "POST callback onSale ({$request.body#/url}) of POST /watch: response-property-removed breaks",
  ]);
});

/** Operations whose names differ only in names of parameters or in expressions. */
const variants: Readonly<Record<string, (bodies: readonly Tree[]) => Tree>> = {
  "callbacks of an event": (bodies) => ({
    paths: {
      "/watch/{id}": {
        post: {
          callbacks: {
            onSale: Object.fromEntries(
              bodies.map((body) => [`{$request.body#/${body.title}}`, event(body)]),
            ),
          },
        },
      },
    },
  }),
  paths: (bodies) => ({
    paths: Object.fromEntries(bodies.map((body) => [`/pets/{${body.title}}`, event(body)])),
  }),
};

describe.each(Object.entries(variants))("two %s with the same pattern", (_, build) => {
  const [one, two] = [{ title: "one" }, { title: "two" }];
  const stricter = { required: ["id", "at"], properties: { id: text, at: text } };

  test("are found in any order", () => {
    expect(changes(build([one, two]), build([two, one]))).toEqual([]);
  });

  test.each([
    [one, two],
    [two, one],
  ])("hide no change of one of them: %o", (changed, other) => {
    const now = build([{ ...changed, ...stricter }, other]);
    const found = changes(build([one, two]), now);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${changed.title}}`);
    expect(found[0]).toContain("property-added");
  });

  test.each([
    [one, two],
    [two, one],
  ])("hide no removal of one of them: %o", (gone, other) => {
    const [removed, ...others] = changes(build([one, two]), build([other]));
    expect(removed).toMatch(new RegExp(`${gone.title}\\}.*: operation-removed breaks$`));
    expect(others).toEqual([]);
    expect(changes(build([other]), build([one, two]))).toEqual([
      expect.stringMatching(new RegExp(`${gone.title}\\}.*: operation-added$`)),
    ]);
  });

  test("are found under another name if only one remains", () => {
    expect(changes(build([one]), build([two]))).toEqual([]);
  });
});

test("callbacks keep their expressions if a path parameter of their operation is renamed", () => {
  const build = (path: string, addresses: readonly string[]) => ({
    paths: {
      [path]: {
        post: {
          callbacks: {
            onSale: Object.fromEntries(
              addresses.map((address) => [address, event({ required: [address] })]),
            ),
          },
        },
      },
    },
  });
  expect(changes(build("/a/{id}", ["{$url}", "{$body}"]), build("/a/{name}", ["{$body}"]))).toEqual(
    ["POST callback onSale ({$url}) of POST /a/{id}: operation-removed breaks"],
  );
});

const oauth = { type: "oauth2", flows: {} };

function signed(
  security: readonly Tree[],
  securitySchemes: Tree = { oauth, key: apiKey("X-Key") },
) {
  return { paths: { "/pets": { get: { security } } }, components: { securitySchemes } };
}

function apiKey(name: string): Tree {
  return { type: "apiKey", in: "header", name };
}

test.each([
  [[{ oauth: ["read"] }], [{ oauth: ["read", "write"] }], ["security-scope-added breaks"]],
  [[{ oauth: ["read", "write"] }], [{ oauth: ["read"] }], ["security-scope-removed"]],
  [
    [{ oauth: ["read"] }, { oauth: ["write"] }],
    [{ oauth: ["write"] }],
    ["security-scope-added breaks"],
  ],
  [[{ key: [] }], [{ key: [] }, { oauth: ["read"] }], ["security-way-added"]],
  [[{ key: [] }], [{ oauth: [] }], ["security-removed breaks", "security-way-added"]],
  [[], [{ key: [] }], ["security-added breaks"]],
  [[{ key: [] }], [], ["security-dropped"]],
  // An empty requirement makes the others optional.
  [[{}], [{ key: [] }], ["security-added breaks"]],
  [[{ key: [] }, {}], [{ key: [] }], ["security-added breaks"]],
  [[{ key: [] }], [{ key: [] }, {}], ["security-dropped"]],
  [[{ key: [] }, {}], [{ oauth: [] }, {}], []],
  [[{ key: [] }, {}], [], []],
] as const)("security requirements %j, then %j", (before, now, rules) => {
  expect(changes(signed(before), signed(now))).toEqual(rules.map((rule) => `GET /pets: ${rule}`));
});

test("a security scheme is identified by its content, and an undescribed one by its name", () => {
  expect(changes(signed([{ key: [] }], {}), signed([{ key: [] }], {}))).toEqual([]);
  const one = signed([{ key: [] }], { key: apiKey("X-Key") });
  expect(changes(one, signed([{ token: [] }], { token: apiKey("X-Key") }))).toEqual([]);
  expect(changes(one, signed([{ key: [] }], { key: apiKey("X-Token") }))).toEqual([
    "GET /pets: security-removed breaks",
  ]);
});

describe("scopes", () => {
  const oauthAndOther = { oauth, other: { type: "oauth2", flows: {} } };
  const compare = (before: readonly Tree[], now: readonly Tree[]) =>
    changes(signed(before, oauthAndOther), signed(now, oauthAndOther)).map((change) =>
      change.replace("GET /pets: security-scope-", ""),
    );
  const scopes = (...lists: readonly string[]) =>
    lists.map((list) => ({ oauth: list.split(" ").filter(Boolean) }));

  // Clients with the former scopes may still call the operation if one alternative needs no more.
  test.each([
    ["read", ["read"], []],
    ["read", ["read write"], ["added breaks"]],
    ["read", ["write"], ["added breaks"]],
    ["read write", ["read"], ["removed"]],
    ["read write", [""], ["removed"]],
    ["", ["read"], ["added breaks"]],
    ["read", ["read", "admin"], []],
    ["read", ["admin", "read"], []],
    ["read", ["admin", "write"], ["added breaks"]],
    ["read write", ["admin", "read"], ["removed"]],
    ["read write", ["read", "write"], []],
  ])("from %j to %j", (before, now, expected) => {
    expect(compare(scopes(before), scopes(...now))).toEqual(expected);
  });

  test("of different schemes are compared separately", () => {
    const both = (one: string, other: string) => [{ oauth: [one], other: [other] }];
    expect(compare(both("read", "write"), both("read", "write"))).toEqual([]);
    expect(compare(both("read", "write"), both("write", "read"))).toEqual(["added breaks"]);
  });
});

function old(post: Tree): Tree {
  return { openapi: undefined, swagger: "2.0", paths: { "/pets": { post } } };
}

test.each([
  ["Accept", []],
  ["Content-Type", []],
  ["Authorization", []],
  ["authorization", []],
  ["X-Request", ["POST /pets: parameter-added breaks"]],
])("the header parameter %s of versions before 3.0", (name, expected) => {
  const header = { in: "header", name, type: "string", required: true };
  expect(changes(old({}), old({ parameters: [header] }))).toEqual(expected);
});

test("form fields and media types of versions before 3.0 are compared", () => {
  const field = (more: Tree) => ({
    parameters: [{ in: "formData", name: "photo", type: "string", ...more }],
  });
  expect(changes(old(field({})), old(field({ required: true })))).toEqual([
    "POST /pets: body-required breaks",
    "POST /pets: request-property-required breaks",
  ]);
  const body = { parameters: [{ in: "body", name: "pet", schema: { type: "object" } }] };
  const takes = (...consumes: readonly string[]) => old({ ...body, consumes });
  expect(changes(takes("application/json", "text/yaml"), takes("application/json"))).toEqual([
    "POST /pets: request-media-type-removed breaks",
  ]);
});

test("the style and the required flag of parameters are compared", () => {
  const list = (more: Tree) => ({
    paths: {
      "/pets": { get: { parameters: [{ in: "query", name: "ids", schema: {}, ...more }] } },
    },
  });
  expect(changes(list({}), list({ explode: false }))).toEqual([
    "GET /pets: parameter-style-changed breaks",
  ]);
  expect(changes(list({}), list({ style: "form", explode: true }))).toEqual([]);
  expect(changes(list({ required: true }), list({}))).toEqual(["GET /pets: parameter-optional"]);
});

test("deprecations and their ends are reported", () => {
  const get = (whole: Tree, parameter: Tree, property: Tree) => ({
    paths: {
      "/pets": {
        get: {
          ...whole,
          parameters: [{ in: "query", name: "ids", schema: {}, ...parameter }],
          responses: {
            200: {
              content: { "*/*": { schema: { properties: { id: { ...text, ...property } } } } },
            },
          },
        },
      },
    },
  });
  const over = { deprecated: true };
  const [before, now] = [get({}, {}, {}), get(over, over, over)];
  expect(changes(before, now)).toEqual([
    "GET /pets: operation-deprecated",
    "GET /pets: parameter-deprecated",
    "GET /pets: response-property-deprecated",
  ]);
  expect(changes(now, before)).toEqual([
    "GET /pets: operation-reactivated",
    "GET /pets: parameter-reactivated",
    "GET /pets: response-property-reactivated",
  ]);
  expect(changes(before, get({}, {}, { default: "a" }))).toEqual([
    "GET /pets: response-property-default-changed",
  ]);
});

test("a charset does not change a media type, and a wider media type includes it", () => {
  const post = (sent: string, got: string) => ({
    paths: {
      "/pets": {
        post: {
          requestBody: { content: { [sent]: {} } },
          responses: { 200: { content: { [got]: {} } } },
        },
      },
    },
  });
  const json = "application/json";
  const charset = "Application/JSON; charset=utf-8";
  expect(changes(post(json, json), post(charset, charset))).toEqual([]);
  expect(changes(post(json, "*/*"), post("application/*", json))).toEqual([]);
  expect(changes(post("*/*", json), post(json, "*/*"))).toEqual([
    "POST /pets: request-media-type-removed breaks",
    "POST /pets: response-media-type-removed breaks",
    "POST /pets: request-media-type-added",
    "POST /pets: response-media-type-added",
  ]);
});

test("a new header is reported", () => {
  const get = (headers: Tree) => ({
    paths: { "/pets": { get: { responses: { 200: { headers } } } } },
  });
  expect(changes(get({ Etag: {} }), get({ ETag: {}, Age: {} }))).toEqual([
    "GET /pets: response-header-added",
  ]);
});

test("OAuth flows are compared for the operations that need them", () => {
  const way = (flows: Tree) => signed([{ oauth: ["read"] }], { oauth: { type: "oauth2", flows } });
  const password = { tokenUrl: "https://a.example/token" };
  const before = way({ password });
  expect(changes(before, way({ password: { tokenUrl: "https://b.example/token" } }))).toEqual([
    "GET /pets: security-address-changed",
  ]);
  expect(changes(before, way({ implicit: { authorizationUrl: "https://a.example/" } }))).toEqual([
    "GET /pets: security-flow-removed breaks",
    "GET /pets: security-flow-added",
  ]);
});
