/** The front matter of a Markdown file: settings of the page as YAML, above its text. */
import { longestPageDescription } from "../../contract/limits.ts";
import { readYaml } from "../yaml.ts";

export interface Head {
  readonly values: Readonly<Record<string, unknown>>;
  /** The text below the settings, with the heading that is its title. */
  readonly body: string;
}

/** Its opening line, the settings and its closing line. */
export const fence = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?\r?\n)??(---[ \t]*(?:\r?\n|$))/;

/** Front matter that is not a YAML object is a part of the text. */
export function readHead(text: string): Head {
  const [whole = "", , yaml = ""] = fence.exec(text) ?? [];
  const values = whole === "" ? undefined : objectIn(yaml);
  const body = values ? text.slice(whole.length) : text.replace(/^\uFEFF/, "");
  return { values: values ?? {}, body };
}

/** Whether a text begins with its title; checked without parsing all of it. */
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

/** The parts of a layout; in a file, each is an object with `visible`. */
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

/** A layout with any other member stays in `frontMatter` unchanged. */
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

/** A longer one stays in the front matter, and is shown nowhere. */
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

/** The settings that a page knows, with what their values must be; others are kept and say nothing. */
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

/** Settings whose values are of no use, each with what the value must be. */
export function ignoredSettings({
  values,
}: Pick<Head, "values">): readonly (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const [isValid, means] = Object.hasOwn(settings, name) ? (settings[name] ?? []) : [];
    // An empty value says nothing, as none does.
    if (isValid === undefined || means === undefined || value === null || isValid(value)) return [];
    return [[name, means] as const];
  });
}

/** Whether a text begins like front matter that could not be read, which is then a part of the text. */
export function hasUnreadHead(text: string): boolean {
  const [whole = "", , yaml = ""] = fence.exec(text) ?? [];
  // Between two rules, a text without a name is a text.
  return whole !== "" && /^[\w-]+[ \t]*:/m.test(yaml) && objectIn(yaml) === undefined;
}
