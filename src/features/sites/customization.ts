/** Customization of a site or site space, by flags or a file. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { check } from "../../contract/check.ts";
import * as fonts from "../../contract/font.ts";
import { builtInFonts } from "../../contract/font-values.ts";
import * as contract from "../../contract/site-customization.ts";
import { dropNulls, mergeSettings } from "../../contract/site-customization-values.ts";
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asObjects, asText, isObject } from "../../json/values.ts";

type Flags = Partial<
  Record<
    | "title"
    | "theme"
    | "primaryColor"
    | "logo"
    | "logoDark"
    | "favicon"
    | "emoji"
    | "font"
    | "corners"
    | "mode"
    | "copyright",
    string | null
  >
> & { readonly file?: string };

interface CustomizedSite {
  readonly organizationId: string;
  readonly siteId: string;
}

interface CustomizedSpace extends CustomizedSite {
  readonly siteSpaceId: string;
}

const columns: readonly PrintedColumn[] = [
  { header: "TITLE", path: "title", as: "title" },
  { header: "THEME", path: "styling.theme" },
  { header: "PRIMARY COLOR", path: "styling.primaryColor.light" },
  { header: "DARK PRIMARY COLOR", path: "styling.primaryColor.dark" },
  { header: "LOGO", path: "header.logo.light", as: "address", wide: true },
  { header: "FONT", path: "styling.font" },
  { header: "DARK LOGO", path: "header.logo.dark", as: "address", wide: true },
  { header: "EMOJI", path: "favicon.emoji" },
  { header: "FAVICON", path: "favicon.icon.light", as: "address", wide: true },
  { header: "CORNERS", path: "styling.corners" },
  { header: "MODE", path: "themes.default" },
  { header: "COPYRIGHT", path: "footer.copyright", wide: true },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

/** The columns of each flag. */
const headersByFlag: Readonly<Record<string, readonly string[]>> = {
  title: ["TITLE"],
  theme: ["THEME"],
  primaryColor: ["PRIMARY COLOR", "DARK PRIMARY COLOR"],
  logo: ["LOGO"],
  logoDark: ["DARK LOGO"],
  favicon: ["FAVICON"],
  emoji: ["EMOJI"],
  font: ["FONT"],
  corners: ["CORNERS"],
  mode: ["MODE"],
  copyright: ["COPYRIGHT"],
};

/** The columns of the changed settings, for a person. */
function listChanged(flags: Flags): readonly PrintedColumn[] {
  const changed = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : (findOwn(headersByFlag, flag) ?? []),
  );
  return columns
    .filter(({ header }) => changed.includes(header))
    .map((column) => ({ ...column, nothing: "none" }));
}

export async function updateSite(
  context: Context,
  { organizationId, siteId, ...flags }: CustomizedSite & Flags,
): Promise<Result> {
  const of = { organizationId, siteId };
  const change = await withCustomFont(
    context,
    organizationId,
    await buildChange(context, flags, "site customization update"),
  );
  const { value } = await (await context.client({ lookup: true })).call(contract.get, of);
  const { updatedAt: _, ...current } = asObject(value);
  const merged = dropNulls(mergeSettings(current, change));
  await refuseFaults({ settings: contract.put.input.settings }, { settings: merged });
  const { settings } = await import("../../contract/site-customization.model.ts");
  const request = { ...of, settings: settings.parse(merged) };
  const record = asObject((await (await context.client()).call(contract.put, request)).value);
  return {
    done: `Changed the customization of ${siteId}.`,
    record,
    columns,
    brief: listChanged(flags),
  };
}

export async function updateSpace(
  context: Context,
  { organizationId, siteId, siteSpaceId, ...flags }: CustomizedSpace & Flags,
): Promise<Result> {
  const change = await buildChange(context, flags, "site space customization update");
  await refuseFaults({ overrides: contract.override.input.overrides }, { overrides: change });
  const { overrides } = await import("../../contract/site-customization.model.ts");
  const request = { organizationId, siteId, siteSpaceId, overrides: overrides.parse(change) };
  const record = asObject((await (await context.client()).call(contract.override, request)).value);
  return {
    done: `Changed the customization of the site space ${siteSpaceId}.`,
    record,
    columns,
    brief: listChanged(flags),
  };
}

/**
 * The change with the definition of a custom font in place of its family or id.
 * @throws UsageError if the organization has no such font
 */
async function withCustomFont(
  context: Context,
  organizationId: string,
  change: JsonObject,
): Promise<JsonObject> {
  const styling = asObject(change.styling);
  const name = styling.font;
  if (typeof name !== "string" || builtInFonts.some((one) => one === name)) return change;
  const { value } = await (await context.client({ lookup: true })).call(fonts.list, {
    organizationId,
  });
  const found = asObjects(asObject(value).items).filter(
    ({ id, fontFamily }) => id === name || asText(fontFamily).toLowerCase() === name.toLowerCase(),
  );
  const [first, second] = found;
  if (first === undefined || second !== undefined) {
    throw new UsageError(
      first === undefined
        ? `--font must be one of ${builtInFonts.join(", ")}, or a custom font. No custom font matches ${JSON.stringify(name)}.`
        : `${found.length} custom fonts have the family ${JSON.stringify(name)}. Specify the id of one.`,
      "tome org font list",
    );
  }
  const { permissions: _, ...definition } = first;
  return { ...change, styling: { ...styling, font: definition } };
}

/** @throws UsageError with the setting and the rule */
async function refuseFaults(
  fields: Parameters<typeof check>[0],
  input: Parameters<typeof check>[1],
): Promise<void> {
  const [fault] = await check(fields, input);
  if (fault === undefined) return;
  throw new UsageError(`${fault.path.slice(1).join(".")} ${fault.rule}. No changes were made.`);
}

/** Flags override the file. */
async function buildChange(context: Context, flags: Flags, line: string): Promise<JsonObject> {
  const { file, ...values } = flags;
  const help = `tome ${line} --help`;
  if (Object.values(flags).every((value) => value === undefined)) {
    throw new UsageError(
      `At least one setting is required, such as --logo, --primary-color or --file.`,
      help,
    );
  }
  const fromFile = file === undefined ? {} : await context.readDocument(file);
  if (!isObject(fromFile)) {
    throw new UsageError(`--file ${file} must contain an object with settings.`, help);
  }
  const { title, theme, primaryColor, logo, logoDark, favicon, emoji } = values;
  const { font, corners, mode, copyright } = values;
  if (typeof logoDark === "string" && typeof logo !== "string") {
    throw new UsageError("--logo-dark requires --logo.", help);
  }
  if (favicon !== undefined && emoji !== undefined) {
    throw new UsageError("Specify either --favicon or --emoji, not both.", help);
  }
  const styling = toDefiniteSettings({
    theme,
    primaryColor: typeof primaryColor === "string" ? parseColors(primaryColor, help) : primaryColor,
    font,
    corners,
  });
  const header = toDefiniteSettings({
    logo: typeof logo === "string" ? { light: logo, dark: logoDark ?? logo } : logo,
  });
  const icon = typeof favicon === "string" ? { icon: { light: favicon, dark: favicon } } : favicon;
  const fromFlags = toDefiniteSettings({
    title,
    favicon: typeof emoji === "string" ? { emoji } : icon === undefined ? emoji : icon,
    ...(Object.keys(styling).length > 0 && { styling }),
    ...(Object.keys(header).length > 0 && { header }),
    ...(mode !== undefined && { themes: { default: mode } }),
    ...(copyright !== undefined && { footer: { copyright } }),
  });
  return mergeSettings(fromFile, fromFlags);
}

type SettingValues = Readonly<Record<string, JsonObject[string] | undefined>>;

function toDefiniteSettings(values: SettingValues): JsonObject {
  const settings: Record<string, JsonObject[string]> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

/** `#346ddb`, or two colors for light and dark mode. */
function parseColors(word: string, help: string): JsonObject {
  const [light = "", dark = light, ...more] = word.split(",");
  if (more.length === 0) return { light, dark };
  throw new UsageError("--primary-color must be one color, or two separated by a comma.", help);
}
