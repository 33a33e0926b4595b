/** The stylesheet of a site, whose URL contains the hash of its content. */
import { createHash } from "node:crypto";
import type { Customization } from "../../../contract/site-customization.model.ts";
import { withDefaults } from "../sites/customization-defaults.ts";
import { inkOn, readable } from "./colours.ts";
import type { SiteView } from "./site-view.ts";
import { base } from "./styles/base.ts";
import { print, text } from "./styles/text.ts";

export interface Stylesheet {
  readonly source: string;
  readonly hash: string;
}

/** The first segment of its path on the site. */
export const stylesFolder = "~style";

const fixed = (base + text + print).trim();
/** Process-wide: a stylesheet depends only on its key. */
const cache = new Map<string, Stylesheet>();
const maxCachedStylesheets = 500;

export function stylesheetFor({ styling }: Pick<Customization, "styling">): Stylesheet {
  const { light, dark } = styling.primaryColor;
  const accent = { light: readable(light, "light"), dark: readable(dark, "dark") };
  const corner = { straight: "0", rounded: ".5rem", circular: "1rem" }[styling.corners];
  const variables = `:root{--accent:light-dark(${accent.light},${accent.dark});--on-accent:light-dark(${inkOn(accent.light)},${inkOn(accent.dark)});--corner:${corner}}`;
  const cached = cache.get(variables);
  if (cached) return cached;
  const source = `${fixed}\n${variables}\n`;
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 16);
  if (cache.size >= maxCachedStylesheets) cache.clear();
  cache.set(variables, { source, hash });
  return { source, hash };
}

export function buildStylesheet(view: SiteView): { readonly address: string } {
  const { hash } = stylesheetFor(view.look);
  return { address: view.buildHref(`/${stylesFolder}/${hash}.css`) };
}

/** The stylesheet of pages that do not belong to a site. */
export function defaultStyle(): Stylesheet {
  return stylesheetFor(withDefaults({}));
}

/** @param name the last segment of its URL */
export function styleNamed(name: string): Stylesheet | undefined {
  const hash = name.replace(/\.css$/, "");
  const fallback = defaultStyle();
  if (fallback.hash === hash) return fallback;
  return [...cache.values()].find((one) => one.hash === hash);
}
