import { expect, test } from "vitest";
import { bounds } from "../../../src/document/openapi/bounds.ts";
import { readSource } from "../../../src/document/openapi/read-source.ts";
import type { OpenApiSource } from "../../../src/document/openapi/source.ts";
import { Unreadable } from "../../../src/document/openapi/source.ts";
import { findYamlLines, readYamlQuickly } from "../../../src/document/openapi/yaml-events.ts";
import { readYaml } from "../../../src/document/openapi/yaml-source.ts";

/** The format, value and large numbers of a text, or its errors as `code line:column message`. */
async function read(source: Promise<OpenApiSource>): Promise<unknown> {
  try {
    const { format, value, hasLargeNumbers } = await source;
    const text = JSON.stringify(value, (_name, one) => (typeof one === "bigint" ? `${one}n` : one));
    return `${format} ${text.length > 100 ? text.length : text} ${hasLargeNumbers}`;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return error.faults.map(
      ({ code, position, message }) => `${code} ${position?.line}:${position?.column} ${message}`,
    );
  }
}

const nest = (open: string, inside: string, close: string, times: number) =>
  open.repeat(times) + inside + close.repeat(times);

test.each([
  ["an object", '{"a": [1, "b"]}', 'json {"a":[1,"b"]} false'],
  ["a list", " \n[1, null]", "json [1,null] false"],
  ["a byte order mark", '\uFEFF{"a": 1}', 'json {"a":1} false'],
  ["a text", '"a"', 'yaml "a" false'],
  ["a number", "1", "yaml 1 false"],
  ["nothing", "", "yaml null false"],
  ["YAML", "a: 1\nb: [x, 2]\n", 'yaml {"a":1,"b":["x",2]} false'],
  ["YAML in braces", "{a: 1, b: x}", 'yaml {"a":1,"b":"x"} false'],
  ["YAML in brackets", "[a, {b: c}]", 'yaml ["a",{"b":"c"}] false'],
  [
    "an error in JSON that is one in YAML too",
    '{"a": 1,,}',
    ['JSON_SYNTAX 1:9 The text is not valid JSON: Unexpected "," found.'],
  ],
  [
    "JSON that ends early",
    '{"a": [1,',
    ["JSON_SYNTAX 1:9 The text is not valid JSON: Unexpected end of input found."],
  ],
  [
    "a bracket without its pair",
    '{"a": ]}',
    ['JSON_SYNTAX 1:7 The text is not valid JSON: Unexpected "]" found.'],
  ],
  ["a colon in a list", '["a": 1]', 'yaml [{"a":1}] false'],
  ["a comment in JSON", '{"a": 1 // x\n, "b": }', 'yaml {"a":"1 // x","b":null} false'],
  ["15 digits", '{"a": 123456789012345}', 'json {"a":123456789012345} false'],
  [
    "the largest exact number",
    '{"a": 9007199254740991, "b": -9007199254740991}',
    'json {"a":9007199254740991,"b":-9007199254740991} true',
  ],
  [
    "a larger number",
    '{"a": 9007199254740993, "b": [-9007199254740993]}',
    'json {"a":"9007199254740993n","b":["-9007199254740993n"]} true',
  ],
  [
    "digits in texts",
    '{"a": "9007199254740993", "9007199254740993": "x\\"9007199254740993"}',
    'json {"a":"9007199254740993","9007199254740993":"x\\"9007199254740993"} true',
  ],
  [
    "digits of other numbers",
    '{"a": 9007199254740993.5, "b": 0.9007199254740993, "d": 9007199254740993e1}',
    'json {"a":9007199254740994,"b":0.9007199254740993,"d":90071992547409940} true',
  ],
  [
    "a text without its end",
    '{"a": "9007199254740993',
    ["JSON_SYNTAX 1:24 The text is not valid JSON: Unexpected end of input found."],
  ],
  ["64 levels of JSON", nest("[", "1", "]", 64), "json 129 false"],
  [
    "65 levels of JSON",
    nest("[", "1", "]", 65),
    ["LIMIT 1:65 The value is nested deeper than 64 levels."],
  ],
  [
    "levels on the third line",
    `{"a":\n1,\n "b": ${nest("[", "1", "]", 64)}}`,
    ["LIMIT 3:70 The value is nested deeper than 64 levels."],
  ],
  ["64 levels of YAML", `a: ${nest("[", "x", "]", 62)}`, "yaml 133 false"],
  [
    "65 levels of YAML",
    `a: ${nest("[", "x", "]", 63)}`,
    ["LIMIT 1:67 The value is nested deeper than 64 levels."],
  ],
  ["a larger number in YAML", "a: 9007199254740993\n", 'yaml {"a":"9007199254740993n"} true'],
  [
    "a file that is too large",
    " ".repeat(bounds.fileBytes + 1),
    ["LIMIT undefined:undefined The file is larger than the maximum of 20971520 bytes."],
  ],
])("a file with %s is read", async (_content, text, expected) => {
  expect(await read(readSource(text))).toEqual(expected);
});

test.each([
  [
    "plain values",
    "a: 1\nb: 1.5\nc: x\nd:\ne: true\nf: 0x1F\ng: 0o17\nh: +5\n",
    'yaml {"a":1,"b":1.5,"c":"x","d":null,"e":true,"f":31,"g":15,"h":5} false',
  ],
  ["a list of lists", "- - a\n  - b\n- c\n", 'yaml [["a","b"],"c"] false'],
  ["an anchor", "a: &x [1, 2]\nb: *x\n", 'yaml {"a":[1,2],"b":[1,2]} false'],
  ["an anchor of a key", "&x a: *x\n", ["LIMIT 1:7 The alias *x has no anchor."]],
  [
    "an alias of itself",
    "a: &x [*x]\n",
    ["LIMIT 1:8 The alias *x refers to a value that contains the alias."],
  ],
  ["an alias before its anchor", "a: *x\nb: &x 1\n", ["LIMIT 1:4 The alias *x has no anchor."]],
  ["a merge", "a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n", 'yaml {"a":{"b":1},"c":{"b":1,"d":2}} false'],
  [
    "a merge of a mapping and a list",
    "a: &x [{b: 1}]\nc:\n  <<: {d: 2}\ne:\n  <<: *x\n",
    'yaml {"a":[{"b":1}],"c":{"d":2},"e":{"b":1}} false',
  ],
  [
    "a merge of a text",
    "a: &x y\nc:\n  <<: *x\n",
    ["YAML_MERGE 3:3 The merge key << requires mappings as its value."],
  ],
  [
    "a merge of a number and a list of texts",
    "a: &x y\nc:\n  <<: 1\n  d:\n    <<: [*x]\n",
    [
      "YAML_MERGE 3:3 The merge key << requires mappings as its value.",
      "YAML_MERGE 5:5 The merge key << requires mappings as its value.",
    ],
  ],
  [
    "tags of JSON",
    "a: !!str 1\nb: !!int 2\nc: !!float 3\nd: !!bool true\ne: !!null ''\nf: !!map {}\ng: !!seq []\nh: ! x\n",
    'yaml {"a":"1","b":2,"c":3,"d":true,"e":null,"f":{},"g":[],"h":"x"} false',
  ],
  [
    "other tags",
    "a: !!binary aGk=\nb: !own x\nc: !!timestamp 2020-01-01\nd: !!omap [a: 1]\n",
    ["YAML_TAG 2:4 The tag !own is not supported: specifications contain only JSON values."],
  ],
  [
    "a tag without its value",
    "a: !!int x\nb: !!bool y\n",
    [
      "YAML_TAG 1:4 The tag !!int is not supported: specifications contain only JSON values.",
      "YAML_TAG 2:4 The tag !!bool is not supported: specifications contain only JSON values.",
    ],
  ],
  [
    "two documents",
    "a: 1\n---\nb: 2\n",
    ["YAML_SYNTAX 2:1 The text is not valid YAML: Source contains multiple documents."],
  ],
  [
    "an open flow",
    "a: [1, 2\nb: 3\n",
    [
      "YAML_SYNTAX 2:1 The text is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].",
    ],
  ],
  [
    "a tab as indentation",
    "a:\n\tb: 1\n",
    ["YAML_SYNTAX 2:1 The text is not valid YAML: Tabs are not allowed as indentation."],
  ],
  [
    "a repeated name",
    "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n",
    [
      "YAML_KEY 5:1 Duplicate key a in this mapping.",
      "YAML_KEY 4:3 Duplicate key c in this mapping.",
    ],
  ],
  ["a list as a name", "[a, b]: 1\n", ["YAML_KEY 1:1 A key must be plain text."]],
  ["a null name", "~: 1\nnull: 2\n", ["YAML_KEY 2:1 Duplicate key null in this mapping."]],
  [
    "a number as a name",
    "200: a\n'404': b\n1.5: c\n",
    'yaml {"200":"a","404":"b","1.5":"c"} false',
  ],
  [
    "64 levels",
    `${Array.from({ length: 63 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")} 1`,
    "yaml 379 false",
  ],
  [
    "65 levels",
    `x: 1\n${Array.from({ length: 64 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")} 1`,
    ["LIMIT 65:67 The value is nested deeper than 64 levels."],
  ],
  [
    "more levels than are counted",
    Array.from({ length: 130 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
    ["LIMIT 129:129 The value is nested deeper than 64 levels."],
  ],
  [
    "more lists than are counted",
    `x: 1\ny:\n  - ${"[".repeat(130)}`,
    ["LIMIT 3:131 The value is nested deeper than 64 levels."],
  ],
  [
    "more mappings than are counted",
    `x: 1\ny:\n  - ${"{a: ".repeat(130)}`,
    ["LIMIT 3:509 The value is nested deeper than 64 levels."],
  ],
  [
    "levels that end",
    `x: 1\n${Array.from({ length: 100 }, (_, at) => `z${at}:\n  - [{a: [b]}]\n`).join("")}`,
    "yaml 2197 false",
  ],
  [
    "many errors",
    Array.from({ length: 25 }, (_, at) => `a${at}: !x 1\n`).join(""),
    [
      "YAML_TAG 1:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 2:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 3:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 4:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 5:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 6:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 7:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 8:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 9:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 10:5 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 11:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 12:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 13:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 14:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 15:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 16:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 17:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 18:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 19:6 The tag !x is not supported: specifications contain only JSON values.",
      "YAML_TAG 20:6 The tag !x is not supported: specifications contain only JSON values.",
    ],
  ],
  [
    "many errors of syntax",
    "a: b: c\n".repeat(25),
    [
      "YAML_SYNTAX 1:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 2:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 3:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 4:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 5:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 6:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 7:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 8:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 9:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 10:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 11:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 12:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 13:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 14:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 15:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 16:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 17:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 18:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 19:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
      "YAML_SYNTAX 20:4 The text is not valid YAML: Nested mappings are not allowed in compact mappings.",
    ],
  ],
])("YAML with %s", async (_content, text, expected) => {
  const careful = await read(readYaml(text));
  expect(careful).toEqual(expected);
  const quick = readYamlQuickly(text);
  if (!quick) return;
  const source: OpenApiSource = {
    format: "yaml",
    ...quick,
    toPosition: async () => ({ line: 1, column: 1 }),
  };
  expect(await read(Promise.resolve(source))).toEqual(careful);
});

test.each([
  ["a: 1\nb: [x]\n", true],
  ["a: &x [1]\nb: *x\n", true],
  ["<<: {a: 1}\n", true],
  ["a: !!str 1\n", false],
  ["a: *x\n", false],
  ["&x a: 1\n", false],
  ["*x : 1\n", false],
  ["[a]: 1\n", false],
  ["? {a: 1}\n: 1\n", false],
  ["- a\n", false],
  ["a\n", false],
  ["a: 1\n---\nb: 1\n", false],
  ["a: 1\n...\n", false],
  ["%YAML 1.2\n---\na: 1\n", false],
  ["---\na: 1\n", true],
  ["a:\n\tb: 1\n", false],
  ["a: 1\r\nb: 2\r\n", true],
  ["a: 1\rb: 2\n", false],
  ["a: x\u2028y\n", false],
  ["__proto__: 1\n", false],
  ["null: 1\n", false],
  ["200: 1\n", true],
  ["'null': 1\n", true],
  ["1.5: 1\n", false],
  ["0x1: 1\n", false],
  ["a: [1, 2\n", false],
  ["a: 1\na: 2\n", false],
  [`a: ${nest("[", "x", "]", 62)}\n`, true],
  [`a: ${nest("[", "x", "]", 66)}\n`, false],
])("whether %j is read by the fast parser", (text, expected) => {
  expect(readYamlQuickly(text) !== undefined).toBe(expected);
});

const aliases = (times: number) =>
  `a0: &a0 ${JSON.stringify("x".repeat(1000))}\n${Array.from(
    { length: times },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(", ")}]\n`,
  ).join("")}`;

test("the size of a file includes its aliases", async () => {
  const read = (text: string) =>
    readYaml(text).then(
      () => "read",
      (error) => error.message,
    );
  expect([await read(aliases(3)), readYamlQuickly(aliases(3)) !== undefined]).toEqual([
    "read",
    true,
  ]);
  expect([await read(aliases(6)), readYamlQuickly(aliases(6)) !== undefined]).toEqual([
    "The file expands to more than 41943040 characters, including aliases (limit specification.characters).",
    false,
  ]);
  const short = aliases(7).replace(/x{1000}/, "x");
  expect([await read(short), readYamlQuickly(short) !== undefined]).toEqual([
    "The file expands to more than 1000000 values, including aliases (limit specification.nodes).",
    false,
  ]);
});

const paths = [
  [],
  ["a"],
  ["a", "b"],
  ["a", "b", 1],
  ["a", "b", 1, "c"],
  ["a", "b", 5],
  ["x"],
  ["a", "d"],
  ["d", "e"],
  ["200"],
];

test.each([
  [
    "JSON",
    '{"a": {"x": 0,\n "b": [1,\n {"c": 2}],\n  "d": 1, "d": 2},\n "d": "e", "200": {}}',
    ["1:1", "1:7", "2:7", "3:2", "3:8", "2:7", "1:1", "4:16", "5:7", "5:19"],
  ],
  [
    "quick YAML",
    "a:\n  x: 0\n  b:\n    - 1\n    - c: 2\n  d: 1\nd: e\n200: {}\n",
    ["1:1", "2:3", "4:5", "5:7", "5:10", "4:5", "1:1", "6:6", "7:4", "8:6"],
  ],
  [
    "careful YAML",
    "a:\n  x: !!int 0\n  b:\n    - 1\n    - c: 2\n  d: 1\nd: e\n200: {}\n",
    ["1:1", "2:3", "4:5", "5:7", "5:10", "4:5", "1:1", "6:6", "7:4", "8:6"],
  ],
  ["a text", "just text\n", ["1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1"]],
  [
    "nothing",
    "# nothing\n",
    ["1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1"],
  ],
])("positions in %s", async (_format, text, expected) => {
  const { toPosition } = await readSource(text);
  const positions = await Promise.all(paths.map((path) => toPosition(path)));
  expect(positions.map(({ line, column }) => `${line}:${column}`)).toEqual(expected);
});

test.each([
  [
    "a:\n  x: 0\n  b:\n    - 1\n    - c: 2\n  d: 1\nd: e\n200: {}\n",
    [1, 1, 3, 5, 5, 3, 1, 6, 7, 8],
  ],
  [
    "# head\n\na: &x\n  b: [1, {c: 2}]\nd: *x\n'200': |\n  text\n  more\n",
    [1, 3, 4, 4, 4, 4, 1, 3, 5, 6],
  ],
  ["a: 1\n---\nb: 1\n", undefined],
  ["[a]: 1\n", undefined],
  ["- a\n", undefined],
])("the lines of values in %j", (text, expected) => {
  expect(findYamlLines(text, paths)).toEqual(expected);
});
