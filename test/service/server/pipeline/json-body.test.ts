import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonBody } from "../../../../src/service/server/pipeline/json-body.ts";
import { slowTest } from "../../../support/generators/amount.ts";

const reading = (body: string, limit = 10_000_000) =>
  readJsonBody(
    {
      method: "POST",
      url: "http://localhost/",
      headers: { "content-type": "application/json" },
      body,
    },
    limit,
    "caller",
  );

test("a body with too many values is refused before it is parsed", async () => {
  const many = `{"a":[${"0,".repeat(100_001)}0]}`;
  await expect(reading(many)).rejects.toThrow("more than 100000 values");
  await expect(reading(`{"a":[${"{}".repeat(100_001)}`)).rejects.toThrow("more than 100000 values");
});

slowTest(
  "commas and brackets in strings are not counted, and an unlimited body has any number",
  async () => {
    const text = "[{,".repeat(200_000);
    expect(await reading(JSON.stringify({ text }))).toEqual({ text });
    const many = `{"a":[${"0,".repeat(200_000)}0]}`;
    expect(await reading(many, Number.POSITIVE_INFINITY)).toHaveProperty("a.200000", 0);
  },
);

test.each([
  ['{"a":1,"a":1}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"x":[{"b":{"c":1}},{"b":{"c":1,"d":"}","c":2}}]}', "c"],
  [`{"a":1,"a"${" ".repeat(500)}:2}`, "a"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"":1,"b":"\\\\","":2}', ""],
])("a duplicate field is refused by name: %s", async (body, name) => {
  await expect(reading(body)).rejects.toThrow(`The body contains ${JSON.stringify(name)} twice`);
});

test("equal names in different objects, and strings that resemble fields, are accepted", async () => {
  const body = {
    a: { a: [{ a: 1 }, { a: 2 }] },
    b: '","a":',
    c: ':"a":',
    "d:": '\\":',
    __proto__x: {},
  };
  expect(await reading(JSON.stringify(body))).toEqual(body);
  expect(await reading('{"__proto__":{"__proto__":1}}')).toHaveProperty("__proto__");
});

slowTest("any JSON is accepted, and refused with any field repeated", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string(),
        fc.json().map((text) => JSON.parse(text)),
      ),
      async (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(await reading(text))).toBe(text);
        for (const name of Object.keys(value)) {
          const again = `${text.slice(0, -1)},${JSON.stringify(name)}:0}`;
          await expect(reading(again)).rejects.toThrow("twice");
        }
      },
    ),
  );
});

test.each([["utf-16"], ["latin1"], ['"utf-16le"'], ["utf-8 utf-16"], ['"utf-8 utf-16"']])(
  "a body in the charset %s is refused",
  async (charset) => {
    const headers = { "content-type": `application/json; charset=${charset}` };
    const asked = { method: "POST" as const, url: "http://localhost/", headers, body: "{}" };
    await expect(readJsonBody(asked, 100, "")).rejects.toThrow("must be encoded in UTF-8");
    const utf8 = { "content-type": 'application/json; charset="UTF-8"' };
    expect(await readJsonBody({ ...asked, headers: utf8 }, 100, "")).toEqual({});
  },
);

test.each([["utf-16"], ["utf-8"], ['"utf-16"; boundary=x']])(
  "a second charset is refused: %s",
  async (second) => {
    const headers = { "content-type": `application/json; charset=utf-8 ; Charset = ${second}` };
    const asked = { method: "POST" as const, url: "http://localhost/", headers, body: "{}" };
    await expect(readJsonBody(asked, 100, "")).rejects.toThrow("has two charsets");
  },
);

test.each([
  ['{"title":"\\ud800 lone"}', "title"],
  ['{"a":[1,{"b":"\\uDC00\\uD800"}]}', "a.1.b"],
  ['{"a":{"\\udfff":1}}', "a"],
  ['{"\\udfff":1}', "The body"],
])("a lone surrogate is refused by the name of its field: %s", async (body, name) => {
  await expect(reading(body)).rejects.toThrow(`${name} contains an unpaired surrogate`);
});

test("surrogate pairs are accepted, also as two escapes", async () => {
  expect(await reading('{"title":"\\ud83d\\ude00 \\\\ud800"}')).toEqual({ title: "😀 \\ud800" });
});

test("a long body is read like a short one", async () => {
  const text = "x".repeat(300_000);
  const body = { a: [{ b: text }, { c: text }], "": { __proto__x: text } };
  expect(await reading(JSON.stringify(body))).toEqual(body);
  const long = JSON.stringify(body);
  await expect(reading(`${long.slice(0, -1)},"a":1}`)).rejects.toThrow('contains "a" twice');
  await expect(reading(`${long.slice(0, -1)},}`)).rejects.toThrow("The body is not valid JSON");
  await expect(reading(long.slice(0, -1))).rejects.toThrow("The body is not valid JSON");
  await expect(reading(`[${long},"\\ud800"]`)).rejects.toThrow("1 contains an unpaired surrogate");
  await expect(reading(`[${long}]`)).rejects.toThrow("The body must be a JSON object.");
});

/** The refusal of a body, or its value. */
async function read(body: string, type = "application/json", limit = 1000): Promise<unknown> {
  const headers = { "content-type": type };
  const request = { method: "POST" as const, url: "http://a/", headers, body };
  return readJsonBody(request, limit, "a").catch(
    (error: { status: number; message: string; field?: string }) => [
      error.status,
      error.message,
      error.field,
    ],
  );
}

test.each([
  ["an object", '{"a":1}', "application/json", { a: 1 }],
  ["no body", "", "text/plain", {}],
  ["a type with a charset", "{}", "Application/JSON; charset=UTF-8", {}],
  ["a charset without a dash", "{}", "application/json;charset=utf8", {}],
  ["a quoted charset", "{}", 'application/json; charset="us-ascii"', {}],
  ["another parameter", "{}", "application/json; a=b", {}],
  ["a list", "[]", "application/json", [400, "The body must be a JSON object.", undefined]],
  ["null", "null", "application/json", [400, "The body must be a JSON object.", undefined]],
  ["a text", '"a"', "application/json", [400, "The body must be a JSON object.", undefined]],
  [
    "another type",
    "{}",
    "text/plain",
    [
      415,
      "The body must be sent with the header content-type: application/json, not text/plain.",
      undefined,
    ],
  ],
  [
    "a longer type",
    "{}",
    "application/json5",
    [
      415,
      "The body must be sent with the header content-type: application/json, not application/json5.",
      undefined,
    ],
  ],
  [
    "no type",
    "{}",
    "",
    [415, "The body must be sent with the header content-type: application/json.", undefined],
  ],
  [
    "another charset",
    "{}",
    "application/json; charset=latin1",
    [415, "The body must be encoded in UTF-8, not latin1.", undefined],
  ],
  [
    "a half-quoted charset",
    "{}",
    'application/json; charset="utf-8',
    [415, 'The body must be encoded in UTF-8, not "utf-8.', undefined],
  ],
  [
    "two charsets",
    "{}",
    "application/json; charset=utf-8; charset=utf-8",
    [400, "The content-type header has two charsets. Send one.", undefined],
  ],
  [
    "invalid JSON",
    "{",
    "application/json",
    [400, expect.stringMatching(/^The body is not valid JSON: .+\.$/), undefined],
  ],
  [
    "a repeated field",
    '{"a":{"b":1,"b":1}}',
    "application/json",
    [400, 'The body contains "b" twice. Send it once.', undefined],
  ],
  [
    "an unpaired surrogate",
    '{"a":[{"b":"\\ud800"}]}',
    "application/json",
    [400, "a.0.b contains an unpaired surrogate. Remove it.", "a.0.b"],
  ],
  [
    "an unpaired surrogate in a name",
    '{"a":{"\\udfff":1}}',
    "application/json",
    [400, "a contains an unpaired surrogate. Remove it.", "a"],
  ],
  [
    "an unpaired surrogate in the first name",
    '{"\\udfff":1}',
    "application/json",
    [400, "The body contains an unpaired surrogate. Remove it.", undefined],
  ],
  ["a surrogate pair", '{"a":"\\ud83d\\udc4d"}', "application/json", { a: "👍" }],
])("a body with %s is read or refused", async (_, body, type, result) => {
  expect(await read(body, type)).toEqual(result);
});

test("a body has at most the maximum size in bytes, and 64 levels", async () => {
  const text = (length: number) => JSON.stringify("é".repeat(length));
  expect(await read(`{"a":${text(47)}}`, "application/json", 102)).toEqual({ a: "é".repeat(47) });
  expect(await read(`{"a":${text(48)}}`, "application/json", 102)).toEqual([
    413,
    "The body is larger than the limit of 102 bytes.",
    undefined,
  ]);
  const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
  expect(await read(nested(64))).toHaveProperty("a");
  expect(await read(nested(65))).toEqual([
    400,
    "The body is nested deeper than 64 levels.",
    undefined,
  ]);
});
