/** Expected content of a restored page, for the edit and for the comparison afterwards. */
import type { JsonObject } from "../../../context.ts";
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { longestPageDescription, outputLimits } from "../../../contract/limits.ts";
import { Budget, BudgetExceededError, OutputTooLarge } from "../../../json/budget.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import {
  asObject,
  asObjects,
  asText,
  isList,
  isObject,
  type JsonValue,
} from "../../../json/values.ts";
import type { BackupPage } from "../space-content.ts";
import { type ReferenceRewrite, rewriteReference, rewriteReferences } from "./new-ids.ts";

type RestoredPageInsert = Extract<ContentChange, { operation: "insert_page" }>;
export type RestoredPageAttributes = Pick<
  RestoredPageInsert,
  "title" | "description" | "slug" | "emoji" | "icon" | "hidden" | "noIndex" | "noRobotsIndex"
>;

const maximumTitleLength = 255;

/** @returns all attributes that an edit can set; empty values remove an attribute */
export function buildAttributes(page: JsonObject): Required<RestoredPageAttributes> {
  const { hidden, noIndex, noRobotsIndex } = page;
  return {
    title: asText(page.title).slice(0, maximumTitleLength) || "Untitled",
    description: asText(page.description).slice(0, longestPageDescription),
    slug: asText(page.slug),
    emoji: asText(page.emoji),
    icon: asText(page.icon),
    hidden: hidden === true,
    noIndex: noIndex === true,
    noRobotsIndex: noRobotsIndex === true,
  };
}

/** The non-empty attributes, which suffice for a new page. */
export async function loadPageAttributes({
  page,
  type,
}: BackupPage): Promise<RestoredPageAttributes> {
  const entries = Object.entries({
    ...buildAttributes(page),
    ...(await createOwnSlug(page, type)),
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== "" && value !== false));
}

/** A link or computed page has no slug, so its replacement gets one that does not collide with a sibling. */
async function createOwnSlug(
  page: JsonObject,
  type: string,
): Promise<Pick<RestoredPageAttributes, "slug">> {
  if (type === "document" || type === "group") return {};
  const { toSlug } = await import("../../../document/slugs.ts");
  return { slug: `${toSlug(asText(page.title)).slice(0, 80)}-${type}` };
}

/**
 * Front matter with the settings that an edit cannot set: layout, cover and variables.
 * @returns Markdown without a body; undefined if the page has no such settings
 */
export async function findFrontMatter(
  page: JsonObject,
  rewriting: ReferenceRewrite,
): Promise<string | undefined> {
  const layout = await buildLayoutFile(asObject(page.layout));
  const { ref, refDark, yPos, height } = asObject(page.cover);
  const getUrl = (value: JsonValue | undefined) =>
    isObject(value) ? toReferenceText(value, rewriting) : undefined;
  const [cover, coverDark] = [getUrl(ref), getUrl(refDark)];
  const vars = asObject(page.variables);
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
  const { writeYaml } = await import("../../../document/yaml.ts");
  return `---\n${writeYaml(values)}---\n`;
}

/** The differences from the layout of a new page. */
async function buildLayoutFile(layout: JsonObject): Promise<JsonObject> {
  const { layoutParts } = await import("../../../document/repository/front-matter.ts");
  const file: Record<string, JsonValue> = {};
  if (layout.width === "wide") file.width = "wide";
  for (const part of layoutParts) if (layout[part] === false) file[part] = { visible: false };
  if (layout.coverSize === "full") file.cover = { ...asObject(file.cover), size: "full" };
  return file;
}

function toReferenceText(ref: JsonObject, rewriting: ReferenceRewrite): string | undefined {
  return rewriting.findNewUrl(rewriteReference(ref, rewriting));
}

/** Looks up the blocks of a reusable content that the restored space will not have. */
export type FindInclusion = (
  space: string,
  id: string,
) => Promise<readonly JsonValue[] | undefined>;

/** The maximum nesting of reusable contents. */
const maximumIncludeDepth = 8;

/** The document of a restored page; undefined for a page without one. */
export async function buildRestoredDocument(
  { page, type }: BackupPage,
  document: JsonObject | undefined,
  rewriting: ReferenceRewrite,
  included: FindInclusion,
): Promise<JsonObject | undefined> {
  if (type === "link") return linkDocument(page, rewriting);
  if (document === undefined || asObjects(document.nodes).length === 0) return undefined;
  const budget = new Budget(outputLimits.restoredPage);
  try {
    const whole = await withIncluded(document, rewriting.space, { included, budget, depth: 0 });
    return asObject(rewriteReferences(whole, rewriting));
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    const title = asText(page.title);
    throw new OutputTooLarge(
      error.exceeded,
      `The page "${title}" cannot be restored: ${error.message}`,
    );
  }
}

/** Context of the expansion of reusable contents. */
interface InclusionContext {
  readonly included: FindInclusion;
  readonly budget: Budget;
  readonly depth: number;
}

async function withIncluded(
  value: JsonValue,
  space: string,
  including: InclusionContext,
): Promise<JsonValue> {
  if (isList(value)) {
    const parts: JsonValue[] = [];
    for (const one of value) {
      const whole = await resolveInclusion(one, space, including);
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

/** @returns undefined unless the node is a reusable content to expand */
async function resolveInclusion(
  node: JsonValue,
  space: string,
  including: InclusionContext,
): Promise<readonly JsonValue[] | undefined> {
  const { included, budget, depth } = including;
  if (!isObject(node) || node.type !== "reusable-content" || depth > maximumIncludeDepth)
    return undefined;
  const ref = asObject(asObject(node.data).ref);
  const home = asText(ref.space) || space;
  const nodes = await included(home, asText(ref.reusableContent));
  if (nodes === undefined) return undefined;
  budget.drawNodes(countObjects(nodes));
  const blocks = home === space ? nodes : nodes.map((one) => from(one, home));
  const whole = await withIncluded(withoutKeys(blocks), space, { ...including, depth: depth + 1 });
  return isList(whole) ? whole : [];
}

function countObjects(value: JsonValue): number {
  if (isList(value)) return value.reduce((sum: number, one) => sum + countObjects(one), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + countObjects(one), 1);
}

/** Adds the space to references in content of another space. */
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

/** Removes block keys, which are valid only in their own document. */
export function withoutKeys(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutKeys);
  if (!isObject(value)) return value;
  const { key, ...rest } = value;
  const members = typeof value.object === "string" ? rest : value;
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, withoutKeys(one)]));
}

/** The API cannot create a link in the table of contents, so a page with the link replaces it. */
function linkDocument(page: JsonObject, rewriting: ReferenceRewrite): JsonObject {
  const words = [{ object: "leaf", text: asText(page.title), marks: [] }];
  const text = { object: "text", leaves: words };
  const ref = rewriteReference(asObject(page.target), rewriting);
  const link = { object: "inline", type: "link", data: { ref }, nodes: [text] };
  const paragraph = { object: "block", type: "paragraph", nodes: [link] };
  return { object: "document", data: { schemaVersion: 1 }, nodes: [paragraph] };
}

/** Canonical text of a document without block keys, which the platform assigns. */
export function toComparableText(document: JsonValue | undefined): string {
  const { nodes = [] } = asObject(document);
  return toCanonicalText(withoutKeys(nodes));
}

/**
 * Whether a document has the expected content. The platform may convert the URL of a page or file of the
 * space to a reference.
 */
export function isSameText(wanted: JsonValue | undefined, is: JsonValue | undefined): boolean {
  return isSamePart(
    withoutKeys(asObject(wanted).nodes ?? []),
    withoutKeys(asObject(is).nodes ?? []),
  );
}

function isSamePart(wanted: JsonValue, is: JsonValue): boolean {
  if (isList(wanted)) {
    if (!isList(is) || is.length !== wanted.length) return false;
    return wanted.every((one, at) => isSamePart(one, is[at] ?? null));
  }
  if (!isObject(wanted)) return toCanonicalText(wanted) === toCanonicalText(is);
  if (!isObject(is)) return false;
  if (isRelative(wanted) && ["page", "anchor", "file"].includes(asText(is.kind))) return true;
  if (isRelative(wanted) && isRelative(is) && asText(is.url).startsWith("/files/")) return true;
  const names = new Set([...Object.keys(wanted), ...Object.keys(is)]);
  return [...names].every((name) => isSamePart(wanted[name] ?? null, is[name] ?? null));
}

function isRelative({ kind, url }: JsonObject): boolean {
  return kind === "url" && typeof url === "string" && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/** The settings of a page that are compared, as text by name. */
export function toPageSettings(
  page: JsonObject,
  rewriting?: ReferenceRewrite,
): Readonly<Record<string, string>> {
  const { cover, layout, variables } = page;
  const read = (value: JsonValue | undefined) =>
    toCanonicalText(
      rewriting === undefined || value === undefined ? value : rewriteReferences(value, rewriting),
    );
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(buildAttributes(page))) settings[name] = String(value);
  return { ...settings, cover: read(cover), layout: read(layout), variables: read(variables) };
}
