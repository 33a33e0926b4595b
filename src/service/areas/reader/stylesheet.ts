/** The stylesheet of a site: one file, whose address changes with what is in it. */
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

/** The first part of its path on the site. */
export const stylesFolder = "~style";

const fixed = (base + text + print).trim();
/** Of the process: a style depends on nothing but its key. */
const known = new Map<string, Stylesheet>();
const mostKnown = 500;

export function stylesheetFor({ styling }: Pick<Customization, "styling">): Stylesheet {
  const { light, dark } = styling.primaryColor;
  const accent = { light: readable(light, "light"), dark: readable(dark, "dark") };
  const corner = { straight: "0", rounded: ".5rem", circular: "1rem" }[styling.corners];
  const own = `:root{--accent:light-dark(${accent.light},${accent.dark});--on-accent:light-dark(${inkOn(accent.light)},${inkOn(accent.dark)});--corner:${corner}}`;
  const made = known.get(own);
  if (made) return made;
  const source = `${fixed}\n${own}\n`;
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 16);
  if (known.size >= mostKnown) known.clear();
  known.set(own, { source, hash });
  return { source, hash };
}

export function buildStylesheet(view: SiteView): { readonly address: string } {
  const { hash } = stylesheetFor(view.look);
  return { address: view.buildHref(`/${stylesFolder}/${hash}.css`) };
}

/** What pages have that are of no site. */
export function defaultStyle(): Stylesheet {
  return stylesheetFor(withDefaults({}));
}

/** @param name the last part of its address */
export function styleNamed(name: string): Stylesheet | undefined {
  const hash = name.replace(/\.css$/, "");
  const fallback = defaultStyle();
  if (fallback.hash === hash) return fallback;
  return [...known.values()].find((one) => one.hash === hash);
}
