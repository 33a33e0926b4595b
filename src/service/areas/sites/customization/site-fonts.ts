/**
 * Custom fonts in customizations. A customization contains the definition of a font; that of a font of
 * the organization is replaced by the current one, and others have no effect.
 */
import type {
  CustomizationSettings,
  Overrides,
} from "../../../../contract/site-customization.model.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import { type CustomFont, presentDefinition, readFonts } from "./font-rows.ts";

/** A built-in font by its name, or a definition. */
export type FontValue =
  | string
  | { readonly id: string; readonly custom: boolean }
  | null
  | undefined;
type FontStyling = { readonly [Name in (typeof fontSettings)[number]]?: FontValue };

const fontSettings = ["font", "headingFont", "monospaceFont"] as const;

/** The fonts of the organization that customizations use, by id. */
export type SiteFonts = ReadonlyMap<string, CustomFont>;

// Process-wide: it stays empty.
const noFonts: SiteFonts = new Map();

/** Queries only if a customization contains a custom font. */
export async function readSiteFonts(
  db: Queries,
  organizationId: string,
  stylings: readonly (FontStyling | undefined)[],
): Promise<SiteFonts> {
  const ids = new Set(stylings.flatMap(listFontIds));
  if (ids.size === 0) return noFonts;
  const fonts = await readFonts(db, organizationId);
  return new Map(fonts.filter(({ id }) => ids.has(id)).map((font) => [font.id, font]));
}

function listFontIds(styling: FontStyling | undefined): string[] {
  return fontSettings.flatMap((name) => {
    const id = getFontId(styling?.[name]);
    return id === undefined ? [] : [id];
  });
}

function getFontId(font: FontValue): string | undefined {
  return typeof font === "object" && font?.custom ? font.id : undefined;
}

/** The custom font of a setting; undefined for other fonts. */
export function findSiteFont(fonts: SiteFonts, font: FontValue): CustomFont | undefined {
  return fonts.get(getFontId(font) ?? "");
}

/** The settings with the current definitions of the fonts. */
export function withCurrentFonts<T extends { readonly styling: FontStyling }>(
  settings: T,
  fonts: SiteFonts,
  base: string,
): T {
  if (fonts.size === 0) return settings;
  const current = fontSettings.flatMap((name) => {
    const font = findSiteFont(fonts, settings.styling[name]);
    return font ? [[name, presentDefinition(font, base)]] : [];
  });
  if (current.length === 0) return settings;
  return { ...settings, styling: { ...settings.styling, ...Object.fromEntries(current) } };
}

/**
 * Settings of a request with the ids of the organization's own fonts. A font with another id stands for
 * the organization's font of the same family, so that settings of another organization can be applied.
 */
export async function resolveFonts<T extends CustomizationSettings>(
  { db, note }: Pick<Call, "db" | "note">,
  organizationId: string,
  settings: T,
): Promise<T> {
  const { styling } = settings;
  if (styling === undefined || listFontIds(styling).length === 0) return settings;
  const fonts = await readFonts(db, organizationId);
  const resolved = fontSettings.flatMap((name) => {
    const font = styling[name];
    if (typeof font !== "object" || font === null || !font.custom) return [];
    const own =
      fonts.find(({ id }) => id === font.id) ??
      fonts.find(({ family }) => family === font.fontFamily);
    if (own) return [[name, { ...font, id: own.id }]];
    note?.(
      `The organization has no custom font "${font.fontFamily}", so styling.${name} has no effect. To create it: tome org font create`,
    );
    return [];
  });
  if (resolved.length === 0) return settings;
  return { ...settings, styling: { ...styling, ...Object.fromEntries(resolved) } };
}

/** Removes a font from all customizations of an organization, which return to the default font. */
export async function removeFromCustomizations(
  db: Queries,
  organizationId: string,
  fontId: string,
): Promise<void> {
  const rows = await db
    .selectFrom("site_customizations")
    .innerJoin("sites", "sites.id", "site_customizations.site_id")
    .select(["site_customizations.id", "site_customizations.settings"])
    .where("sites.organization_id", "=", organizationId)
    .where("site_customizations.settings", "like", `%${fontId}%`)
    .execute();
  for (const { id, settings } of rows) {
    const { styling = {}, ...others }: CustomizationSettings | Overrides = JSON.parse(settings);
    const kept = Object.entries(styling).filter(
      ([, value]) => !(typeof value === "object" && value !== null && isFont(value, fontId)),
    );
    await db
      .updateTable("site_customizations")
      .set({ settings: JSON.stringify({ ...others, styling: Object.fromEntries(kept) }) })
      .where("id", "=", id)
      .execute();
  }
}

function isFont(value: object, fontId: string): boolean {
  return "custom" in value && value.custom === true && "id" in value && value.id === fontId;
}
