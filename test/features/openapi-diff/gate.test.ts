/** The gate of `openapi diff` and `openapi put`: unreadable and unresolved input never passes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { sample, slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answering } from "../../support/network/answering.ts";

const head = 'openapi: 3.0.3\ninfo: {title: Things, version: "1"}\n';
const good = `${head}paths: {/a: {get: {responses: {"200": {description: ok}}}}}\n`;

const unreadable: readonly (readonly [string, string, string, string])[] = [
  ["a syntax error", "new.yaml", `${head}paths:\n  a: b: c\n`, "new.yaml:4:"],
  ["a key that is there twice", "new.yaml", `${head}paths: {}\npaths: {}\n`, "new.yaml:4:1"],
  ["two documents", "new.yaml", `${good}---\n${good}`, "new.yaml:4:1"],
  ["HTML", "new.yaml", "<!doctype html>\n<html></html>\n", "new.yaml:1:"],
  ["an empty text", "new.yaml", "", "new.yaml:1:1"],
  ["a text of blanks", "new.json", "\n\n", "new.json:1:1"],
  ["broken JSON", "new.json", '{"openapi": "3.1.0",\n "paths": {,}}', "new.json:2:"],
  [
    "a JSON member that is there twice",
    "new.json",
    '{"openapi": "3.1.0", "info": {},\n "paths": {}, "paths": {}}',
    "new.json:2:15",
  ],
  ["JSON with a comment", "new.json", '{"openapi": "3.0.3", // note\n "paths": {}}', "new.json:1:"],
  [
    "JSON with a comment in YAML",
    "new.yaml",
    "{openapi: 3.0.3, // note\n paths: {}}",
    "new.yaml:1:",
  ],
  ["an alias without an anchor", "new.yaml", `${head}paths: {}\nx-a: *b\n`, "new.yaml:4:6"],
  ["bytes", "new.yaml", `${head}paths: {}\nx-a:\n  b: !!binary aGk=\n`, "new.yaml:5:"],
  ["a date", "new.yaml", `${head}paths: {}\nx-a: !!timestamp 2020-01-01\n`, "new.yaml:4:"],
  ["a set", "new.yaml", `${head}paths: {}\nx-a: !!set {b, c}\n`, "new.yaml:4:"],
  ["an unknown tag", "new.yaml", `${head}paths: {}\nx-a: !Ref b\n`, "new.yaml:4:6"],
  ["a tag on a key", "new.yaml", `${head}paths: {}\nx-a: {!!binary aGk=: b}\n`, "new.yaml:4:"],
  ["a value without its tag", "new.yaml", `${head}paths: {}\nx-a: !!int b\n`, "new.yaml:4:6"],
  ["an unknown version", "new.yaml", "openapi: 4.0.0\npaths: {}\n", "new.yaml:1:1"],
  ["no version", "new.yaml", "paths: {}\n", "new.yaml:1:1"],
];

function start(files: Record<string, string>) {
  const cwd = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const tome = openTome();
  const run = (line: string, env: Record<string, string> = {}) =>
    tome(`openapi ${line}`, { cwd, env });
  return { run, write };
}

describe("a specification that cannot be read", () => {
  test.each(sample(unreadable, 6))(
    "with %s ends with 2 and its place",
    async (_, name, text, position) => {
      const { run } = start({ "old.yaml": good, [name]: text });
      for (const line of [
        `diff old.yaml ${name} --fail`,
        `diff ${name} old.yaml`,
        `put pets --file ${name} --fail-on breaking --local`,
      ]) {
        const { code, stderr } = await run(line);
        expect([line, code]).toEqual([line, 2]);
        expect(stderr).toContain(position);
      }
      expect((await run("list --local --json")).stdout).toBe("[]\n");
    },
  );

  slowTest("is not one with tags of JSON values", async () => {
    const types = "{a: !!str 5, b: !!int 5, c: !!float 5, d: !!float 5.5, e: !!bool true}";
    const tagged = `${good}x-a: ${types}\nx-b: !!map {f: !!seq [!!null null, ! g]}\n`;
    const { run } = start({ "old.yaml": good, "new.yaml": tagged });
    expect(await run("diff old.yaml new.yaml --fail")).toMatchObject({ code: 0 });
    expect(await run("put pets --file new.yaml --wait --local")).toMatchObject({ code: 0 });
  });

  slowTest("is not one with two merge keys, or of version 3.2", async () => {
    const merged = `${head}x-a: &a {description: one}\nx-b: &b {summary: two}\npaths:\n  /a:\n    get:\n      <<: *a\n      <<: *b\n      responses: {"200": {description: ok}}\n`;
    const { run } = start({ "old.yaml": good, "new.yaml": merged });
    expect(await run("diff old.yaml new.yaml --fail")).toMatchObject({ code: 0 });
    const stored = await run("put pets --file new.yaml --wait --local");
    expect(stored).toMatchObject({ code: 0 });
    const newer = start({ "new.yaml": good.replace("3.0.3", "3.2.0"), "old.yaml": good });
    expect(await newer.run("diff old.yaml new.yaml --fail")).toMatchObject({ code: 0 });
    expect(await newer.run("put pets --file new.yaml --wait --local")).toMatchObject({ code: 0 });
  });
});

describe("a reference that leads to nothing", () => {
  const broken = `${head}paths: {/a: {get: {responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Gone"}}}}}}}}\n`;

  test("is reported, and ends a gate with 2 unless it is accepted", async () => {
    const { run } = start({ "old.yaml": good, "new.yaml": broken });
    const refused = await run("diff old.yaml new.yaml --fail breaking");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("new.yaml:3: The reference to #/components/schemas/Gone");
    for (const flags of ["", "--fail --allow-unresolved"]) {
      const shown = await run(`diff old.yaml new.yaml ${flags}`);
      expect(shown.code).toBe(0);
      expect(shown.stderr).toContain("The reference to #/components/schemas/Gone");
      expect(shown.stderr).toContain("1 reference not followed");
    }
  });
});

describe("a security requirement", () => {
  const secured = (where: string, scheme: string) => {
    const [root, own] =
      where === "the specification"
        ? [`security: [{${scheme}: []}]\n`, ""]
        : ["", `security: [{known: []}, {${scheme}: []}], `];
    const schemes = "components: {securitySchemes: {known: {type: http, scheme: basic}}}\n";
    return `${head}${root}${schemes}paths: {/a: {get: {${own}responses: {"200": {description: ok}}}}}\n`;
  };

  slowTests.each(["the specification", "an operation"])(
    "of %s for a scheme that is not defined ends the gate with 2 unless it is accepted",
    async (where) => {
      const fine = secured(where, "known");
      const { run } = start({ "old.yaml": fine, "new.yaml": secured(where, "gone") });
      expect(await run("diff old.yaml old.yaml --fail")).toMatchObject({ code: 0 });
      for (const line of ["diff old.yaml new.yaml --fail", "diff new.yaml old.yaml --fail"]) {
        const { code, stderr } = await run(line);
        expect([line, code]).toEqual([line, 2]);
        const sentence = "The reference to gone leads to a security scheme that is not defined.";
        expect(stderr).toContain(sentence);
      }
      await run("put pets --file old.yaml --wait --local");
      expect(await run("put pets --file new.yaml --fail --local")).toMatchObject({ code: 2 });
      const shown = await run("diff new.yaml new.yaml --fail --allow-unresolved");
      expect([shown.code, shown.stderr]).toEqual([
        0,
        expect.stringContaining("2 references not followed"),
      ]);
    },
  );

  slowTest("may be the URI of a scheme since version 3.2", async () => {
    const uri = '"#/components/securitySchemes/known"';
    const later = secured("an operation", uri).replace("3.0.3", "3.2.0");
    const { run } = start({ "old.yaml": secured("an operation", uri), "new.yaml": later });
    expect(await run("diff new.yaml new.yaml --fail")).toMatchObject({ code: 0 });
    expect(await run("diff old.yaml old.yaml --fail")).toMatchObject({ code: 2 });
  });
});

describe("a URL on the local platform", () => {
  const less = `${head}paths: {/b: {get: {responses: {"200": {description: ok}}}}}\n`;
  const allowed = { TOME_ALLOW_PRIVATE: "true" };

  slowTest(
    "is fetched without a token, and not from a private address unless that is allowed",
    async () => {
      const there = await answering((_request, response) => response.end(less));
      const { run } = start({ "old.yaml": good });
      const url = `${there.url}/new.yaml`;
      const refused = await run(`diff old.yaml ${url} --local`);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("TOME_ALLOW_PRIVATE");
      expect(there.asked).toEqual([]);
      expect(await run(`diff old.yaml ${url} --local --fail`, allowed)).toMatchObject({ code: 10 });
      expect(await run(`diff ${url} old.yaml --local --fail`, allowed)).toMatchObject({ code: 10 });
      await run("put pets --file old.yaml --wait --local");
      const gate = await run(`put pets --url ${url} --fail --local`, allowed);
      expect(gate.code).toBe(10);
      expect(gate.stderr).toContain("The specification was not stored");
    },
  );

  test("that answers with a page, or not at all, ends the gate", async () => {
    const there = await answering((_request, response) => response.end("<html></html>"));
    const { run } = start({ "old.yaml": good });
    const page = await run(`diff old.yaml ${there.url}/a --local --fail`, allowed);
    expect([page.code, page.stderr]).toEqual([2, expect.stringContaining(":1:1: ")]);
    const gone = await answering((_request, response) => {
      response.statusCode = 404;
      response.end();
    });
    expect(await run(`diff old.yaml ${gone.url}/a --local`, allowed)).toMatchObject({ code: 5 });
  });
});

describe("a URL on the hosted platform", () => {
  test("is fetched without a token", async () => {
    const there = await answering((_request, response) => response.end(good));
    const { run } = start({ "old.yaml": good });
    for (const line of [`diff old.yaml ${there.url}/a`, `diff ${there.url}/a old.yaml`]) {
      expect(await run(`${line} --fail`, { TOME_TOKEN: "" })).toMatchObject({ code: 0 });
    }
    expect(there.asked).toHaveLength(2);
    const slug = await run(`diff pets ${there.url}/a --org O`, { TOME_TOKEN: "" });
    expect([slug.code, slug.stderr]).toEqual([4, expect.stringContaining("has no token")]);
  });
});

describe("--fail", () => {
  const less = `${head}paths: {}\n`;

  test.each([
    ["diff --fail old.yaml new.yaml", 10],
    ["diff old.yaml --fail new.yaml", 10],
    ["diff old.yaml new.yaml --fail", 10],
    ["diff old.yaml new.yaml --fail breaking", 10],
    ["diff old.yaml new.yaml --fail=breaking", 10],
    ["diff old.yaml new.yaml --fail-on breaking", 10],
    ["diff --fail-on=breaking old.yaml new.yaml", 10],
    ["diff old.yaml new.yaml --fail=warning", 2],
    ["diff old.yaml new.yaml --fail warning", 2],
    ["diff old.yaml new.yaml", 0],
  ])("in %s ends with %i", async (line, code) => {
    const { run } = start({ "old.yaml": good, "new.yaml": less });
    expect(await run(line)).toMatchObject({ code });
  });

  test.each(["--fial", "--strict", "--fail-unresolved", "--error", "--exit-code", "--fails"])(
    "is the only flag that may be suggested for %s",
    async (flag) => {
      const { run } = start({ "old.yaml": good, "new.yaml": less });
      const { code, stderr } = await run(`diff old.yaml new.yaml ${flag}`);
      expect(code).toBe(2);
      const [, suggested] = /did you mean (--\S+)\?/.exec(stderr) ?? [];
      expect([undefined, "--fail"]).toContain(suggested);
    },
  );
});
