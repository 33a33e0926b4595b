import { describe, expect, test } from "vitest";
import { longestPageDescription } from "../../../src/contract/limits.ts";
import {
  beginsWithTitle,
  hasMisreadText,
  hasUnreadHead,
  isVariables,
  keepWrittenNumbers,
  layoutParts,
  listIgnoredSettings,
  readHead,
  splitLayout,
  toSettingText,
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

test("variables can be those of an anchor, and numbers without a text stay numbers", () => {
  expect(read("other: &a\n  version: 2\nvars: *a")).toEqual({
    other: { version: 2 },
    vars: { version: 2 },
  });
  for (const texts of [undefined, null, "x", {}]) {
    expect(keepWrittenNumbers({ version: 1.1, name: "x" }, texts)).toEqual({
      ...{ version: 1.1, name: "x" },
    });
  }
  expect(keepWrittenNumbers({ version: 1.1, name: "x" }, { version: "1.10", name: "y" })).toEqual({
    ...{ version: "1.10", name: "x" },
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

test.each([
  ["---\ntitle: A\n---\nText.\n", { title: "A" }, "Text.\n", false],
  ["\uFEFF--- \r\ntitle: A\r\n---\t\r\nText.\r\n", { title: "A" }, "Text.\r\n", false],
  ["---\ntitle: A\n---", { title: "A" }, "", false],
  ["---\n---\nText.\n", {}, "Text.\n", false],
  ["---\n# note\n---\nText.\n", {}, "Text.\n", false],
  ["\uFEFFText.\n", {}, "Text.\n", false],
  ["Text.\n\n---\ntitle: A\n---\n", {}, "Text.\n\n---\ntitle: A\n---\n", false],
  // Text between two rules is front matter if it has names.
  ["---\nText\n---\nMore.\n", {}, "---\nText\n---\nMore.\n", false],
  ["---\n- a\n---\nMore.\n", {}, "---\n- a\n---\nMore.\n", false],
  ["---\ntitle: [a\n---\nMore.\n", {}, "---\ntitle: [a\n---\nMore.\n", true],
  ["---\nnote\ntitle: A: B\n---\nMore.\n", {}, "---\nnote\ntitle: A: B\n---\nMore.\n", true],
  ["title: [a\n", {}, "title: [a\n", false],
])("the front matter of %j", (text, values, body, isUnread) => {
  expect(readHead(text)).toEqual({ values, body });
  expect(hasUnreadHead(text)).toBe(isUnread);
});

test.each([
  ["# Title\n", true],
  ["\n\n#\tTitle\n", true],
  ["Title\n===\n", true],
  ["Title\r\n= \t\r\nText", true],
  ["Title\n=", true],
  ["", false],
  ["#Title\n", false],
  ["# \n", false],
  ["## Title\n", false],
  ["Title\n---\n", false],
  ["Title\n= a\n", false],
  ["Text\n\n# Title\n", false],
  ["> Title\n===\n", false],
  ["- Title\n===\n", false],
])("whether %j begins with its title: %s", (text, isTitled) => {
  expect(beginsWithTitle(text)).toBe(isTitled);
});

test.each([
  ["title", 2024, "2024"],
  ["title", true, "true"],
  ["description", false, "false"],
  ["icon", 7, "7"],
  ["emoji", 7, "7"],
  ["icon", false, false],
  ["title", null, null],
  ["title", "A", "A"],
  ["hidden", true, true],
  ["constructor", 7, 7],
])("an earlier version has stored the %s %j, which means %j", (name, value, text) => {
  expect(toSettingText(name, value)).toBe(text);
});

describe("a layout", () => {
  const options = { visible: false, size: "full", mask: "radial" };

  test.each(layoutParts)("can hide the %s, and only a cover has a size and a mask", (part) => {
    const { size, mask } = options;
    expect(splitLayout({ [part]: options })).toEqual(
      part === "cover"
        ? { layout: { cover: options }, rest: {} }
        : { layout: { [part]: { visible: false } }, rest: { [part]: { size, mask } } },
    );
  });

  test.each<readonly [object, object, object]>([
    [{}, {}, {}],
    [{ width: "wide" }, { width: "wide" }, {}],
    [{ width: "default" }, { width: "default" }, {}],
    [{ width: "narrow" }, {}, { width: "narrow" }],
    [{ cover: { size: "hero" } }, { cover: { size: "hero" } }, {}],
    [
      { cover: { size: "background", mask: "none" } },
      { cover: { size: "background", mask: "none" } },
      {},
    ],
    [{ cover: { size: "huge", mask: 1 } }, {}, { cover: { size: "huge", mask: 1 } }],
    [
      { title: { visible: true, color: "red" } },
      { title: { visible: true } },
      { title: { color: "red" } },
    ],
    [{ title: { visible: "yes" } }, {}, { title: { visible: "yes" } }],
    // An empty object has no effect, and is kept.
    [{ title: {} }, {}, { title: {} }],
    [{ title: true, outline: null }, {}, { title: true, outline: null }],
    [{ sidebar: { visible: true } }, {}, { sidebar: { visible: true } }],
  ])("%j", (value, layout, rest) => {
    expect(splitLayout(value)).toEqual({ layout, rest });
  });

  test.each([undefined, null, "wide", true, []])("is not %j", (value) => {
    expect(splitLayout(value)).toBeUndefined();
  });
});

test.each([
  [{}, true],
  [{ a: "x", b: 1, c: false }, true],
  [{ a: null }, false],
  [{ a: "x", b: [] }, false],
  [{ a: Number.NaN }, false],
  [[], false],
  ["x", false],
  [null, false],
])("%j can be variables: %s", (value, isValid) => {
  expect(isVariables(value)).toBe(isValid);
});

describe("settings are ignored", () => {
  const longest = "x".repeat(longestPageDescription);

  test.each<readonly [string, readonly unknown[], readonly unknown[]]>([
    ["title", ["A"], [{}]],
    ["description", [longest, ` ${longest} `], [`${longest}x`, []]],
    ["icon", ["book"], [true]],
    ["emoji", ["1f600"], [true]],
    ["hidden", [true, false], ["true", 1]],
    ["noIndex", [true], ["true"]],
    ["noRobotsIndex", [true], ["true"]],
    [
      "layout",
      [{}, { width: "wide" }, { title: { visible: false } }, { title: { color: 1 } }, { other: 1 }],
      [
        "wide",
        [],
        { width: "narrow" },
        { title: true },
        { title: null },
        { title: { visible: "yes" } },
      ],
    ],
    ["vars", [{ a: "x", b: 1, c: true }], [{ a: null }, { a: [] }, [], "x"]],
    ["cover", ["a.png"], [1]],
    ["coverDark", ["a.png"], [1]],
    ["coverY", [1, -2.5], ["1"]],
    ["coverHeight", [1], ["1"]],
    ["other", [1, "x", []], []],
    ["constructor", [1], []],
  ])("of the name %s, if their form is invalid", (name, valid, invalid) => {
    const list = (value: unknown) => listIgnoredSettings({ values: { [name]: value, other: 1 } });
    for (const value of [...valid, null]) expect([value, list(value)]).toEqual([value, []]);
    for (const value of invalid) {
      expect([value, list(value)]).toEqual([value, [[name, expect.any(String)]]]);
    }
  });
});
