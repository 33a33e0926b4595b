import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBody } from "../../../../src/service/server/pipeline/json-body.ts";

const reading = (body: string, limit = 10_000_000) =>
  jsonBody(
    {
      method: "POST",
      url: "http://localhost/",
      headers: { "content-type": "application/json" },
      body,
    },
    limit,
  );

test("a body with too many values is refused before it is parsed", () => {
  const many = `{"a":[${"0,".repeat(100_001)}0]}`;
  expect(() => reading(many)).toThrow("more than 100000 values");
  expect(() => reading(`{"a":[${"{}".repeat(100_001)}`)).toThrow("more than 100000 values");
});

test("commas and brackets in strings are not counted, and an unlimited body has any number", () => {
  const text = "[{,".repeat(200_000);
  expect(reading(JSON.stringify({ text }))).toEqual({ text });
  const many = `{"a":[${"0,".repeat(200_000)}0]}`;
  expect(reading(many, Number.POSITIVE_INFINITY)).toHaveProperty("a.200000", 0);
});

test.each([
  ['{"a":1,"a":1}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"x":[{"b":{"c":1}},{"b":{"c":1,"d":"}","c":2}}]}', "c"],
  [`{"a":1,"a"${" ".repeat(500)}:2}`, "a"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"":1,"b":"\\\\","":2}', ""],
])("a duplicate field is refused by name: %s", (body, name) => {
  expect(() => reading(body)).toThrow(`The body contains ${JSON.stringify(name)} twice`);
});

test("equal names in different objects, and strings that resemble fields, are accepted", () => {
  const body = {
    a: { a: [{ a: 1 }, { a: 2 }] },
    b: '","a":',
    c: ':"a":',
    "d:": '\\":',
    __proto__x: {},
  };
  expect(reading(JSON.stringify(body))).toEqual(body);
  expect(reading('{"__proto__":{"__proto__":1}}')).toHaveProperty("__proto__");
});

test("any JSON is accepted, and refused with any field repeated", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.json().map((text) => JSON.parse(text)),
      ),
      (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(reading(text))).toBe(text);
        for (const name of Object.keys(value)) {
          const again = `${text.slice(0, -1)},${JSON.stringify(name)}:0}`;
          expect(() => reading(again)).toThrow("twice");
        }
      },
    ),
  );
});

test.each([["utf-16"], ["latin1"], ['"utf-16le"'], ["utf-8 utf-16"], ['"utf-8 utf-16"']])(
  "a body in the charset %s is refused",
  (charset) => {
    const headers = { "content-type": `application/json; charset=${charset}` };
    const asked = { method: "POST" as const, url: "http://localhost/", headers, body: "{}" };
    expect(() => jsonBody(asked, 100)).toThrow("must be encoded in UTF-8");
    const utf8 = { "content-type": 'application/json; charset="UTF-8"' };
    expect(jsonBody({ ...asked, headers: utf8 }, 100)).toEqual({});
  },
);

test.each([["utf-16"], ["utf-8"], ['"utf-16"; boundary=x']])(
  "a second charset is refused: %s",
  (second) => {
    const headers = { "content-type": `application/json; charset=utf-8 ; Charset = ${second}` };
    const asked = { method: "POST" as const, url: "http://localhost/", headers, body: "{}" };
    expect(() => jsonBody(asked, 100)).toThrow("has two charsets");
  },
);

test.each([
  ['{"title":"\\ud800 lone"}', "title"],
  ['{"a":[1,{"b":"\\uDC00\\uD800"}]}', "a.1.b"],
  ['{"a":{"\\udfff":1}}', "a"],
  ['{"\\udfff":1}', "The body"],
])("a lone surrogate is refused by the name of its field: %s", (body, name) => {
  expect(() => reading(body)).toThrow(`${name} contains an unpaired surrogate`);
});

test("surrogate pairs are accepted, also as two escapes", () => {
  expect(reading('{"title":"\\ud83d\\ude00 \\\\ud800"}')).toEqual({ title: "😀 \\ud800" });
});
