import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toSendableHeaders } from "../../../src/service/core/header-values.ts";

test("any text becomes a value that Node.js sends", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.integer({ min: 0, max: 0xffff }),
      (text, code) => {
        const { link = "" } = toSendableHeaders({ link: text + String.fromCharCode(code) });
        expect(() => validateHeaderValue("link", link)).not.toThrow();
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  ["script-src https://bücher.example", "script-src https://bücher.example"],
  ["script-src https://例.example", "script-src https://%E4%BE%8B.example"],
  ["/a\r\nset-cookie: b=c", "/aset-cookie: b=c"],
  ["/\ud83d\ude00\ud800", "/%F0%9F%98%80%EF%BF%BD"],
])("%j is sent as %j", (value, sent) => {
  expect(toSendableHeaders({ location: value })).toEqual({ location: sent });
});
