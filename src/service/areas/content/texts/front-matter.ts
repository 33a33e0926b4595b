/** Front matter of a Markdown file: page settings as YAML, and the title. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import {
  fence,
  isDescription,
  isFlag,
  isNumber,
  isObject,
  isText,
  isVariables,
  type LayoutFile,
  layoutParts,
  readHead,
  splitLayout,
  toSettingText,
} from "../../../../document/repository/front-matter.ts";
import { changeYaml, writeYaml } from "../../../../document/yaml.ts";
import type { JsonObject } from "../../../../json/values.ts";
import { type ContentPage, isSameValue, type PageLayout } from "../tree/tree.ts";

/** The fields of a page that front matter can set. */
export type HeadFields = Pick<
  ContentPage,
  | "description"
  | "icon"
  | "emoji"
  | "hidden"
  | "noIndex"
  | "noRobotsIndex"
  | "layout"
  | "variables"
  | "cover"
  | "frontMatter"
>;

/** Reads and writes the URLs of covers. */
export interface Addresses {
  readonly read: (address: string) => ContentReference;
  readonly write: (ref: ContentReference) => string;
}

const flags = ["hidden", "noIndex", "noRobotsIndex"] as const;
const texts = ["description", "icon", "emoji"] as const;

/** @param isTitled whether the page already has a title; otherwise the settings provide it */
export function readHeadFields(
  values: Readonly<Record<string, unknown>>,
  { read }: Pick<Addresses, "read">,
  isTitled: boolean,
): { readonly fields: HeadFields; readonly title?: string } {
  const rest: Record<string, unknown> = { ...values };
  const fields: { -readonly [K in keyof HeadFields]: HeadFields[K] } = {};
  const take = <T>(name: string, is: (value: unknown) => value is T): T | undefined => {
    const value = rest[name];
    if (!is(value)) return undefined;
    delete rest[name];
    return value;
  };
  for (const name of texts) {
    const value = take(name, name === "description" ? isDescription : isText);
    if (value !== undefined) fields[name] = value.trim();
  }
  for (const name of flags) {
    const value = take(name, isFlag);
    if (value !== undefined) fields[name] = value;
  }
  const split = splitLayout(take("layout", isObject));
  if (split) {
    if (Object.keys(split.layout).length > 0) fields.layout = fromLayoutFile(split.layout);
    if (Object.keys(split.rest).length > 0) rest.layout = split.rest;
  }
  const variables = take("vars", isVariables);
  if (variables) fields.variables = variables;
  const cover = take("cover", isText);
  if (cover !== undefined) {
    const dark = take("coverDark", isText);
    const height = take("coverHeight", isNumber);
    fields.cover = {
      ref: read(cover.trim()),
      ...(dark !== undefined && { refDark: read(dark.trim()) }),
      yPos: take("coverY", isNumber) ?? 0,
      ...(height !== undefined && { height }),
    };
  }
  const title = isTitled ? undefined : take("title", isText);
  if (Object.keys(rest).length > 0) fields.frontMatter = rest as JsonObject;
  return { fields, ...(title !== undefined && { title: title.trim() }) };
}

/** Whether two pages have the same front matter. */
export function isSameHead(
  one: HeadFields,
  other: HeadFields,
  addresses: Pick<Addresses, "write">,
) {
  return isSameValue(collectHeadValues(one, addresses), collectHeadValues(other, addresses));
}

/** @returns the front matter; empty if the page has no settings */
export function writeHead(page: HeadFields, { write }: Pick<Addresses, "write">): string {
  const values = collectHeadValues(page, { write });
  return Object.keys(values).length === 0 ? "" : `---\n${writeYaml(values)}---\n\n`;
}

/**
 * Writes the settings of a page over an existing text, preserving the formatting of unchanged
 * settings.
 * @param text as `readHead` accepts it
 * @param title the title of a page whose text contains it
 * @returns the part before the body of the new text
 */
export function rewriteHead(
  text: string,
  before: HeadFields,
  page: HeadFields,
  { write }: Pick<Addresses, "write">,
  title?: string,
): string {
  const [oldValues, is] = [
    collectHeadValues(before, { write }),
    collectHeadValues(page, { write }),
  ];
  const changes = new Map<string, unknown>(title === undefined ? [] : [["title", title]]);
  for (const name of new Set([...Object.keys(oldValues), ...Object.keys(is)])) {
    if (!isSameValue(oldValues[name], is[name])) changes.set(name, is[name]);
  }
  const { body } = readHead(text);
  const head = text.slice(0, text.length - body.length);
  if (changes.size === 0) return head;
  const whole =
    title === undefined ? page : { ...page, frontMatter: { title, ...page.frontMatter } };
  const [, start = "", yaml = "", end = ""] = fence.exec(head) ?? [];
  if (start === "") return writeHead(whole, { write });
  const eol = start.includes("\r") ? "\r\n" : "\n";
  const changed = changeYaml(yaml.replaceAll("\r\n", "\n"), changes);
  if (changed === undefined) return writeHead(whole, { write });
  if (changed.trim() === "") return "";
  return `${start}${changed.replaceAll("\n", eol)}${end}`;
}

function collectHeadValues(page: HeadFields, { write }: Pick<Addresses, "write">) {
  const { cover, layout, variables, frontMatter } = page;
  const values: Record<string, unknown> = {};
  for (const name of texts) if (page[name]) values[name] = page[name];
  for (const name of flags) if (page[name] !== undefined) values[name] = page[name];
  if (cover?.ref) {
    values.cover = write(cover.ref);
    if (cover.refDark) values.coverDark = write(cover.refDark);
    values.coverY = cover.yPos;
    if (cover.height !== undefined) values.coverHeight = cover.height;
  }
  const { layout: otherLayout, ...otherValues } = frontMatter ?? {};
  const layoutFile = joinLayouts(layout ? toLayoutFile(layout) : {}, otherLayout);
  if (layoutFile !== undefined) values.layout = layoutFile;
  if (variables && Object.keys(variables).length > 0) values.vars = variables;
  for (const [name, value] of Object.entries(otherValues)) {
    values[name] ??= toSettingText(name, value);
  }
  return values;
}

function fromLayoutFile({ width, ...rest }: LayoutFile): PageLayout {
  const layout: Record<string, unknown> = width === undefined ? {} : { width };
  for (const part of layoutParts) {
    const { visible } = rest[part] ?? {};
    if (visible !== undefined) layout[part] = visible;
  }
  if (rest.cover?.size !== undefined) layout.coverSize = rest.cover.size;
  if (rest.cover?.mask !== undefined) layout.coverMask = rest.cover.mask;
  return layout;
}

function toLayoutFile(layout: PageLayout): LayoutFile {
  const file: LayoutFile = {};
  if (layout.width !== undefined) file.width = layout.width;
  for (const part of layoutParts) {
    const visible = layout[part];
    if (visible !== undefined) file[part] = { visible };
  }
  const { coverSize, coverMask } = layout;
  if (coverSize !== undefined) file.cover = { ...file.cover, size: coverSize };
  if (coverMask !== undefined) file.cover = { ...file.cover, mask: coverMask };
  return file;
}

/** @param other settings without an effect; @returns undefined if there are none at all */
function joinLayouts(layout: LayoutFile, other: unknown): unknown {
  if (!isObject(other)) return Object.keys(layout).length === 0 ? other : layout;
  const joined: Record<string, unknown> = { ...layout };
  for (const [name, value] of Object.entries(other)) {
    const own = joined[name];
    joined[name] = isObject(own) && isObject(value) ? { ...own, ...value } : (own ?? value);
  }
  return joined;
}
