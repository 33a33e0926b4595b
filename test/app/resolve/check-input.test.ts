import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Parameter } from "../../../src/app/parse/parameters.ts";
import { checkInput } from "../../../src/app/resolve/check-input.ts";
import { enumeration, optional, text } from "../../../src/contract/fields.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, certificate, serve } from "../../support/network/loopback.ts";
import { openMany } from "../bulk/many.ts";

/** A platform that accepts everything, so that only the command line can refuse. */
function willing() {
  return serve((_, response) => answerJson(response, 200, { id: "A1000000000000000000" }));
}

const blank = "must not be blank";
const words: readonly (readonly [line: string[], sentence: string])[] = [
  [["space", "create", "--title", ""], `--title ${blank}`],
  [["space", "update", "S1000000000000000000", "--title", "  "], `--title ${blank}`],
  [["space", "create", "--emoji", " "], `--emoji ${blank}`],
  [["collection", "create", "--title", ""], `--title ${blank}`],
  [["team", "create", "--title", " "], `--title ${blank}`],
  [["org", "update", "O1000000000000000000", "--title", "   "], `--title ${blank}`],
  [["site", "update", "T1000000000000000000", "--title", "   "], `--title ${blank}`],
  [["saml", "create", "--label", " "], `--label ${blank}`],
  [
    [
      "site",
      "space",
      "update",
      "P1000000000000000000",
      "--site",
      "T1000000000000000000",
      "--condition",
      "visitor.claims.a ===",
    ],
    "--condition must be a valid expression (error at character 21",
  ],
  [
    [
      "site",
      "section",
      "update",
      "E1000000000000000000",
      "--site",
      "T1000000000000000000",
      "--condition",
      "a; b",
    ],
    "--condition must be a valid expression (error at character 4: exactly one expression",
  ],
];

test.each(words)("%j is refused before it is sent", async (line, sentence) => {
  const server = await willing();
  const { code, stderr } = await openMany(server.url).run(line);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  expect(server.seen).toEqual([]);
});

test("a body from a file is validated like flags", async () => {
  const server = await willing();
  const { code, stderr } = await openMany(server.url).run(
    "space update S1000000000000000000 --input -",
    {
      stdin: '{"title": " "}',
    },
  );
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("--title must") });
  expect(server.seen).toEqual([]);
});

slowTest(
  "certificates and schemas are validated, and sent unchanged if they are valid",
  async () => {
    const server = await willing();
    const { run } = openMany(server.url);
    const folder = temporaryFolder();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const saml = await run(`saml create --label Okta --certificate ${file("no.pem", "no")}`);
    expect(saml.code).toBe(2);
    expect(saml.stderr).toContain("--certificate must be an X.509 certificate");
    const put = "site adaptive-schema put T1000000000000000000 --file";
    const wrong = await run(`${put} ${file("a.json", '{"type": "objekt"}')}`);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("is not a valid JSON schema: /type must be equal to one of");
    const other = '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}';
    expect((await run(`${put} ${file("b.json", other)}`)).stderr).toContain(
      "has an unsupported draft",
    );
    expect(server.seen).toEqual([]);
    const right = await run(
      `saml create --label Okta --certificate ${file("ok.pem", certificate)}`,
    );
    expect(right.code).toBe(0);
    // A platform may allow more than booleans.
    const schema = '{"type": "object", "properties": {"plan": {"type": "string", "enum": ["a"]}}}';
    expect((await run(`${put} ${file("c.json", schema)}`)).code).toBe(0);
    expect(server.seen).toHaveLength(2);
  },
);

test("only the platform validates more than the syntax of a condition", async () => {
  const server = await willing();
  const condition = 'visitor.claims.plan in ["a"] && other(visitor)';
  const line = [
    "site",
    "space",
    "update",
    "P1000000000000000000",
    "--site",
    "T1000000000000000000",
    "--condition",
    condition,
  ];
  expect((await openMany(server.url).run(line)).code).toBe(0);
  expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ condition });
});

describe("a value of another flag", () => {
  const fields = {
    theme: optional(enumeration(["light", "dark"], "")),
    mode: optional(enumeration(["clean", "bold"], "")),
    style: optional(enumeration(["bold", "muted"], "")),
    order: optional(enumeration(["up"], "")),
    title: optional(text("", { max: 3 })),
  };
  const parameters = Object.entries(fields).map(
    ([name, field]): Parameter => ({
      path: [name],
      field,
      name,
      isArgument: name === "order",
      required: false,
      fallback: undefined,
      inBody: true,
      isSwitch: false,
    }),
  );
  const check = (input: JsonObject) =>
    checkInput(fields, input, parameters, "site set").then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );

  test.each<[JsonObject, string | undefined]>([
    [{ theme: "dark" }, undefined],
    [{ mode: "dark" }, "For dark, use --theme dark."],
    [
      { theme: "clean", mode: "light" },
      "For clean, use --mode clean. For light, use --theme light.",
    ],
    [{ theme: "clean", style: "clean" }, "For clean, use --mode clean."],
    // Two flags have this value, so neither is suggested.
    [{ theme: "bold" }, 'not "bold".'],
    [{ theme: "up" }, 'not "up".'],
    [{ theme: "other" }, 'not "other".'],
    [{ title: "dark" }, "--title can have at most 3 characters"],
  ])("%j is refused with this end: %s", async (input, end) => {
    const message = await check(input);
    if (end === undefined) expect(message).toBeUndefined();
    else if (end.startsWith("For ")) expect(message?.slice(-end.length)).toBe(end);
    else {
      expect(message).toContain(end);
      expect(message).not.toContain("For ");
    }
  });
});

test.each([
  [
    "space move S1000000000000000000",
    "needs a destination. Specify at least one of --parent, --before, --after.",
  ],
  ["collection move C1000000000000000000", "needs a destination. Specify at least one of --"],
  ["space update S1000000000000000000", "needs a new value. Specify at least one of --title, "],
  ["org update O1000000000000000000", "needs a new value. Specify at least one of --title, "],
])("tome %s without a value is refused", async (line, sentence) => {
  const server = await willing();
  const { code, stderr } = await openMany(server.url).run(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  expect(server.seen).toEqual([]);
});
