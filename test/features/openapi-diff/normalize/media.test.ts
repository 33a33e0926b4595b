import { describe, expect, test } from "vitest";
import { getMember } from "../../../../src/contract/openapi-references.ts";
import { normalizeDocument } from "../../../../src/features/openapi-diff/normalize/document.ts";

type Tree = Readonly<Record<string, unknown>>;

/** The normalized media types of a request, and the parts that are not compared. */
function normalize(content: Tree, openapi = "3.1.0") {
  const { root, uncompared, origins } = normalizeDocument({
    openapi,
    info: {},
    paths: { "/a": { post: { requestBody: { content }, responses: {} } } },
    components: { mediaTypes: { Text: { schema: { type: "string" } } } },
  });
  const steps = ["paths", "/a", "post", "requestBody", "content"];
  const result = steps.reduce<unknown>((value, step) => getMember(value, step), root);
  return {
    content: JSON.parse(JSON.stringify(result)),
    uncompared: uncompared.map(({ kind, path }) => `${kind}: ${path.slice(5).join(" ")}`),
    origin: (type: string) => {
      const value = getMember(result, type);
      return typeof value === "object" && value !== null ? origins.get(value)?.slice(5) : undefined;
    },
  };
}

const bytes = { type: "string", contentMediaType: "application/octet-stream" };

describe("a media type", () => {
  test.each<[string, string, unknown, unknown]>([
    ["bytes of any type", "application/octet-stream", bytes, {}],
    ["bytes of another type", "image/png", bytes, {}],
    [
      "bytes of its type in another case",
      "image/png",
      { type: "string", contentMediaType: "IMAGE/PNG" },
      {},
    ],
    [
      "bytes of other types",
      "image/png",
      { type: "string", contentMediaType: "image/gif" },
      { type: "string", contentMediaType: "image/gif" },
    ],
    ["bytes in a text format", "application/json", bytes, bytes],
    ["bytes in XML", "application/XML", bytes, bytes],
    [
      "encoded bytes",
      "image/png",
      { type: "string", contentEncoding: "base64" },
      { type: "string", contentEncoding: "base64" },
    ],
    [
      "bytes that can be null",
      "image/png",
      { type: ["string", "null"], contentMediaType: "image/png" },
      { type: ["string", "null"], contentMediaType: "image/png" },
    ],
    ["a text", "image/png", { type: "string" }, { type: "string" }],
    ["no schema", "image/png", undefined, {}],
  ])("with %s as %s", (_, type, schema, expected) => {
    expect(normalize({ [type]: { ...(schema !== undefined && { schema }) } }).content).toEqual({
      [type]: { schema: expected },
    });
  });

  test("keeps its encodings and the schema of its items", () => {
    const encoding = {
      a: {
        contentType: "text/plain",
        style: "form",
        explode: true,
        allowReserved: false,
        other: 1,
      },
      b: "none",
    };
    const one = { schema: {}, itemSchema: { type: ["string"] }, encoding };
    expect(normalize({ "multipart/form-data": one }).content).toEqual({
      "multipart/form-data": {
        schema: {},
        itemSchema: { type: "string" },
        encoding: {
          a: {
            contentType: "text/plain",
            style: "form",
            explode: true,
            allowReserved: false,
            headers: {},
          },
        },
      },
    });
  });

  test("names the parts that are not compared, with their location", () => {
    const one = {
      schema: {},
      prefixEncoding: [],
      itemEncoding: {},
      encoding: { a: { prefixEncoding: [], itemEncoding: {}, encoding: {} } },
    };
    expect(normalize({ "multipart/mixed": one }).uncompared).toEqual([
      "prefixEncoding of media types: multipart/mixed prefixEncoding",
      "itemEncoding of media types: multipart/mixed itemEncoding",
      "prefixEncoding inside encodings: multipart/mixed encoding a prefixEncoding",
      "itemEncoding inside encodings: multipart/mixed encoding a itemEncoding",
      "encoding inside encodings: multipart/mixed encoding a encoding",
    ]);
    expect(
      normalize({ "text/plain": { schema: { unknownKeyword: 1, "x-own": 2 } } }).uncompared,
    ).toEqual(["unknown schema keywords: text/plain schema unknownKeyword"]);
  });

  test("can be a reference, and has its location", () => {
    const { content, origin } = normalize({
      "text/plain": { $ref: "#/components/mediaTypes/Text" },
      "text/html": { schema: { type: "string" } },
      "text/css": { $ref: "#/components/mediaTypes/None" },
      "text/csv": 7,
    });
    expect(content).toEqual({
      "text/plain": { schema: { type: "string" } },
      "text/html": { schema: { type: "string" } },
    });
    expect(origin("text/html")).toEqual(["text/html"]);
  });
});
