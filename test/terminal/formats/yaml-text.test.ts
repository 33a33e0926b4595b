/** YAML without terminal control characters and with the same meaning. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { toYamlText } from "../../../src/terminal/formats/yaml-text.ts";
import { amount } from "../../support/generators/amount.ts";

test("any text survives a round trip, and no control character is printed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 10 }),
      async (text, name) => {
        const written = await toYamlText(Object.fromEntries([[name, [text]]]));
        expect(written.replaceAll("\n", "").replaceAll("\t", "")).not.toMatch(
          /[\p{Cc}\u2028\u202e]/u,
        );
        expect(parse(written)).toEqual(Object.fromEntries([[name, [text]]]));
      },
    ),
    { numRuns: amount({ short: 200, full: 1000 }) },
  );
});

test("ambiguous words of YAML 1.1 are quoted, and long numbers keep their digits", async () => {
  expect(await toYamlText({ country: "no", size: 9007199254740993n, id: "123" })).toBe(
    'country: "no"\nsize: 9007199254740993\nid: "123"\n',
  );
});
