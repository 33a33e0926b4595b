import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { updateSite, updateSpace } from "../../../src/features/sites/customization.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const ids = { organizationId: "O1", siteId: "X1" };
const path = "/orgs/O1/sites/X1";
const current = {
  title: "Old",
  styling: { theme: "clean", corners: "rounded" },
  header: { preset: "bold", links: [] },
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const fonts = [
  {
    id: "F1",
    fontFamily: "Acme Sans",
    permissions: { edit: true },
    custom: true,
    fontFaces: [{ weight: 400, sources: [{ url: "https://f.example" }] }],
  },
  { id: "F2", fontFamily: "Twice" },
  { id: "F3", fontFamily: "TWICE" },
];

function open(documents: Readonly<Record<string, unknown>> = {}) {
  return openScriptedContext({
    documents,
    answer: ({ line, body }) => {
      if (line === `GET ${path}/customization`) return current;
      return line === "GET /orgs/O1/fonts" ? { items: fonts } : body;
    },
  });
}

type Flags = Omit<Parameters<typeof updateSpace>[1], "organizationId" | "siteId" | "siteSpaceId">;

/** The overrides that the flags send for a site space. */
async function override(flags: Flags, documents?: Readonly<Record<string, unknown>>) {
  const { context, sent } = open(documents);
  const result = await updateSpace(context, { ...ids, siteSpaceId: "Y1", ...flags });
  const [request] = sent;
  return { sent, overrides: (Array.isArray(request) ? request[1] : {}) as JsonObject, result };
}

describe("flags of a site space", () => {
  test.each<readonly [Flags, object]>([
    [{ title: "New" }, { title: "New" }],
    [{ theme: "bold" }, { styling: { theme: "bold" } }],
    [
      { primaryColor: "#346ddb" },
      { styling: { primaryColor: { light: "#346ddb", dark: "#346ddb" } } },
    ],
    [
      { primaryColor: "#346ddb,#ffffff" },
      { styling: { primaryColor: { light: "#346ddb", dark: "#ffffff" } } },
    ],
    [{ corners: "straight" }, { styling: { corners: "straight" } }],
    [{ logo: "https://l" }, { header: { logo: { light: "https://l", dark: "https://l" } } }],
    [
      { logo: "https://l", logoDark: "https://d" },
      { header: { logo: { light: "https://l", dark: "https://d" } } },
    ],
    [{ logo: null }, { header: { logo: null } }],
    [{ logo: null, logoDark: null }, { header: { logo: null } }],
    [{ favicon: "https://f" }, { favicon: { icon: { light: "https://f", dark: "https://f" } } }],
    [{ favicon: null }, { favicon: null }],
    [{ emoji: "1f600" }, { favicon: { emoji: "1f600" } }],
    [{ emoji: null }, { favicon: null }],
    [{ mode: "dark" }, { themes: { default: "dark" } }],
    [{ copyright: "Acme" }, { footer: { copyright: "Acme" } }],
    [
      { primaryColor: null, title: null },
      { styling: { primaryColor: null }, title: null },
    ],
  ])("%j", async (flags, expected) => {
    const { overrides, sent } = await override(flags);
    expect(sent.map(([line]) => line)).toEqual([`PATCH ${path}/site-spaces/Y1/customization`]);
    expect(overrides).toEqual(expected);
  });

  test("take precedence over the file, whose other settings stay", async () => {
    const documents = {
      "a.json": { title: "File", styling: { theme: "clean", corners: "rounded" } },
    };
    const { overrides } = await override(
      { file: "a.json", theme: "bold", title: "Flag" },
      documents,
    );
    expect(overrides).toEqual({ title: "Flag", styling: { theme: "bold", corners: "rounded" } });
  });

  test("lead to the columns of a terminal", async () => {
    const { result } = await override({ primaryColor: "#346ddb", logo: null, mode: "dark" });
    expect(result).toMatchObject({ done: "Changed the customization of the site space Y1." });
    const brief = result && "brief" in result ? (result.brief ?? []) : [];
    expect(brief.map(({ header, nothing }) => [header, nothing])).toEqual([
      ["PRIMARY COLOR", "none"],
      ["DARK PRIMARY COLOR", "none"],
      ["LOGO", "none"],
      ["MODE", "none"],
    ]);
  });

  test.each<readonly [Flags, string]>([
    [{}, "At least one setting is required, such as --logo, --primary-color or --file."],
    [{ file: "list.json" }, "--file list.json must contain an object with settings."],
    [{ logoDark: "https://d" }, "--logo-dark requires --logo."],
    [{ logoDark: "https://d", logo: null }, "--logo-dark requires --logo."],
    [{ favicon: "https://f", emoji: "1f600" }, "Specify either --favicon or --emoji, not both."],
    [{ favicon: null, emoji: null }, "Specify either --favicon or --emoji, not both."],
    [
      { primaryColor: "#000000,#111111,#222222" },
      "--primary-color must be one color, or two separated by a comma.",
    ],
  ])("%j are refused", async (flags, message) => {
    const { context, sent } = open({ "list.json": [] });
    await expect(updateSpace(context, { ...ids, siteSpaceId: "Y1", ...flags })).rejects.toThrow(
      new UsageError(message, "tome site space customization update --help"),
    );
    expect(sent).toEqual([]);
  });

  test("with an invalid value are refused with the setting", async () => {
    const { context, sent } = open();
    await expect(
      updateSpace(context, { ...ids, siteSpaceId: "Y1", theme: "loud" }),
    ).rejects.toThrow(/^styling\.theme must be .*No changes were made\.$/);
    expect(sent).toEqual([]);
  });
});

describe("a site", () => {
  const update = async (flags: Flags) => {
    const { context, sent } = open();
    const result = await updateSite(context, { ...ids, ...flags });
    const last = sent.at(-1);
    return {
      result,
      lines: sent.map((one) => (typeof one === "string" ? one : one[0])),
      body: Array.isArray(last) ? last[1] : undefined,
    };
  };

  test("keeps its other settings, and null removes one", async () => {
    const { result, lines, body } = await update({ theme: "bold", title: null });
    expect(lines).toEqual([`GET ${path}/customization`, `PUT ${path}/customization`]);
    expect(body).toEqual({
      styling: { theme: "bold", corners: "rounded" },
      header: { preset: "bold", links: [] },
    });
    expect(result).toMatchObject({ done: "Changed the customization of X1." });
  });

  test.each([["F1"], ["acme sans"]])(
    "with the custom font %s gets its definition",
    async (font) => {
      const { lines, body } = await update({ font });
      expect(lines[0]).toBe("GET /orgs/O1/fonts");
      expect(body).toMatchObject({
        styling: { font: { id: "F1", fontFamily: "Acme Sans" }, theme: "clean" },
      });
      expect(JSON.stringify(body)).not.toContain("permissions");
    },
  );

  test.each([
    ["None", /^--font must be one of .*, or a custom font\. No custom font matches "None"\.$/],
    ["twice", /^2 custom fonts have the family "twice"\. Specify the id of one\.$/],
  ])("with the font %s is refused", async (font, message) => {
    await expect(update({ font })).rejects.toThrow(message);
  });

  test("with a built-in font sends no look-up", async () => {
    expect((await update({ font: "Roboto" })).lines).toHaveLength(2);
  });
});
