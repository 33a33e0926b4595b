import { expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

/** The changes as text: whether they are breaking, the rule and the message. */
function compare(before: Tree, now: Tree): string[] {
  const whole = { openapi: "3.1.0", info: {}, paths: {} };
  return compareDescriptions({ ...whole, ...before }, { ...whole, ...now }).map(
    ({ isBreaking, rule, message }) =>
      `${isBreaking ? "breaking" : "compatible"} ${rule}: ${message}`,
  );
}

const params = (list: readonly unknown[]) => ({
  paths: { "/pets/{id}": { get: { parameters: list } } },
});
const p = (where: string, name: string, more: Tree = {}) => ({
  in: where,
  name,
  schema: { type: "string" },
  ...more,
});

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  [
    "a removed query parameter",
    params([p("query", "q")]),
    params([]),
    ["breaking parameter-removed: The query parameter q was removed."],
  ],
  [
    "a removed path parameter",
    params([p("path", "id", { required: true })]),
    params([]),
    ["compatible parameter-removed: The path parameter id was removed."],
  ],
  [
    "an added path parameter",
    params([]),
    params([p("path", "id", { required: true })]),
    ["compatible parameter-added: Added the required path parameter id."],
  ],
  [
    "a renamed path parameter",
    params([p("path", "id", { required: true })]),
    {
      paths: { "/pets/{petId}": { get: { parameters: [p("path", "petId", { required: true })] } } },
    },
    [],
  ],
  [
    "an added optional parameter",
    params([]),
    params([p("query", "q")]),
    ["compatible parameter-added: Added the optional query parameter q."],
  ],
  [
    "an added required parameter",
    params([]),
    params([p("query", "q", { required: true })]),
    ["breaking parameter-added: Added the required query parameter q."],
  ],
  ["a header in another case", params([p("header", "X-Key")]), params([p("header", "x-key")]), []],
  [
    "a cookie in another case",
    params([p("cookie", "Key")]),
    params([p("cookie", "key")]),
    [
      "breaking parameter-removed: The cookie parameter Key was removed.",
      "compatible parameter-added: Added the optional cookie parameter key.",
    ],
  ],
  [
    "a required one",
    params([p("query", "q")]),
    params([p("query", "q", { required: true })]),
    ["breaking parameter-required: The query parameter q is now required."],
  ],
  [
    "an optional one",
    params([p("query", "q", { required: true })]),
    params([p("query", "q")]),
    ["compatible parameter-optional: The query parameter q is no longer required."],
  ],
  [
    "another style of a list",
    params([p("query", "q", { schema: { type: "array" } })]),
    params([
      p("query", "q", { schema: { type: "array" }, style: "pipeDelimited", explode: false }),
    ]),
    [
      "breaking parameter-style-changed: The serialization of the query parameter q changed from form, exploded to pipeDelimited.",
    ],
  ],
  [
    "another explode of a list",
    params([p("query", "q", { schema: { type: "array" } })]),
    params([p("query", "q", { schema: { type: "array" }, explode: false })]),
    [
      "breaking parameter-style-changed: The serialization of the query parameter q changed from form, exploded to form.",
    ],
  ],
  [
    "another explode of an object",
    params([p("query", "q", { schema: { type: "object" } })]),
    params([p("query", "q", { schema: { type: "object" }, explode: false })]),
    [
      "breaking parameter-style-changed: The serialization of the query parameter q changed from form, exploded to form.",
    ],
  ],
  [
    "another explode of any value",
    params([p("query", "q", { schema: {} })]),
    params([p("query", "q", { schema: {}, explode: false })]),
    [
      "breaking parameter-style-changed: The serialization of the query parameter q changed from form, exploded to form.",
    ],
  ],
  [
    "another explode of a text",
    params([p("query", "q")]),
    params([p("query", "q", { explode: false })]),
    [],
  ],
  [
    "another explode of a list that becomes a text",
    params([p("query", "q", { schema: { type: "array" } })]),
    params([p("query", "q", { explode: false })]),
    [
      "breaking request-type-changed: The query parameter q: The type changed from array to string.",
    ],
  ],
  [
    "a content type",
    params([p("query", "q")]),
    params([
      {
        in: "query",
        name: "q",
        content: { "Application/JSON; a=b": { schema: { type: "string" } } },
      },
    ]),
    [
      "breaking parameter-style-changed: The serialization of the query parameter q changed from form to application/json.",
    ],
  ],
  [
    "content without a type",
    params([p("query", "q")]),
    params([{ in: "query", name: "q", content: {} }]),
    [
      "breaking parameter-style-changed: The serialization of the query parameter q changed from form to nothing.",
      "compatible request-type-changed: The query parameter q: The type changed from string to any.",
    ],
  ],
  [
    "the same content",
    params([
      { in: "query", name: "q", content: { "application/json": { schema: { type: "string" } } } },
    ]),
    params([
      {
        in: "query",
        name: "q",
        content: { "application/json;charset=utf-8": { schema: { type: "integer" } } },
      },
    ]),
    [
      "breaking request-type-changed: The query parameter q: The type changed from string to integer.",
    ],
  ],
  [
    "allowReserved",
    params([p("query", "q")]),
    params([p("query", "q", { allowReserved: true })]),
    [
      "breaking parameter-reserved-changed: allowReserved of the query parameter q changed from false to true.",
    ],
  ],
  [
    "no allowReserved",
    params([p("query", "q", { allowReserved: true })]),
    params([p("query", "q")]),
    [
      "breaking parameter-reserved-changed: allowReserved of the query parameter q changed from true to false.",
    ],
  ],
  [
    "allowEmptyValue",
    params([p("query", "q")]),
    params([p("query", "q", { allowEmptyValue: true })]),
    [
      "compatible parameter-empty-value-changed: allowEmptyValue of the query parameter q changed from false to true.",
    ],
  ],
  [
    "no allowEmptyValue",
    params([p("query", "q", { allowEmptyValue: true })]),
    params([p("query", "q", { allowEmptyValue: false })]),
    [
      "breaking parameter-empty-value-changed: allowEmptyValue of the query parameter q changed from true to false.",
    ],
  ],
  [
    "deprecation",
    params([p("query", "q")]),
    params([p("query", "q", { deprecated: true })]),
    ["compatible parameter-deprecated: The query parameter q is now deprecated."],
  ],
  [
    "no deprecation",
    params([p("query", "q", { deprecated: true })]),
    params([p("query", "q", { deprecated: false })]),
    ["compatible parameter-reactivated: The query parameter q is no longer deprecated."],
  ],
  [
    "a default",
    params([p("query", "q")]),
    params([p("query", "q", { schema: { type: "string", default: "a" } })]),
    [
      'breaking parameter-default-changed: The default of the query parameter q changed from not set to "a".',
    ],
  ],
  [
    "another default",
    params([p("query", "q", { schema: { type: "string", default: "" } })]),
    params([p("query", "q", { schema: { type: "string", default: null } })]),
    [
      'breaking parameter-default-changed: The default of the query parameter q changed from "" to null.',
    ],
  ],
  [
    "no default",
    params([p("query", "q", { schema: { type: "string", default: false } })]),
    params([p("query", "q")]),
    [
      "breaking parameter-default-changed: The default of the query parameter q changed from false to not set.",
    ],
  ],
  [
    "a schema",
    params([p("query", "q")]),
    params([p("query", "q", { schema: { type: "integer" } })]),
    [
      "breaking request-type-changed: The query parameter q: The type changed from string to integer.",
    ],
  ],
  [
    "a parameter of the path item",
    { paths: { "/pets": { parameters: [p("query", "q")], get: {} } } },
    { paths: { "/pets": { get: { parameters: [p("query", "q", { required: true })] } } } },
    ["breaking parameter-required: The query parameter q is now required."],
  ],
])("%s", (_, before, now, changes) => {
  expect(compare(before, now)).toEqual(changes);
});
