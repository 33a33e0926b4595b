import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLocalTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

async function start() {
  const { run, ok } = openLocalTome();
  const spaces = [];
  for (const title of ["Guide", "Anleitung"]) {
    spaces.push(await ok(`space create --title ${title} --format id`));
  }
  const flags = spaces.map((id) => `--space ${id}`).join(" ");
  const site = await ok(`site create --title Docs ${flags} --format id`);
  return { run, ok, site };
}

slowTest("logo, colors and other settings are set by flags or a file, and reset", async () => {
  const { run, ok, site } = await start();
  const change = async (flags: string) =>
    JSON.parse(await ok(`site customization update ${site} ${flags} --json`));
  const logo = "https://example.com/logo.svg";
  expect(
    await change(`--logo ${logo} --primary-color "#c2410c,#fb923c" --mode dark`),
  ).toMatchObject({
    header: { logo: { light: logo, dark: logo } },
    styling: { primaryColor: { light: "#c2410c", dark: "#fb923c" }, theme: "clean" },
    themes: { default: "dark", toggeable: true },
  });
  const file = join(temporaryFolder(), "looks.yaml");
  writeFileSync(file, "footer:\n  copyright: Lumen\nstyling:\n  corners: straight\n");
  const second = await change(`--file ${file} --emoji 🦊`);
  expect(second).toMatchObject({
    header: { logo: { light: logo } },
    styling: { corners: "straight", primaryColor: { light: "#c2410c" } },
    footer: { copyright: "Lumen", groups: [] },
    favicon: { emoji: "🦊" },
  });
  const third = await change("--no-logo --no-emoji --no-primary-color");
  expect(third.header).not.toHaveProperty("logo");
  expect(third.favicon).toEqual({});
  expect(third.styling.primaryColor.light).toBe("#346DDB");
  for (const [flags, said] of [
    ["", "At least one setting is required"],
    ["--logo-dark https://example.com/dark.svg", "--logo"],
    ["--primary-color red", "#346ddb"],
    ["--font Comic", "--font must be one of"],
  ] as const) {
    const refused = await run(`site customization update ${site} ${flags}`);
    expect([refused.code, refused.stderr], flags).toEqual([2, expect.stringContaining(said)]);
  }
});

test.each([
  ["--logo L", { light: "L", dark: "L" }],
  ["--logo L --logo-dark D", { light: "L", dark: "D" }],
])("the logo of %s has a file for each color scheme", async (flags, expected) => {
  const { ok, site } = await start();
  const url = (name: string) => `https://example.com/${name}.svg`;
  const words = flags.replace(/\b[LD]\b/g, url);
  const change = `site customization update ${site} ${words} --json header`;
  expect(JSON.parse(await ok(change)).header.logo).toEqual({
    light: url(expected.light),
    dark: url(expected.dark),
  });
});

slowTest("a variant has its own customization until it is deleted", async () => {
  const { run, ok, site } = await start();
  await ok(`site customization update ${site} --theme bold`);
  const of = `Anleitung --site ${site}`;
  await ok(`site space customization update ${of} --theme gradient`);
  const theme = async () => ok(`site space customization get ${of} --jq .styling.theme`);
  expect(await theme()).toContain("gradient");
  await ok(`site space customization update ${of} --no-theme`);
  expect(await theme()).toContain("bold");
  expect((await run(`site space customization delete ${of}`)).code).toBe(2);
  await ok(`site space customization delete ${of} --yes`);
});

slowTest("a share link is selected by its name, and revoked", async () => {
  const { run, ok, site } = await start();
  const made = await run(`site share-link create --name Board --site ${site}`);
  expect(made.stderr).toContain("when the site is published");
  await ok(`site update ${site} --visibility share-link`);
  await ok(`site publish ${site}`);
  const link = await ok(`site share-link list --site ${site} --jq ".[0].urls.published"`);
  const key = new URL(link).pathname.split("/").at(-1);
  expect(key).not.toBe(site);
  await ok(`site published ${site} --share-key ${key}`);
  await ok(`site share-link update Board --no-active --site ${site}`);
  expect((await run(`site published ${site} --share-key ${key}`)).code).toBe(5);
  await ok(`site share-link delete Board --site ${site} --yes`);
});

slowTest(
  "the key that signs visitor tokens is shown, and replaced after confirmation",
  async () => {
    const { run, ok, site } = await start();
    const key = () => ok(`site auth get ${site} --jq .privateKey`);
    const before = await key();
    await ok(`site auth update ${site} --fallback-url https://example.com/login`);
    expect(await key()).toBe(before);
    expect((await run(`site auth regenerate ${site}`)).code).toBe(2);
    await ok(`site auth regenerate ${site} --yes`);
    expect(await key()).not.toBe(before);
  },
);
