/** Front matter of a Markdown file: page settings as YAML above the text. */
import { longestPageDescription } from "../../contract/limits.ts";
import { readYaml } from "../yaml.ts";

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
  const values = whole === "" ? undefined : objectIn(yaml);
  const body = values ? text.slice(whole.length) : text.replace(/^\uFEFF/, "");
  return { values: values ?? {}, body };
}

/** Whether a text starts with its title; checked without parsing the whole text. */
export function beginsWithTitle(body: string): boolean {
  return /^\s*(?:#[ \t]+\S|[^\s#>\-*+`|].*\r?\n=+[ \t]*(?:\r?\n|$))/.test(body);
}

function objectIn(yaml: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = readYaml(yaml) ?? {};
    // Through JSON, so that every value can be stored.
    return typeof value === "object" && !Array.isArray(value)
      ? JSON.parse(JSON.stringify(value))
      : undefined;
  } catch {
    return undefined;
  }
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
] as const;

export interface LayoutFile
  extends Partial<
    Record<(typeof layoutParts)[number], { visible?: boolean; size?: "hero" | "full" }>
  > {
  width?: "default" | "wide";
}

/** A layout with any other member remains in `frontMatter` unchanged. */
export function isLayout(value: unknown): value is LayoutFile {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, member]) => {
    if (name === "width") return member === "default" || member === "wide";
    if (!layoutParts.some((part) => part === name) || !isObject(member)) return false;
    return Object.entries(member).every(([inner, option]) =>
      inner === "visible"
        ? isFlag(option)
        : inner === "size" && name === "cover" && (option === "hero" || option === "full"),
    );
  });
}

export function isVariables(
  value: unknown,
): value is Readonly<Record<string, string | number | boolean>> {
  return (
    isObject(value) &&
    Object.values(value).every((one) => isText(one) || isNumber(one) || isFlag(one))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
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
  layout: [isObject, "an object of page parts, each with `visible`, and `width`"],
  vars: [isVariables, "an object with text, numbers, true or false as values"],
  cover: [isText, "a URL"],
  coverDark: [isText, "a URL"],
  coverY: [isNumber, "a number"],
  coverHeight: [isNumber, "a number"],
};

/** Settings with invalid values, each with the required form. */
export function ignoredSettings({
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
  return whole !== "" && /^[\w-]+[ \t]*:/m.test(yaml) && objectIn(yaml) === undefined;
}
