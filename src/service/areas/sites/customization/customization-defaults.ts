/** Default settings of sites, and the merging of settings. */
import type {
  Customization,
  CustomizationSettings,
  Overrides,
} from "../../../../contract/site-customization.model.ts";
import { dropNulls, mergeSettings } from "../../../../contract/site-customization-values.ts";

const toBothModes = (color: string) => ({ light: color, dark: color });
const code = { light: "default-light", dark: "default-dark" } as const;

/** Features that the local platform does not implement, such as AI answers, are disabled. */
const defaults: Customization = {
  styling: {
    theme: "clean",
    primaryColor: toBothModes("#346DDB"),
    infoColor: toBothModes("#787878"),
    successColor: toBothModes("#00C950"),
    warningColor: toBothModes("#FE9A00"),
    dangerColor: toBothModes("#FB2C36"),
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

/** The effective settings: the defaults, the settings of a site and the overrides of a site space. */
export function withDefaults(
  settings: CustomizationSettings,
  overrides: Overrides = {},
): Customization {
  const site = mergeSettings(defaults, settings);
  const all = mergeSettings(site, overrides);
  const items = settings.pageActions?.items ?? listEarlierItems(settings);
  return {
    ...all,
    pageActions: {
      items,
      externalAI: items.includes("external-ai"),
      markdown: items.includes("markdown"),
      mcp: items.includes("mcp"),
    },
    git: { showEditLink: overrides.git?.showEditLink ?? items.includes("git") },
    pdf: { enabled: overrides.pdf?.enabled ?? items.includes("pdf") },
  };
}

/** Older clients send a flag for each page action instead of the list. */
function listEarlierItems({
  pageActions,
  git,
  pdf,
}: CustomizationSettings): Customization["pageActions"]["items"] {
  const flags = [
    ["external-ai", pageActions?.externalAI],
    ["markdown", pageActions?.markdown],
    ["mcp", pageActions?.mcp],
    ["git", git?.showEditLink],
    ["pdf", pdf?.enabled],
  ] as const;
  return flags.flatMap(([item, isEnabled]) => (isEnabled === true ? [item] : []));
}

/** The overrides after a change. Null removes an override. */
export function changeOverrides(before: Overrides, change: Overrides): Overrides {
  return dropNulls(mergeSettings(before, change));
}
