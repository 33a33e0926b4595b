import { expect, test } from "vitest";
import {
  changeOverrides,
  withDefaults,
} from "../../../../../src/service/areas/sites/customization/customization-defaults.ts";

const both = (color: string) => ({ light: color, dark: color });
const code = { light: "default-light", dark: "default-dark" };

const defaults = {
  styling: {
    ...{ theme: "clean", primaryColor: both("#346DDB"), infoColor: both("#787878") },
    ...{ successColor: both("#00C950"), warningColor: both("#FE9A00") },
    ...{ dangerColor: both("#FB2C36"), corners: "rounded", depth: "subtle", links: "default" },
    ...{ font: "Inter", monospaceFont: "FiraCode", background: "plain", icons: "regular" },
    ...{ codeTheme: { default: code, openapi: code }, search: "subtle" },
    sidebar: { background: "default", list: "default" },
  },
  ...{ internationalization: { locale: "en" }, favicon: {}, footer: { groups: [] } },
  ...{ header: { preset: "default", links: [] }, socialAccounts: [], socialPreview: {} },
  ...{ themes: { default: "system", toggeable: true }, feedback: { enabled: false } },
  ...{ ai: { mode: "none" }, advancedCustomization: { enabled: true }, privacyPolicy: {} },
  ...{ externalLinks: { target: "self" }, pagination: { enabled: true } },
  ...{ trademark: { enabled: false }, insights: { trackingCookie: true } },
  pageActions: { items: [], externalAI: false, markdown: false, mcp: false },
  ...{ git: { showEditLink: false }, pdf: { enabled: false } },
};

test("settings that a site does not specify have their default", () => {
  expect(withDefaults({})).toEqual(defaults);
  expect(withDefaults({ title: "Docs", styling: { corners: "straight" } })).toEqual({
    ...{ ...defaults, title: "Docs" },
    styling: { ...defaults.styling, corners: "straight" },
  });
});

test("a site space overrides settings of the site", () => {
  const settings = { title: "Docs", feedback: { enabled: true } };
  const overrides = { title: "Anleitung", styling: { sidebar: { list: "pill" as const } } };
  expect(withDefaults(settings, overrides)).toEqual({
    ...{ ...defaults, title: "Anleitung", feedback: { enabled: true } },
    styling: { ...defaults.styling, sidebar: { background: "default", list: "pill" } },
  });
});

test.each([
  [{ pageActions: { externalAI: true } }, ["external-ai"]],
  [{ pageActions: { markdown: true } }, ["markdown"]],
  [{ pageActions: { mcp: true } }, ["mcp"]],
  [{ git: { showEditLink: true } }, ["git"]],
  [{ pdf: { enabled: true } }, ["pdf"]],
  [{ pageActions: { markdown: false }, git: { showEditLink: false }, pdf: { enabled: false } }, []],
  [{ pageActions: { items: ["mcp"], markdown: true }, pdf: { enabled: true } }, ["mcp"]],
] as const)("the settings %j have the page actions %j", (settings, items) => {
  const { pageActions, git, pdf } = withDefaults(settings as Parameters<typeof withDefaults>[0]);
  const has = (name: string) => items.some((one) => one === name);
  expect({ pageActions, git, pdf }).toEqual({
    pageActions: {
      ...{ items, externalAI: has("external-ai"), markdown: has("markdown"), mcp: has("mcp") },
    },
    ...{ git: { showEditLink: has("git") }, pdf: { enabled: has("pdf") } },
  });
});

test("a site space overrides the links to Git and PDF", () => {
  const settings = { pageActions: { items: ["git" as const] } };
  const overrides = { git: { showEditLink: false }, pdf: { enabled: true } };
  expect(withDefaults(settings, overrides)).toMatchObject({
    ...{ pageActions: { items: ["git"] }, git: { showEditLink: false }, pdf: { enabled: true } },
  });
});

test("null removes an override, and others stay", () => {
  const before = {
    title: "Docs",
    styling: { corners: "straight" as const, links: "accent" as const },
  };
  expect(changeOverrides(before, { title: null, styling: { corners: null } })).toEqual({
    styling: { links: "accent" },
  });
  expect(changeOverrides(before, { styling: { links: "default" } })).toEqual({
    title: "Docs",
    styling: { corners: "straight", links: "default" },
  });
});
