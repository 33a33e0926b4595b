import { describe, expect, it } from "vitest";
import { toSchemaErrors } from "../../../../src/service/engines/openapi/schema-faults.ts";
import { findSchemaErrors, findVersion } from "../../../../src/service/engines/openapi/validate.ts";

const info = { title: "A", version: "1" };

function find(document: object): string[] {
  const version = findVersion(document);
  if (!version) throw new Error("The document has no version.");
  return toSchemaErrors(findSchemaErrors(document, version)).map(
    ({ path, message }) => `${path.join("/")}: ${message}`,
  );
}

describe("schema errors of a description", () => {
  it.each<[string, object, string[]]>([
    ["a valid description of 2.0", { swagger: "2.0", info, paths: {} }, []],
    ["a valid description of 3.1 with webhooks only", { openapi: "3.1.0", info, webhooks: {} }, []],
    [
      "missing parts",
      { openapi: "3.0.3" },
      [
        ": The description has no info, which is required.",
        ": The description has no paths, which is required.",
      ],
    ],
    [
      "missing parts of 3.1",
      { openapi: "3.1.0", info },
      [": The description has no paths or components or webhooks, which is required."],
    ],
    [
      "an unknown field",
      { openapi: "3.0.3", info, paths: {}, extra: 1 },
      ["extra: The description has the unknown field extra."],
    ],
    [
      "an unknown field of 3.1",
      { openapi: "3.1.0", info, paths: {}, extra: 1 },
      ["extra: The description has the unknown field extra."],
    ],
    [
      "another type",
      { openapi: "3.0.3", info: { title: 7, version: "1" }, paths: [] },
      [
        "info/title: info › title must be of the type string.",
        "paths: paths must be of the type object.",
      ],
    ],
    [
      "several types",
      { openapi: "3.1.0", info, paths: {}, components: { schemas: { A: 7 } } },
      ["components/schemas/A: components › schemas › A must be of the type object or boolean."],
    ],
    [
      "a choice",
      {
        openapi: "3.0.3",
        info,
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "a", in: "nosuch", schema: {} }],
              responses: { 200: { description: "" } },
            },
          },
        },
      },
      [
        "paths//a/get/parameters/0/in: paths › /a › get › parameters › 0 › in must be one of path, query, header, cookie.",
      ],
    ],
    [
      "a choice of 3.1",
      {
        openapi: "3.1.0",
        info,
        paths: { "/a~b": { get: { parameters: [{ name: "a", in: "nosuch", schema: {} }] } } },
      },
      [
        "paths//a~b/get/parameters/0/in: paths › /a~b › get › parameters › 0 › in must be one of query, header, path, cookie.",
      ],
    ],
    [
      "a path without a slash",
      { openapi: "3.0.3", info, paths: { a: {} } },
      ["paths/a: paths has the unknown field a."],
    ],
    [
      "a path without a slash in 3.1",
      { openapi: "3.1.0", info, paths: { a: {} } },
      ["paths/a: paths has the unknown field a."],
    ],
    [
      "a parameter without a schema",
      {
        openapi: "3.0.3",
        info,
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "a", in: "query" }],
              responses: { 200: { description: "" } },
            },
          },
        },
      },
      [
        "paths//a/get/parameters/0: paths › /a › get › parameters › 0 has no schema or content, which is required.",
      ],
    ],
    [
      "a response without a description",
      {
        openapi: "3.0.3",
        info,
        paths: { "/a": { get: { responses: { 200: { content: {} }, default: {} } } } },
      },
      [
        "paths//a/get/responses/default: paths › /a › get › responses › default has no description, which is required.",
        "paths//a/get/responses/200: paths › /a › get › responses › 200 has no description, which is required.",
      ],
    ],
    [
      "errors in several entries",
      {
        openapi: "3.0.3",
        info,
        paths: { "/a": { get: {} }, "/b": { post: {} } },
        components: { schemas: { A: { type: "nosuch" } }, parameters: [] },
      },
      [
        "components/parameters: components › parameters must be of the type object.",
        "paths//a/get: paths › /a › get has no responses, which is required.",
        "paths//b/post: paths › /b › post has no responses, which is required.",
        "components/schemas/A/type: components › schemas › A › type must be one of array, boolean, integer, number, object, string.",
      ],
    ],
    [
      "errors of 2.0",
      {
        swagger: "2.0",
        info,
        paths: { "/a": { get: { responses: {} } } },
        definitions: { A: { type: 7 } },
      },
      [
        "paths//a/get/responses: paths › /a › get › responses must NOT be valid.",
        "paths//a/get/responses: paths › /a › get › responses must NOT have fewer than 1 properties.",
        "definitions/A/type: definitions › A › type must be one of array, boolean, integer, null, number, object, string.",
        "definitions/A/type: definitions › A › type must be of the type array.",
      ],
    ],
    [
      "a schema of 3.2",
      { openapi: "3.2.0", info, paths: {}, components: { schemas: { A: { type: "nosuch" } } } },
      [],
    ],
    [
      "an invalid map",
      { openapi: "3.1.0", info, paths: {}, components: [] },
      ["components: components must be of the type object."],
    ],
    [
      "a license",
      {
        openapi: "3.1.0",
        info: { ...info, license: { name: "A", identifier: "MIT", url: "https://a" } },
        paths: {},
      },
      ["info/license: info › license must NOT be valid."],
    ],
    [
      "a security scheme",
      {
        openapi: "3.0.3",
        info,
        paths: {},
        components: {
          securitySchemes: { a: { type: "nosuch" } },
        },
      },
      [
        "components/securitySchemes/a/type: components › securitySchemes › a › type must be one of apiKey, http, oauth2, openIdConnect.",
      ],
    ],
  ])("%s", (_, document, errors) => {
    expect(find(document)).toEqual(errors);
  });

  it("are reported for the first entries that have 200 errors", () => {
    const entries = Array.from({ length: 300 }, (_, at) => [`S${at}`, { type: 7 }]);
    const document = {
      openapi: "3.0.3",
      info,
      paths: {},
      components: { schemas: Object.fromEntries(entries) },
    };
    expect(new Set(find(document)).size).toBe(100);
  });
});

it.each([
  [{ swagger: "2.0" }, "2.0"],
  [{ swagger: 2 }, "2.0"],
  [{ swagger: 2.1 }, undefined],
  [{ swagger: "2.0.0" }, undefined],
  [{ openapi: "3.0" }, "3.0"],
  [{ openapi: 3.1 }, "3.1"],
  [{ openapi: "3.2.0-beta" }, "3.2"],
  [{ openapi: "3.3.0" }, undefined],
  [{ openapi: "3.0.x" }, undefined],
  [{ openapi: "13.0.0" }, undefined],
  [{}, undefined],
  [[], undefined],
  [null, undefined],
])("the version of %j is %s", (document, version) => {
  expect(findVersion(document)).toBe(version);
});
