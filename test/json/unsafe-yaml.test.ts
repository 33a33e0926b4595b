import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readYaml as readPage } from "../../src/document/yaml.ts";
import { readYaml as readInput } from "../../src/terminal/formats/yaml-text.ts";
import { openTome } from "../support/commands/tome.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const readers = { "of input": readInput, "of pages": async (text: string) => readPage(text) };

describe.each(Object.entries(readers))("the reader %s", (_, read) => {
  test.each([
    ["a: 1\n__proto__: {x: 1}\n", 'The key "__proto__" is not allowed at line 2, column 1.'],
    ["a: {__proto__: 2}", 'The key "__proto__" is not allowed at line 1, column 5.'],
    ['"\\x5f_proto__": 1', 'The key "__proto__" is not allowed'],
    ["- a\n- b: {c: [{__proto__: null}]}", 'The key "__proto__" is not allowed at line 2'],
    ["a: !!binary aGVsbG8=\n", "The tag !!binary is not supported at line 1"],
    ["a: !!set {b, c}\n", "The tag !!set is not supported"],
    ["- !!omap [a: 1]\n", "The tag !!omap is not supported"],
  ])("refuses %j and names the location", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.not.toThrow("function");
  });

  test.each([
    ["a: !!str 1", { a: "1" }],
    ["title: Hello! World", { title: "Hello! World" }],
    ["text: __proto__", { text: "__proto__" }],
    ["prototype: 1\nconstructor: 2", { prototype: 1, constructor: 2 }],
  ])("accepts %j", async (text, value) => {
    expect(await read(text)).toEqual(value);
  });
});

test("a command names the key and the file", async () => {
  const file = join(temporaryFolder(), "space.yaml");
  writeFileSync(file, "title: A\n__proto__: {emoji: x}\n");
  const ran = await openTome()(`space create --input ${file} --local`);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(file);
  expect(ran.stderr).toContain('The key "__proto__" is not allowed at line 2');
});
