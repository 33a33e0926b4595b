import { describe, expect, test } from "vitest";
import { print } from "../../../src/app/output/print.ts";
import { openSecretOutput } from "../../../src/app/output/secret-output.ts";
import type { Context, OutputChoice, Result } from "../../../src/context.ts";
import { IncompleteError, UsageError } from "../../../src/errors.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { createPartial } from "../../support/commands/partial.ts";

interface Printed {
  readonly out: string;
  readonly notes: readonly string[];
  /** The error that the caller gets. */
  readonly error: unknown;
}

interface PrintOptions {
  readonly choice?: OutputChoice;
  readonly screen?: boolean;
  readonly isWrite?: boolean;
  readonly secrets?: Context["secrets"];
}

async function printAll(
  result: Result,
  {
    choice = {},
    screen = false,
    isWrite = false,
    secrets = openSecretOutput(choice, () => {}, false),
  }: PrintOptions = {},
): Promise<Printed> {
  let out = "";
  const notes: string[] = [];
  const say = (text: string) => void notes.push(text);
  const context = createPartial<Context>({
    choice,
    secrets,
    terminal: {
      outIsTerminal: screen,
      width: 80,
      style: plainStyle,
      accessible: false,
      isAscii: false,
      note: say,
      aside: say,
      warn: say,
      write: async (text: string) => {
        out += text;
      },
    },
  });
  const error = await print(result, context, isWrite).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { out, notes, error };
}

/** Texts that end with an error after the given ones. */
async function* breakAfter(texts: readonly string[], error: Error) {
  yield* texts;
  throw error;
}

describe("texts that end with an error", () => {
  test.each<[texts: string[], out: string]>([
    [[], ""],
    [[""], ""],
    [["one"], "one\n"],
    [["one\n"], "one\n"],
    [["one\n", "two"], "one\ntwo\n"],
    [["one", "\n"], "one\n"],
    [["one\n", ""], "one\n"],
    [["one", ""], "one\n"],
  ])("%j are printed as %j, so that the error starts a line", async (texts, out) => {
    const broken = new Error("broken");
    const printed = await printAll({ texts: breakAfter(texts, broken) });
    expect(printed).toEqual({ out, notes: [], error: broken });
  });

  test("texts that end normally are printed exactly", async () => {
    const texts = (async function* () {
      yield* ["one\n", "", "two"];
    })();
    expect(await printAll({ texts })).toEqual({ out: "one\ntwo", notes: [], error: undefined });
  });
});

const hostile = "a\u001b[31m\tb\n";

describe("control characters", () => {
  const neutral = "a\\u{1b}[31m\tb\n";
  const texts = () =>
    (async function* () {
      yield hostile;
    })();

  test.each([
    [true, neutral],
    [false, hostile],
  ])("on a terminal (%s), a text is printed as %j", async (screen, out) => {
    expect((await printAll({ text: hostile }, { screen })).out).toBe(out);
    expect((await printAll({ texts: texts() }, { screen })).out).toBe(out);
  });
});

test("a view fits a terminal, and in a file its lines can have any length", async () => {
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
  const result: Result = { view: [{ lines: [[words]] }], notes: () => ["Note."] };
  const lines = async (screen: boolean) => (await printAll(result, { screen })).out.split("\n");
  expect(await lines(false)).toEqual([words, ""]);
  expect(Math.max(...(await lines(true)).map((line) => line.length))).toBeLessThanOrEqual(80);
  expect((await printAll(result)).notes).toEqual(["Note."]);
});

describe("an unsettled result", () => {
  const unsettled = new IncompleteError("partial", "Not all.");
  const rows = () => [[{ id: "S1" }]];
  const columns = [{ header: "ID", path: "id" }];
  test.each<[name: string, result: () => Result, out: string]>([
    ["text", () => ({ text: "one\n", unsettled }), "one\n"],
    ["view", () => ({ view: [{ lines: [["one"]] }], unsettled }), "one\n"],
    ["value", () => ({ value: { a: 1 }, unsettled }), '{\n  "a": 1\n}\n'],
    ["list", () => ({ list: rows(), columns, none: "", unsettled: () => unsettled }), "S1\n"],
    ["record", () => ({ record: { id: "S1" }, columns, unsettled }), "id\tS1\n"],
  ])("of a %s is printed before the error is thrown", async (_, result, out) => {
    const printed = await printAll(result());
    expect([printed.out, printed.error]).toEqual([out, unsettled]);
  });
});

test("a hidden secret is named after the output, and not printed", async () => {
  const choice: OutputChoice = { format: "json" };
  const secrets = openSecretOutput(choice, () => {}, false);
  secrets.receive({ name: "key", value: "key-1234567890" });
  const record = { id: "S1", key: "key-1234567890" };
  const { out, notes } = await printAll({ record }, { choice, secrets });
  expect([JSON.parse(out), notes]).toEqual([
    { id: "S1" },
    ["Hidden secret: key. To print it: --json=key"],
  ]);
});

describe("a list", () => {
  const columns = [{ header: "ID", path: "id" }];
  const list = (count: number) => [Array.from({ length: count }, (_, at) => ({ id: `S${at}` }))];
  const more = { columns, none: "No spaces.", aside: "In the space.", order: "Newest first." };

  test.each<[count: number, notes: string[]]>([
    [0, ["No spaces. In the space.", "Note."]],
    [1, ["In the space.", "Note."]],
    [2, ["In the space. Newest first.", "Note."]],
  ])("of %d rows has these notes: %j", async (count, notes) => {
    const printed = await printAll({ ...more, list: list(count), notes: () => ["Note."] });
    expect(printed.notes).toEqual(notes);
  });

  test.each<[part: object, notes: string[]]>([
    [{ aside: undefined }, ["Newest first."]],
    [{ order: undefined }, ["In the space."]],
    [{ aside: undefined, order: undefined }, []],
  ])("with %j has these notes: %j", async (part, notes) => {
    expect((await printAll({ ...more, ...part, list: list(2) })).notes).toEqual(notes);
  });

  test("without a match says that the filter is the reason", async () => {
    const choice = { filters: ["id=x"] };
    const { notes } = await printAll({ list: [[]], columns, none: "No spaces." }, { choice });
    expect(notes).toEqual(["No rows match --filter."]);
  });
});

describe("a write", () => {
  const columns = [
    { header: "TITLE", path: "title" },
    { header: "LANGUAGE", path: "language" },
  ];
  const record = { id: "S1", title: "Guide", language: "de" };
  const result: Result = { done: "Updated.", record, columns };

  test("without a requested field prints everything, with a warning", async () => {
    const choice: OutputChoice = { format: "json", fields: ["titel"] };
    const { out, notes, error } = await printAll(result, { choice, isWrite: true });
    expect([JSON.parse(out), error]).toEqual([record, undefined]);
    expect(notes).toEqual(["Updated.", expect.stringContaining("titel")]);
    const read = await printAll({ record, columns }, { choice });
    expect([read.out, read.error]).toEqual(["", expect.any(UsageError)]);
  });

  test("of an agent has the fields of the columns, unless fields are selected", async () => {
    const read = async (choice: OutputChoice, one: Result = result) =>
      JSON.parse((await printAll(one, { choice: { format: "json", ...choice } })).out);
    const { id: _, ...brief } = record;
    expect(await read({ isBrief: true })).toEqual(brief);
    expect(await read({ isBrief: true, fields: ["id"] })).toEqual({ id: "S1" });
    expect(await read({})).toEqual(record);
    // One resource is complete.
    expect(await read({ isBrief: true }, { record, columns })).toEqual(record);
    expect(await read({ isBrief: true }, { list: [[record]], columns, none: "" })).toEqual([brief]);
  });

  test("on a terminal prints all columns if a table is requested", async () => {
    const one: Result = { ...result, brief: [{ header: "LANGUAGE", path: "language" }] };
    const headers = async (choice: OutputChoice) =>
      (await printAll(one, { screen: true, choice })).out.match(/^[A-Z]+/gm);
    expect(await headers({})).toEqual(["LANGUAGE"]);
    expect(await headers({ format: "table" })).toEqual(["TITLE", "LANGUAGE"]);
    expect(await headers({ afterWrite: "all" })).toEqual(["TITLE", "LANGUAGE"]);
    expect(await headers({ afterWrite: "nothing" })).toBeNull();
  });

  const brief = [
    { header: "TITLE", path: "title" },
    { header: "PARENT", path: "parent", nothing: "none" },
    { header: "ICON", path: "icon" },
    { header: "TEXT", path: "text" },
    { header: "OBJECT", path: "object" },
    { header: "OBJECTS", path: "objects" },
    { header: "NAMES", path: "names" },
    { header: "URL", path: "url" },
    { header: "COUNT", path: "count" },
  ];
  test.each<[path: string, value: object, isPrinted: boolean]>([
    ["a value", { title: "Other" }, true],
    ["a value that the sentence has", { title: "Guide" }, false],
    ["a removed value", { parent: null }, true],
    ["an absent value", { icon: null }, false],
    ["several lines", { text: "a\nb" }, false],
    ["a line with a final break", { text: "a\n" }, true],
    ["an object", { object: { id: "S1" } }, false],
    ["a list of objects", { objects: [{ id: "S1" }] }, false],
    ["a list of texts", { names: ["a"] }, true],
    ["the URL of a platform in this process", { url: "http://tome.localhost/s/1" }, false],
    ["another URL", { url: "https://app.example/s/1" }, true],
    ["a number", { count: 0 }, true],
  ])("on a terminal, %s below the sentence: %j is printed: %s", async (_, value, isPrinted) => {
    const [name = ""] = Object.keys(value);
    const shown = brief.filter(({ path }) => path === name);
    const one: Result = { done: 'Updated "Guide".', record: { ...value }, columns, brief: shown };
    const { out } = await printAll(one, { screen: true });
    expect(out !== "").toBe(isPrinted);
    expect((await printAll(one, { screen: true, choice: { afterWrite: "nothing" } })).out).toBe("");
  });
});
