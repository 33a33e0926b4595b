import { expect, test } from "vitest";
import { withoutSecrets } from "../../../src/client/secrets/secret-texts.ts";
import {
  createTokenRemover,
  createValueRemover,
  redactAnswer,
  redactBody,
  redactField,
  redactRequest,
  redactValues,
  redactWord,
} from "../../../src/client/secrets/secrets.ts";
import type { JsonValue } from "../../../src/json/values.ts";

/** Secrets of an operation, as the contract describes them. */
const secrets = {
  query: ["q1"],
  headers: ["x-key"],
  body: ["config"],
  path: ["pa th"],
  answer: ["ans"],
  addresses: ["site"],
  values: ["longvalue1"],
};

const redactors = { text: withoutSecrets, body: redactBody, field: redactField, word: redactWord };

test.each<[keyof typeof redactors, string, string]>([
  ["text", "Basic dTpw", "Basic [removed]"],
  ["text", "token=value", "token=value"],
  ["body", "u=https%3A%2F%2Fa%3Ab%40c.example", "u=https%3A%2F%2F%5Bremoved%5D%40c.example"],
  ["body", '{"a":"{\\"token\\":\\"b\\"}"}', '{"a":"{\\"token\\":\\"[removed]\\"}"}'],
  ["field", "plain", "plain"],
  ["field", "?X-Amz-Signature=a", "?X-Amz-Signature=a"],
  ["field", '{"to\\u006ben":"a"}', '{"to\\u006ben":"[removed]"}'],
  ["word", "plain", "plain"],
  ["word", "https://u:p@a.example/x", "https://[removed]@a.example/x"],
  ["word", "a %zz%3Ftoken=abc", "a %zz%3Ftoken=abc"],
  [
    "word",
    '{"a":{"secretKey":{"x":1,"y":[true,null,"z"]}},"b":2}',
    '{"a":{"secretKey":{"x":"[removed]","y":[true,null,"[removed]"]}},"b":2}',
  ],
  ["word", "token=value", "token=[removed]"],
])("the %s %j is shown as %j", (form, text, shown) => {
  expect(redactors[form](text)).toBe(shown);
});

test.each<[string, string, string]>([
  ["gb_api_ünï🙂code", "dXNlcjpnYl9hcGlfw7xuw6_wn5mCY29kZXg", "dXNlcjp[removed]Xg"],
  ["gb_api_ünï🙂code", "gb_api_ünï🙂code", "[removed]"],
  ['q"uo', "dTpxInVv", "dTpxInVv"],
])("the token %j in %j is removed: %j", (token, text, shown) => {
  expect(createTokenRemover(token)(text)).toBe(shown);
});

test.each<[string, string, string]>([
  ["abcdefgh", "dXNlcjphYmNkZWZnaHg", "dXNlcjp[removed]Hg"],
  ["gb_api_ünï🙂code", "gb_api_%C3%BCn%C3%AF%F0%9F%99%82code", "[removed]"],
  ["gb_api_ünï🙂code", '"gb_api_ünï🙂code"', '"[removed]"'],
  ["abc", '"abc"', '"abc"'],
  ["abcd", '"abcd"', '"[removed]"'],
  ["\ud83d12345678", "%EF%BF%BD12345678", "[removed]"],
  ["[removed]", "[removed]", "[removed]"],
])("the value %j in %j is removed: %j", (value, text, shown) => {
  expect(createValueRemover([value])(text)).toBe(shown);
});

interface RequestView {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

test.each<[boolean, RequestView, RequestView]>([
  [
    false,
    {
      url: "https://u:p@h/a/pa%20th/b?q1=x&y=2",
      headers: { "x-key": "v", authorization: "t", accept: "a" },
      body: '{"config":{"A":"x","B":{"c":1}},"site":"https://h/p?z=1","n":"longvalue1"}',
    },
    {
      url: "https://h/a/pa%20th/b?q1=x&y=2",
      headers: { "x-key": "v", authorization: "[removed]", accept: "a" },
      body: '{"config":{"A":"x","B":{"c":1}},"site":"https://h/p?z=1","n":"longvalue1"}',
    },
  ],
  [
    false,
    { url: "https://h/", headers: {}, body: "secret text" },
    { url: "https://h/", headers: {}, body: "[removed]" },
  ],
  [
    false,
    { url: "https://h/", headers: {}, body: "" },
    { url: "https://h/", headers: {}, body: "" },
  ],
  [
    false,
    { url: "https://h/x", headers: { a: "Bearer abc" } },
    { url: "https://h/x", headers: { a: "Bearer [removed]" } },
  ],
  [
    false,
    { url: "https://h/longvalue1", headers: { b: "longvalue1" }, body: '"config"' },
    { url: "https://h/longvalue1", headers: { b: "longvalue1" }, body: '"config"' },
  ],
  [
    true,
    {
      url: "https://u:p@h/a/pa%20th/b?q1=x&y=2",
      headers: { "x-key": "v", authorization: "t", accept: "a" },
      body: '{"config":{"A":"x","B":{"c":1}},"site":"https://h/p?z=1","n":"longvalue1"}',
    },
    {
      url: "https://h/a/[removed]/b?q1=%5Bremoved%5D&y=2",
      headers: { "x-key": "[removed]", authorization: "[removed]", accept: "a" },
      body: '{"config":{"A":"[removed]","B":{"c":"[removed]"}},"site":"https://h/p","n":"[removed]"}',
    },
  ],
  [
    true,
    {
      url: "https://h/?y=2&url=https%3A%2F%2Fu%3Ap%40h",
      headers: { "content-type": "application/x-www-form-urlencoded; x" },
      body: "a=1&token=2&q1=3&site=https://h/p?z=1",
    },
    {
      url: "https://h/?y=2&url=https%3A%2F%2F%5Bremoved%5D%40h",
      headers: { "content-type": "application/x-www-form-urlencoded; x" },
      body: "a=1&token=%5Bremoved%5D&q1=%5Bremoved%5D&site=https%3A%2F%2Fh%2Fp",
    },
  ],
  [
    true,
    {
      url: "https://h/?token=1",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a=1",
    },
    {
      url: "https://h/?token=%5Bremoved%5D",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a=1",
    },
  ],
])("with secrets of the contract (%j), the request %j is shown as %j", (known, request, shown) => {
  const { url, headers, body } = request;
  const redacted = redactRequest({
    ...{ method: "POST", url, headers: { ...headers }, body },
    secrets: known ? secrets : undefined,
  });
  expect(redacted).toEqual({ body: undefined, ...shown });
});

test.each<[boolean, JsonValue, JsonValue]>([
  [false, ["a", { config: [1] }], ["a", { config: [1] }]],
  [false, null, null],
  [false, "https://u:p@h/", "https://[removed]@h/"],
  [
    true,
    {
      config: { A: 1, b: [2] },
      site: "https://h/p?z=1",
      n: { site: "https://u:p@h/q?x=1", config: "x", l: ["https://u:p@h/", 5] },
    },
    {
      config: { A: "[removed]", b: "[removed]" },
      site: "https://h/p",
      n: { site: "https://h/q", config: "[removed]", l: ["https://[removed]@h/", 5] },
    },
  ],
  [true, ["a", { config: [1] }], ["a", { config: "[removed]" }]],
])("with secrets of the contract (%j), the value %j is shown as %j", (known, value, shown) => {
  expect(redactValues(value, known ? secrets : undefined)).toEqual(shown);
});

test("a secret value of a request is removed from its response", () => {
  const text = '{"ans":"x","n":"longvalue1","m":"longvalue12"}';
  expect(redactAnswer(text, { secrets })).toBe(
    '{"ans":"[removed]","n":"[removed]","m":"[removed]2"}',
  );
  expect(redactAnswer(text, { secrets: undefined })).toBe(text);
});
