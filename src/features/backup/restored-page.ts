/** What a page of a backup is to be after its restore: as a change that is sent, and for the comparison. */
import type { JsonObject } from "../../context.ts";
import type { ContentChange } from "../../contract/cr-content.model.ts";
import { longestPageDescription, outputLimits } from "../../contract/limits.ts";
import { Budget, BudgetExceeded, OutputTooLarge } from "../../json/budget.ts";
import { canonicalText } from "../../json/canonical.ts";
import {
  isList,
  isObject,
  type JsonValue,
  objectIn,
  objectsIn,
  textIn,
} from "../../json/values.ts";
import { type Rewriting, rewriteReference, rewriteReferences } from "./new-ids.ts";
import type { LocatedPage } from "./space-content.ts";

type InsertPage = Extract<ContentChange, { operation: "insert_page" }>;
export type Attributes = Pick<
  InsertPage,
  "title" | "description" | "slug" | "emoji" | "icon" | "hidden" | "noIndex" | "noRobotsIndex"
>;

const longestTitle = 255;

/** @returns each attribute that an edit can set, the empty ones as what removes them */
export function buildAttributes(page: JsonObject): Required<Attributes> {
  const { hidden, noIndex, noRobotsIndex } = page;
  return {
    title: textIn(page.title).slice(0, longestTitle) || "Untitled",
    description: textIn(page.description).slice(0, longestPageDescription),
    slug: textIn(page.slug),
    emoji: textIn(page.emoji),
    icon: textIn(page.icon),
    hidden: hidden === true,
    noIndex: noIndex === true,
    noRobotsIndex: noRobotsIndex === true,
  };
}

/** Those that are not empty, as a new page needs no others. */
export async function attributesToInsert({ page, type }: LocatedPage): Promise<Attributes> {
  const given = Object.entries({ ...buildAttributes(page), ...(await ownSlug(page, type)) });
  return Object.fromEntries(given.filter(([, value]) => value !== "" && value !== false));
}

/** What had no part in the path gets one as a page, which is not that of the page beside it. */
async function ownSlug(page: JsonObject, type: string): Promise<Pick<Attributes, "slug">> {
  if (type === "document" || type === "group") return {};
  const { slugFrom } = await import("../../document/slugs.ts");
  return { slug: `${slugFrom(textIn(page.title)).slice(0, 80)}-${type}` };
}

/**
 * The settings that only front matter can set: layout, cover and variables.
 * @returns a text without a body; undefined if the page has no such settings
 */
export async function findFrontMatter(
  page: JsonObject,
  rewriting: Rewriting,
): Promise<string | undefined> {
  const layout = await layoutFile(objectIn(page.layout));
  const { ref, refDark, yPos, height } = objectIn(page.cover);
  const address = (value: JsonValue | undefined) =>
    isObject(value) ? toReferenceText(value, rewriting) : undefined;
  const [cover, coverDark] = [address(ref), address(refDark)];
  const vars = objectIn(page.variables);
  const values = {
    ...(Object.keys(layout).length > 0 && { layout }),
    ...(Object.keys(vars).length > 0 && { vars }),
    ...(cover !== undefined && {
      cover,
      ...(coverDark !== undefined && { coverDark }),
      coverY: yPos ?? 0,
      ...(height !== undefined && { coverHeight: height }),
    }),
  };
  if (Object.keys(values).length === 0) return undefined;
  const { writeYaml } = await import("../../document/yaml.ts");
  return `---\n${writeYaml(values)}---\n`;
}

/** Only what differs from the layout that a new page has. */
async function layoutFile(layout: JsonObject): Promise<JsonObject> {
  const { layoutParts } = await import("../../document/repository/head.ts");
  const file: Record<string, JsonValue> = {};
  if (layout.width === "wide") file.width = "wide";
  for (const part of layoutParts) if (layout[part] === false) file[part] = { visible: false };
  if (layout.coverSize === "full") file.cover = { ...objectIn(file.cover), size: "full" };
  return file;
}

function toReferenceText(ref: JsonObject, rewriting: Rewriting): string | undefined {
  return rewriting.findNewUrl(rewriteReference(ref, rewriting));
}

/** Looks a reusable content up that the restored space will not have: the blocks of its text. */
export type Included = (space: string, id: string) => Promise<readonly JsonValue[] | undefined>;

/** Reusable contents in reusable contents are followed so far. */
const deepestInclude = 8;

/** The text of a restored page; undefined for a page that has none. */
export async function restoredDocument(
  { page, type }: LocatedPage,
  document: JsonObject | undefined,
  rewriting: Rewriting,
  included: Included,
): Promise<JsonObject | undefined> {
  if (type === "link") return linkDocument(page, rewriting);
  if (document === undefined || objectsIn(document.nodes).length === 0) return undefined;
  const budget = new Budget(outputLimits.restoredPage);
  try {
    const whole = await withIncluded(document, rewriting.space, { included, budget, depth: 0 });
    return objectIn(rewriteReferences(whole, rewriting));
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    const title = textIn(page.title);
    throw new OutputTooLarge(
      error.exceeded,
      `The page "${title}" cannot be restored: ${error.message}`,
    );
  }
}

/** Inputs of an inclusion beside the text. */
interface Including {
  readonly included: Included;
  readonly budget: Budget;
  readonly depth: number;
}

async function withIncluded(
  value: JsonValue,
  space: string,
  including: Including,
): Promise<JsonValue> {
  if (isList(value)) {
    const parts: JsonValue[] = [];
    for (const one of value) {
      const whole = await includedIn(one, space, including);
      if (whole === undefined) parts.push(await withIncluded(one, space, including));
      else for (const node of whole) parts.push(node);
    }
    return parts;
  }
  including.budget.drawNodes();
  if (!isObject(value)) return value;
  const { nodes, fragments } = value;
  if (nodes === undefined && fragments === undefined) return value;
  return {
    ...value,
    ...(nodes !== undefined && { nodes: await withIncluded(nodes, space, including) }),
    ...(fragments !== undefined && {
      fragments: await withIncluded(fragments, space, including),
    }),
  };
}

/** @returns undefined unless it is a reusable content that is looked up */
async function includedIn(
  node: JsonValue,
  space: string,
  including: Including,
): Promise<readonly JsonValue[] | undefined> {
  const { included, budget, depth } = including;
  if (!isObject(node) || node.type !== "reusable-content" || depth > deepestInclude)
    return undefined;
  const ref = objectIn(objectIn(node.data).ref);
  const home = textIn(ref.space) || space;
  const nodes = await included(home, textIn(ref.reusableContent));
  if (nodes === undefined) return undefined;
  budget.drawNodes(countObjects(nodes));
  const own = home === space ? nodes : nodes.map((one) => from(one, home));
  const whole = await withIncluded(withoutKeys(own), space, { ...including, depth: depth + 1 });
  return isList(whole) ? whole : [];
}

function countObjects(value: JsonValue): number {
  if (isList(value)) return value.reduce((sum: number, one) => sum + countObjects(one), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + countObjects(one), 1);
}

/** References of another space say so. */
function from(value: JsonValue, space: string): JsonValue {
  if (isList(value)) return value.map((one) => from(one, space));
  if (!isObject(value)) return value;
  const { kind } = value;
  const isWithin =
    kind === "page" ||
    kind === "file" ||
    kind === "reusable-content" ||
    (kind === "anchor" && value.page !== undefined);
  if (isWithin) return { space, ...value };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, from(one, space)]));
}

/** Keys name blocks in one text alone. */
export function withoutKeys(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutKeys);
  if (!isObject(value)) return value;
  const { key, ...rest } = value;
  const kept = typeof value.object === "string" ? rest : value;
  return Object.fromEntries(Object.entries(kept).map(([name, one]) => [name, withoutKeys(one)]));
}

/** No operation makes a link in the table of contents, so its place is taken by a page with the link. */
function linkDocument(page: JsonObject, rewriting: Rewriting): JsonObject {
  const words = [{ object: "leaf", text: textIn(page.title), marks: [] }];
  const text = { object: "text", leaves: words };
  const ref = rewriteReference(objectIn(page.target), rewriting);
  const link = { object: "inline", type: "link", data: { ref }, nodes: [text] };
  const paragraph = { object: "block", type: "paragraph", nodes: [link] };
  return { object: "document", data: { schemaVersion: 1 }, nodes: [paragraph] };
}

/** Two texts with the same references are the same if this is; the platform names blocks anew. */
export function comparable(document: JsonValue | undefined): string {
  const { nodes = [] } = objectIn(document);
  return canonicalText(withoutKeys(nodes));
}

/**
 * Whether a text is as it was wanted. An address that leads to a page or file of the space may have
 * become a reference to it, as the platform does that with what is written.
 */
export function isSameText(wanted: JsonValue | undefined, is: JsonValue | undefined): boolean {
  return isSamePart(
    withoutKeys(objectIn(wanted).nodes ?? []),
    withoutKeys(objectIn(is).nodes ?? []),
  );
}

function isSamePart(wanted: JsonValue, is: JsonValue): boolean {
  if (isList(wanted)) {
    if (!isList(is) || is.length !== wanted.length) return false;
    return wanted.every((one, at) => isSamePart(one, is[at] ?? null));
  }
  if (!isObject(wanted)) return canonicalText(wanted) === canonicalText(is);
  if (!isObject(is)) return false;
  if (isRelative(wanted) && ["page", "anchor", "file"].includes(textIn(is.kind))) return true;
  if (isRelative(wanted) && isRelative(is) && textIn(is.url).startsWith("/files/")) return true;
  const names = new Set([...Object.keys(wanted), ...Object.keys(is)]);
  return [...names].every((name) => isSamePart(wanted[name] ?? null, is[name] ?? null));
}

function isRelative({ kind, url }: JsonObject): boolean {
  return kind === "url" && typeof url === "string" && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/** The settings of a page that are compared, by their names, each as a text. */
export function toPageSettings(
  page: JsonObject,
  rewriting?: Rewriting,
): Readonly<Record<string, string>> {
  const { cover, layout, variables } = page;
  const read = (value: JsonValue | undefined) =>
    canonicalText(
      rewriting === undefined || value === undefined ? value : rewriteReferences(value, rewriting),
    );
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(buildAttributes(page))) settings[name] = String(value);
  return { ...settings, cover: read(cover), layout: read(layout), variables: read(variables) };
}
