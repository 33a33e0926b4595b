/** Front matter of a Markdown file: page settings as YAML above the text. */
import { longestPageDescription } from "../../contract/limits.ts";
import { findOwn } from "../../json/own-members.ts";
import { readYaml, readYamlTexts } from "../yaml.ts";

export interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>;
  /** The text below the settings, with the heading that is the title. */
  readonly body: string;
}

/** Opening line, settings and closing line. */
export const fence = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?\r?\n)??(---[ \t]*(?:\r?\n|$))/;

/** Front matter that is not a YAML object is part of the text. */
export function readHead(text: string): FrontMatter {
  const [whole = "", , yaml = ""] = fence.exec(text) ?? [];
  const values = whole === "" ? undefined : findObject(yaml);
  const body = values ? text.slice(whole.length) : text.replace(/^\uFEFF/, "");
  return { values: values ?? {}, body };
}

/** Whether a text starts with its title; checked without parsing the whole text. */
export function beginsWithTitle(body: string): boolean {
  return /^\s*(?:#[ \t]+\S|[^\s#>\-*+`|].*\r?\n=+[ \t]*(?:\r?\n|$))/.test(body);
}

function findObject(yaml: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = readYaml(yaml) ?? {};
    // Through JSON, so that every value can be stored.
    return isObject(value) ? JSON.parse(JSON.stringify(withTexts(value, yaml))) : undefined;
  } catch {
    return undefined;
  }
}

/** Settings that are text, even if YAML reads them as another type. */
const textSettings: Readonly<Record<string, readonly string[]>> = {
  title: ["number", "boolean"],
  description: ["number", "boolean"],
  // A boolean means that there is one or none.
  icon: ["number"],
  emoji: ["number"],
};

/** Whether YAML has read a text as another type: `title: 2024`. */
function isMisread(name: string, value: unknown): boolean {
  return findOwn(textSettings, name)?.includes(typeof value) === true;
}

/** A setting that an earlier version has stored as a number, true or false. */
export function toSettingText(name: string, value: unknown): unknown {
  return isMisread(name, value) ? String(value) : value;
}

/** Whether an earlier version has stored a text setting as another type. */
export function hasMisreadText(values: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.entries(values).some(([name, value]) => isMisread(name, value));
}

/** Text settings and numbers of variables as they are written: the title `1.10` is not 1.1. */
function withTexts(
  values: Readonly<Record<string, unknown>>,
  yaml: string,
): Readonly<Record<string, unknown>> {
  const { vars } = values;
  const hasNumbers = isObject(vars) && Object.values(vars).some(isNumber);
  if (!hasMisreadText(values) && !hasNumbers) return values;
  const texts = readYamlTexts(yaml);
  const misread = Object.entries(values).filter(([name, value]) => isMisread(name, value));
  return {
    ...values,
    ...Object.fromEntries(misread.map(([name, value]) => [name, texts[name] ?? String(value)])),
    ...(hasNumbers && { vars: keepWrittenNumbers(vars, texts.vars) }),
  };
}

/** Parts of a layout; in a file, each is an object with `visible`. */
export const layoutParts = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
  "tags",
  "actions",
  "anchors",
] as const;

const coverSizes = ["hero", "full", "background"] as const;
const coverMasks = ["none", "radial"] as const;
const widths = ["default", "wide"] as const;

interface LayoutPart {
  visible?: boolean;
  /** Of the cover. */
  size?: (typeof coverSizes)[number];
  mask?: (typeof coverMasks)[number];
}

export interface LayoutFile extends Partial<Record<(typeof layoutParts)[number], LayoutPart>> {
  width?: (typeof widths)[number];
}

/**
 * The settings of a layout that have an effect, and the others, which remain in the file.
 * @returns undefined for a value that is not a layout
 */
export function splitLayout(
  value: unknown,
): { readonly layout: LayoutFile; readonly rest: Readonly<Record<string, unknown>> } | undefined {
  if (!isObject(value)) return undefined;
  const layout: LayoutFile = {};
  const rest: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const part = layoutParts.find((one) => one === name);
    const width = name === "width" ? widths.find((one) => one === member) : undefined;
    if (width !== undefined) layout.width = width;
    else if (part === undefined || !isObject(member)) rest[name] = member;
    else {
      const settings = readLayoutPart(part, member);
      if (Object.keys(settings).length > 0) layout[part] = settings;
      const others = Object.entries(member).filter(([option]) => !Object.hasOwn(settings, option));
      // An empty object has no effect, and is kept.
      const isEmpty = Object.keys(member).length === 0;
      if (others.length > 0 || isEmpty) rest[name] = Object.fromEntries(others);
    }
  }
  return { layout, rest };
}

/** Whether the settings with an effect have valid values; further settings have none. */
function isLayout(value: unknown): boolean {
  const rest = splitLayout(value)?.rest;
  if (!rest || rest.width !== undefined) return false;
  return layoutParts.every((name) => {
    const member = rest[name];
    return member === undefined || (isObject(member) && !Object.hasOwn(member, "visible"));
  });
}

function readLayoutPart(
  part: (typeof layoutParts)[number],
  member: Readonly<Record<string, unknown>>,
): LayoutPart {
  const isCover = part === "cover";
  const size = isCover ? coverSizes.find((one) => one === member.size) : undefined;
  const mask = isCover ? coverMasks.find((one) => one === member.mask) : undefined;
  return {
    ...(isFlag(member.visible) && { visible: member.visible }),
    ...(size !== undefined && { size }),
    ...(mask !== undefined && { mask }),
  };
}

/**
 * Numbers whose text is not that of their value, such as the version 1.10, are texts.
 * @param texts the same values as they are written
 */
export function keepWrittenNumbers(
  values: Readonly<Record<string, unknown>>,
  texts: unknown,
): Readonly<Record<string, unknown>> {
  const written = isObject(texts) ? texts : {};
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = written[name];
      return [name, isNumber(value) && isText(text) && text !== String(value) ? text : value];
    }),
  );
}

export function isVariables(
  value: unknown,
): value is Readonly<Record<string, string | number | boolean>> {
  return (
    isObject(value) &&
    Object.values(value).every((one) => isText(one) || isNumber(one) || isFlag(one))
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A longer one remains in the front matter and is not displayed. */
export function isDescription(value: unknown): value is string {
  return isText(value) && value.trim().length <= longestPageDescription;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Known page settings with the required form of their values; others are kept without effect. */
const settings: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  title: [isText, "text"],
  description: [isDescription, `text of at most ${longestPageDescription} characters`],
  icon: [isText, "text"],
  emoji: [isText, "text"],
  hidden: [isFlag, "true or false"],
  noIndex: [isFlag, "true or false"],
  noRobotsIndex: [isFlag, "true or false"],
  layout: [isLayout, "an object of page parts, each with `visible`, and `width`"],
  vars: [isVariables, "an object with text, numbers, true or false as values"],
  cover: [isText, "a URL"],
  coverDark: [isText, "a URL"],
  coverY: [isNumber, "a number"],
  coverHeight: [isNumber, "a number"],
};

/** Settings with invalid values, each with the required form. */
export function listIgnoredSettings({
  values,
}: Pick<FrontMatter, "values">): readonly (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const [isValid, means] = Object.hasOwn(settings, name) ? (settings[name] ?? []) : [];
    // An empty value has no effect.
    if (isValid === undefined || means === undefined || value === null || isValid(value)) return [];
    return [[name, means] as const];
  });
}

/** Whether a text starts like invalid front matter, which becomes part of the text. */
export function hasUnreadHead(text: string): boolean {
  const [whole = "", , yaml = ""] = fence.exec(text) ?? [];
  // Text between two rules that has no names is not front matter.
  return whole !== "" && /^[\w-]+[ \t]*:/m.test(yaml) && findObject(yaml) === undefined;
}
