import { describe, expect, it } from "vitest";
import { toSchemaErrors } from "../../../../src/service/engines/openapi/schema-faults.ts";
import { findSchemaErrors, findVersion } from "../../../../src/service/engines/openapi/validate.ts";

const info = { title: "A", version: "1" };

const withSecurityScheme = (scheme: unknown) => ({
  openapi: "3.0.3",
  info,
  paths: {},
  components: { securitySchemes: { a: scheme } },
});
const withOldSecurityScheme = (scheme: unknown) => ({
  swagger: "2.0",
  info,
  paths: {},
  securityDefinitions: { a: scheme },
});
/** A description with one operation that has one parameter. */
const withParameter = (version: object, parameter: unknown) => ({
  ...version,
  info,
  paths: { "/": { get: { parameters: [parameter], responses: { 200: { description: "" } } } } },
});
const old = { swagger: "2.0" };
const newer = { openapi: "3.0.3" };

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
    // The validator has three errors for each entry, of which one is only a summary.
    expect(new Set(find(document)).size).toBe(2 * 67);
  });
});

describe("the errors of a value are those of the alternative that a field selects", () => {
  const at = "components/securitySchemes/a";
  const scheme = "components › securitySchemes › a";
  it.each<[unknown, string[]]>([
    [{ type: "http" }, [`${at}: ${scheme} has no scheme, which is required.`]],
    [
      { type: "http", flows: { implicit: {} } },
      [
        `${at}: ${scheme} has no scheme, which is required.`,
        `${at}/flows: ${scheme} has the unknown field flows.`,
      ],
    ],
    [
      { type: "apiKey" },
      [
        `${at}: ${scheme} has no name, which is required.`,
        `${at}: ${scheme} has no in, which is required.`,
      ],
    ],
    [
      { type: "apiKey", name: "a", in: "body" },
      [`${at}/in: ${scheme} › in must be one of header, query, cookie.`],
    ],
    [{ type: "oauth2" }, [`${at}: ${scheme} has no flows, which is required.`]],
    [
      { type: "oauth2", flows: { implicit: { scopes: {} } } },
      [
        `${at}/flows/implicit: ${scheme} › flows › implicit has no authorizationUrl, which is required.`,
      ],
    ],
    [{ type: "openIdConnect" }, [`${at}: ${scheme} has no openIdConnectUrl, which is required.`]],
    [
      { type: "http", scheme: "basic", bearerFormat: "JWT" },
      [`${at}/scheme: ${scheme} › scheme must match ^[Bb][Ee][Aa][Rr][Ee][Rr]$.`],
    ],
    [{}, [`${at}: ${scheme} has no type, which is required.`]],
    [7, [`${at}: ${scheme} must be of the type object.`]],
    [{ $ref: 7 }, [`${at}/$ref: ${scheme} › $ref must be of the type string.`]],
  ])("security scheme %j", (value, errors) => {
    expect(find(withSecurityScheme(value))).toEqual(errors);
  });

  it.each<[unknown, string[]]>([
    [
      { type: "apiKey" },
      ["securityDefinitions › a has no name", "securityDefinitions › a has no in"],
    ],
    [
      { type: "oauth2", flow: "implicit", scopes: {} },
      ["securityDefinitions › a has no authorizationUrl"],
    ],
    [
      { type: "oauth2", flow: "accessCode", authorizationUrl: "https://a" },
      ["securityDefinitions › a has no tokenUrl"],
    ],
    [{ type: "oauth2" }, ["securityDefinitions › a has no flow"]],
  ])("security scheme %j of 2.0", (value, errors) => {
    const path = "securityDefinitions/a";
    expect(find(withOldSecurityScheme(value))).toEqual(
      errors.map((error) => `${path}: ${error}, which is required.`),
    );
  });

  it.each<[object, unknown, string, string]>([
    [old, { in: "body", name: "a" }, "", "has no schema, which is required."],
    [old, { in: "query", name: "a" }, "", "has no type, which is required."],
    [old, { in: "path", name: "a", type: "string" }, "", "has no required, which is required."],
    [
      old,
      { in: "nosuch", name: "a", type: "string" },
      "in",
      "must be one of body, header, formData, query, path.",
    ],
    [newer, { in: "path", name: "a", schema: {} }, "", "has no required, which is required."],
    [
      newer,
      { in: "path", name: "a", schema: {}, required: false },
      "required",
      "must be one of true.",
    ],
    [
      newer,
      { in: "query", name: "a", schema: {}, style: "matrix" },
      "style",
      "must be one of form, spaceDelimited, pipeDelimited, deepObject.",
    ],
  ])("parameter in %j: %j", (version, parameter, field, error) => {
    const path = ["paths", "/", "get", "parameters", "0", ...(field === "" ? [] : [field])];
    expect(find(withParameter(version, parameter))).toEqual([
      `${path.join("/")}: ${path.join(" › ")} ${error}`,
    ]);
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
