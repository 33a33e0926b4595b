/** The stylesheet of a site, whose URL contains the hash of its content. */
import { createHash } from "node:crypto";
import type { Customization } from "../../../../contract/site-customization.model.ts";
import { withDefaults } from "../../sites/customization/customization-defaults.ts";
import type { SiteFonts } from "../../sites/customization/site-fonts.ts";
import type { SiteView } from "../site-view.ts";
import { base } from "./base.ts";
import { writeFonts } from "./fonts.ts";
import { print, text } from "./text.ts";

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

export function createStylesheet(
  { styling }: Pick<Customization, "styling">,
  siteFonts: SiteFonts = new Map(),
): Stylesheet {
  const { light, dark } = styling.primaryColor;
  const accent = { light: toReadableColor(light, "light"), dark: toReadableColor(dark, "dark") };
  const corner = { straight: "0", rounded: ".5rem", circular: "1rem" }[styling.corners];
  const fonts = writeFonts(styling, siteFonts);
  const variables = `${fonts.faces}:root{--accent:light-dark(${accent.light},${accent.dark});--on-accent:light-dark(${pickTextColor(accent.light)},${pickTextColor(accent.dark)});--corner:${corner}${fonts.variables}}${fonts.rules}`;
  const cached = cache.get(variables);
  if (cached) return cached;
  const source = `${fixed}\n${variables}\n`;
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 16);
  if (cache.size >= maxCachedStylesheets) cache.clear();
  cache.set(variables, { source, hash });
  return { source, hash };
}

export function buildStylesheet(view: SiteView): { readonly address: string } {
  const { hash } = createStylesheet(view.look, view.fonts);
  return { address: view.buildHref(`/${stylesFolder}/${hash}.css`) };
}

/** The stylesheet of pages that do not belong to a site. */
export function getDefaultStylesheet(): Stylesheet {
  return createStylesheet(withDefaults({}));
}

/** @param name the last segment of its URL */
export function findStylesheet(name: string): Stylesheet | undefined {
  const hash = name.replace(/\.css$/, "");
  const fallback = getDefaultStylesheet();
  if (fallback.hash === hash) return fallback;
  return [...cache.values()].find((one) => one.hash === hash);
}

type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, level AA, requires 4.5 for text of any size. The margin allows for tinted backgrounds. */
const minContrast = 4.9;

const backgrounds = { light: "#f6f7f9", dark: "#1d2027" } as const;

/**
 * @param color `#rgb` or `#rrggbb`
 * @param on the theme whose background is used
 * @returns the color, or the nearest color towards black or white with enough contrast
 */
function toReadableColor(color: string, on: keyof typeof backgrounds): string {
  const background = toRgb(backgrounds[on]);
  const goal: Rgb = on === "light" ? [0, 0, 0] : [255, 255, 255];
  const start = toRgb(color);
  for (let step = 0; step <= 20; step++) {
    const mixed = mix(start, goal, step / 20);
    if (computeContrast(mixed, background) >= minContrast) return toHex(mixed);
  }
  return toHex(goal);
}

/** The text color with the higher contrast on a background: black or white. */
function pickTextColor(color: string): string {
  const background = toRgb(color);
  return computeContrast([255, 255, 255], background) >= computeContrast([0, 0, 0], background)
    ? "#fff"
    : "#000";
}

function toRgb(color: string): Rgb {
  const digits = color.slice(1);
  const hex = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) || 0;
  return [part(0), part(2), part(4)];
}

function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function mix([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb {
  return [r + (toR - r) * share, g + (toG - g) * share, b + (toB - b) * share];
}

function computeContrast(one: Rgb, other: Rgb): number {
  const [more = 0, less = 0] = [computeLuminance(one), computeLuminance(other)].sort(
    (a, b) => b - a,
  );
  return (more + 0.05) / (less + 0.05);
}

/** Relative luminance as defined by WCAG. */
function computeLuminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
