import { expect, it } from "vitest";
import { decodeBody, decodeText, parseJsonBody } from "../../../src/service/engines/decoding.ts";

const bytes = Buffer.from("cafc", "hex");

it.each([
  ["text/html; charset=iso-8859-1", "Êü"],
  ['text/html; CHARSET = "latin1"; a=b', "Êü"],
  ["text/html; charset=nosuch", "\ufffd\ufffd"],
  ["text/html", "\ufffd\ufffd"],
  [undefined, "\ufffd\ufffd"],
])("a body of the type %s is decoded", (type, text) => {
  const headers = type === undefined ? {} : { "content-type": type };
  expect(decodeBody({ status: 200, url: "", headers, body: bytes })).toBe(text);
});

it("a text in an unknown character set is read as UTF-8", () => {
  expect(decodeText(Buffer.from("ü"), "nosuch")).toBe("ü");
});

it("JSON must be UTF-8", () => {
  expect(parseJsonBody(Buffer.from('{"a":"ü"}'))).toEqual({ a: "ü" });
  expect(() => parseJsonBody(Buffer.from('"\xfc"', "latin1"))).toThrow();
});
