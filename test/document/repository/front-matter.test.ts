import { describe, expect, test } from "vitest";
import {
  hasMisreadText,
  listIgnoredSettings,
  readHead,
} from "../../../src/document/repository/front-matter.ts";
import { parseVariables } from "../../../src/document/repository/variables.ts";
import { writeYaml } from "../../../src/document/yaml.ts";

/** Scalars that YAML reads as another type or in another form, and their text. */
const numbers = ["2024", "1.10", "-1", "+5", "0x1F", "0o17", "1e3", "12345678901234567890", "007"];
const others = ["true", "False", ".inf", ".NaN", "2024-01-31", "12:30:45", "1_000", "yes", "off"];
const texts = [...numbers, ...others];

const read = (yaml: string) => readHead(`---\n${yaml}\n---\n\nText.\n`).values;

describe.each(["title", "description"])("the %s of a page", (name) => {
  test.each(texts)("is the text as it is written: %s", (text) => {
    const values = read(`${name}: ${text}   # note\nother: 1`);
    expect(values).toEqual({ [name]: text, other: 1 });
    expect(listIgnoredSettings({ values })).toEqual([]);
    expect(hasMisreadText(values)).toBe(false);
  });

  test.each(texts)("is the same after it was written: %s", (text) => {
    expect(read(writeYaml({ [name]: text }).trimEnd())).toEqual({ [name]: text });
  });

  test.each(["", "~", "null"])("is absent without a value: %j", (text) => {
    expect(read(`${name}: ${text}`)).toEqual({ [name]: null });
  });

  test.each(["[1]", "{ a: 1 }"])("cannot be a list or an object: %s", (text) => {
    expect(listIgnoredSettings({ values: read(`${name}: ${text}`) })).toEqual([
      [name, expect.any(String)],
    ]);
  });

  test.each([
    [`${name}: *a\nother: &a 1.10`, undefined],
    [`other: &a 1.10\n${name}: *a`, "1.10"],
    [`${name}: !!int 7`, "7"],
    [`${name}: !!float 1.10`, "1.1"],
    [`{ "${name}": 1.10, "other": true }`, "1.10"],
  ])("can have an anchor, a tag or quotes: %j", (yaml, text) => {
    expect(read(yaml)[name]).toEqual(text);
  });
});

test.each(["icon", "emoji"])("a number as the %s is a name, and a flag is not", (name) => {
  expect(read(`${name}: 2600`)).toEqual({ [name]: "2600" });
  expect(read(`${name}: false`)).toEqual({ [name]: false });
});

test.each([
  ["3", 3],
  ["-1.5", -1.5],
  ["1.10", "1.10"],
  ["1.0", "1.0"],
  ["007", "007"],
  ["1e3", "1e3"],
  ["12345678901234567890", "12345678901234567890"],
  ["true", true],
  ['"1.1"', "1.1"],
])("the variable %s of a page or space is shown as it is written", (text, value) => {
  expect(read(`vars:\n  version: ${text}\n  name: x`)).toEqual({
    vars: { version: value, name: "x" },
  });
  expect(parseVariables(`version: ${text}\nname: x\n`, "vars.yaml")).toEqual({
    version: value,
    name: "x",
  });
});

test("a variable that is not a finite number is refused, as before", () => {
  expect(() => parseVariables("version: .inf\n", "vars.yaml")).toThrow("version");
});

test("front matter of an earlier version has texts of another type", () => {
  expect(hasMisreadText({ title: 2024 })).toBe(true);
  expect(hasMisreadText({ description: true, other: "x" })).toBe(true);
  expect([hasMisreadText({ title: "2024", other: 1 }), hasMisreadText(undefined)]).toEqual([
    false,
    false,
  ]);
});
