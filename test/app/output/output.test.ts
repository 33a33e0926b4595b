import { describe, expect, test } from "vitest";
import {
  parseColorFlag,
  parseOutputChoice,
  wantsJsonErrors,
} from "../../../src/app/output/output.ts";
import type { OutputChoice, ResolvedSettings } from "../../../src/context.ts";
import { outputFormats } from "../../../src/settings/table.ts";
import { createPartial } from "../../support/commands/partial.ts";

type Flags = Readonly<Record<string, string | true>>;

/** @param format the setting of the profile */
function choose(
  flags: Flags,
  repeated: Readonly<Record<string, readonly string[]>> = {},
  format?: string,
): OutputChoice {
  const settings = createPartial<ResolvedSettings>({
    format: format === undefined ? undefined : { value: format, from: "profile default" },
  });
  const shared = new Map(Object.entries(flags));
  return parseOutputChoice({ shared, repeated: new Map(Object.entries(repeated)) }, settings);
}

const jsonFormats = ["json", "ndjson"];
const tableFormats = ["table", "csv", "tsv"];

describe("parseOutputChoice", () => {
  test.each(outputFormats)("--json accepts --format %s only if that prints JSON", (format) => {
    for (const json of [true, "id"] as const) {
      const parse = () => choose({ json, format }).format;
      if (jsonFormats.includes(format)) expect(parse()).toBe(format);
      else expect(parse).toThrow(`--json and --format ${format} cannot be combined.`);
    }
  });

  test.each([
    ["columns", "id,title", "--columns applies to tables, CSV and TSV."],
    ["header", true, "--header applies to TSV and piped tables."],
  ] as const)("--%s applies to rows, and not to data", (flag, value, message) => {
    for (const format of [undefined, ...outputFormats]) {
      const parse = () => choose({ [flag]: value, ...(format && { format }) });
      if (format === undefined || tableFormats.includes(format)) {
        expect(parse()).toMatchObject({
          columns: flag === "columns" ? ["id", "title"] : undefined,
          header: flag === "header",
        });
      } else expect(parse, format).toThrow(message);
    }
    for (const data of [{ json: true }, { json: "id" }, { jq: "." }] as const) {
      expect(() => choose({ [flag]: value, ...data })).toThrow(message);
    }
  });

  test.each<Flags>([{ json: true }, { json: "id" }, { jq: "." }, { format: "table" }])(
    "--curl and %j cannot be combined",
    (flags) => {
      expect(() => choose({ curl: true, ...flags })).toThrow("--curl prints commands");
    },
  );

  test.each<[Flags, string | undefined]>([
    [{}, "yaml"],
    [{ columns: "id" }, "yaml"],
    [{ format: "csv" }, "csv"],
    [{ json: true }, "json"],
    [{ json: "id" }, "json"],
    [{ json: true, format: "ndjson" }, "ndjson"],
    [{ jq: "." }, undefined],
    [{ jq: ".", format: "ndjson" }, "ndjson"],
  ])("with %j, a format in the settings results in %s", (flags, format) => {
    expect(choose(flags, {}, "yaml").format).toBe(format);
  });

  test.each<[string, Partial<OutputChoice>]>([
    ["verbose", { afterWrite: "all" }],
    ["quiet", { afterWrite: "nothing" }],
    ["curl", { isCurl: true }],
    ["header", { header: true }],
    ["raw-csv", { rawCsv: true }],
  ])("--%s changes only its own part of the choice", (flag, part) => {
    expect(choose({ [flag]: true })).toEqual({ ...choose({}), ...part });
  });

  test("values of flags are taken over, and names in lists are trimmed", () => {
    const repeated = { filter: ["a=1", "b=2"], report: ["junit=a=b.xml", "sarif=c"] };
    expect(choose({ json: " id , urls.app", jq: ".[]", sort: "-title" }, repeated)).toMatchObject({
      fields: ["id", "urls.app"],
      jq: ".[]",
      sort: "-title",
      filters: ["a=1", "b=2"],
      reportFiles: ["a=b.xml", "c"],
      afterWrite: undefined,
    });
    expect(choose({ verbose: true, quiet: true }).afterWrite).toBe("all");
  });

  test.each([
    ["json", "field"],
    ["columns", "column"],
  ])("--%s without a name between commas is refused", (flag, noun) => {
    for (const list of ["", "id,", ",id", "id, ,title"]) {
      expect(() => choose({ [flag]: list })).toThrow(
        `--${flag} must be comma-separated ${noun} names such as id,title, not ${JSON.stringify(list)}.`,
      );
    }
  });
});

describe("wantsJsonErrors", () => {
  test.each<[line: string, expected: boolean]>([
    ["space list --json", true],
    ["space list --json=id", true],
    ["space list --format json", true],
    ["space list --format ndjson", true],
    ["space list --format=json", true],
    ["space list --format=ndjson", true],
    ["space list --format csv", false],
    ["space list --format", false],
    ["space list json", false],
    ["space list --jsonl", false],
    ["space search -- --json", false],
    ["space search --json -- --format csv", true],
  ])("%s: %s", (line, expected) => {
    expect(wantsJsonErrors(line.split(" "), {})).toBe(expected);
    expect(wantsJsonErrors(line.split(" "), { TOME_ERRORS: "json" })).toBe(true);
    expect(wantsJsonErrors(line.split(" "), { TOME_ERRORS: "text" })).toBe(expected);
  });
});

describe("parseColorFlag", () => {
  test.each<[line: string, expected: boolean | undefined]>([
    ["space list", undefined],
    ["space list --color", true],
    ["space list --no-color", false],
    ["space list --color --no-color", false],
    ["space search -- --color", undefined],
    ["space search --color -- --no-color", true],
  ])("%s: %s", (line, expected) => {
    expect(parseColorFlag(line.split(" "))).toBe(expected);
  });
});
