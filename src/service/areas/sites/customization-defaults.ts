/** The settings of a docs site for which nobody gave any, and how settings are put together. */
import type {
  Customization,
  Overrides,
  Settings,
} from "../../../contract/site-customization.model.ts";
import { dropNulls, mergeSettings } from "../../../contract/site-customization-values.ts";

const both = (color: string) => ({ light: color, dark: color });
const code = { light: "default-light", dark: "default-dark" } as const;

/** Whatever this platform does not do, such as answering questions, is off. */
const defaults: Customization = {
  styling: {
    theme: "clean",
    primaryColor: both("#346DDB"),
    infoColor: both("#787878"),
    successColor: both("#00C950"),
    warningColor: both("#FE9A00"),
    dangerColor: both("#FB2C36"),
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "FiraCode",
    background: "plain",
    icons: "regular",
    codeTheme: { default: code, openapi: code },
    sidebar: { background: "default", list: "default" },
    search: "subtle",
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "system", toggeable: true },
  feedback: { enabled: false },
  ai: { mode: "none" },
  advancedCustomization: { enabled: true },
  pageActions: { items: [] },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: true },
};

/** The settings as they are in force: those of a site, and what a site space has in their place. */
export function withDefaults(own: Settings, over: Overrides = {}): Customization {
  const site = mergeSettings(defaults, own);
  const all = mergeSettings(site, over);
  const items = own.pageActions?.items ?? earlierItems(own);
  return {
    ...all,
    pageActions: {
      items,
      externalAI: items.includes("external-ai"),
      markdown: items.includes("markdown"),
      mcp: items.includes("mcp"),
    },
    git: { showEditLink: over.git?.showEditLink ?? items.includes("git") },
    pdf: { enabled: over.pdf?.enabled ?? items.includes("pdf") },
  };
}

/** Earlier clients give a setting for each page action, in place of the list. */
function earlierItems({ pageActions, git, pdf }: Settings): Customization["pageActions"]["items"] {
  const given = [
    ["external-ai", pageActions?.externalAI],
    ["markdown", pageActions?.markdown],
    ["mcp", pageActions?.mcp],
    ["git", git?.showEditLink],
    ["pdf", pdf?.enabled],
  ] as const;
  return given.flatMap(([item, isGiven]) => (isGiven === true ? [item] : []));
}

/** The overrides after a change: null takes a member back. */
export function changedOverrides(before: Overrides, change: Overrides): Overrides {
  return dropNulls(mergeSettings(before, change));
}
