/** Columns and messages that commands for pages, files and links share. */
import type { JsonObject, JsonValue, PrintedColumn } from "../context.ts";
import { type Finding, IncompleteError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
import { formatCount } from "../json/pluralize.ts";
import { asObject, asObjects, isObject } from "../json/values.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, optional, text } from "./fields.ts";
import type { PresentRecord } from "./verb.ts";

/** Target of a link, and the page that contains it. */
export const linkColumns: readonly PrintedColumn[] = [
  { header: "STATUS", path: "status", as: "state" },
  { header: "KIND", path: "targetReference.kind" },
  { header: "TO PAGE", path: "targetReference.page.title", wide: true },
  { header: "ANCHOR", path: "targetReference.internalLocation.anchor", wide: true },
  { header: "TO FILE", path: "targetReference.file.name", wide: true },
  { header: "TO URL", path: "targetReference.url", wide: true },
  { header: "ON PAGE", path: "locationReferences.page.title", as: "title", wide: true },
];

export const backlinkColumns: readonly PrintedColumn[] = [
  { header: "KIND", path: "kind" },
  { header: "PAGE ID", path: "page.id", as: "id" },
  { header: "PAGE", path: "page.title", wide: true },
  { header: "SPACE", path: "space.title", wide: true },
  { header: "BLOCK", path: "internalLocation.node" },
];

/** A link whose target and locations have objects with few members. */
export function shortenLink(link: JsonObject): JsonObject {
  const { targetReference, locationReferences } = link;
  return {
    ...link,
    ...(targetReference !== undefined && {
      targetReference: shortenReference(asObject(targetReference)),
    }),
    locationReferences: asObjects(locationReferences).map(shortenReference),
  };
}

/** A reference of which each object has only its id and names, and the revision no pages. */
export function shortenReference(reference: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(reference).map(([name, value]) => [name, shortenObject(value)]),
  );
}

const identifying = new Set([
  ...["object", "type", "id", "number", "subject"],
  ...["title", "name", "displayName", "email", "slug", "path"],
]);

function shortenObject(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  // A version contains its revision or change request.
  if (!Object.hasOwn(value, "id")) return shortenReference(value);
  return Object.fromEntries(Object.entries(value).filter(([name]) => identifying.has(name)));
}

export const fileColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "TYPE", path: "contentType" },
  { header: "SIZE", path: "size", as: "number" },
];

export const reusableContentColumns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "DOCUMENT", path: "document" },
  { header: "FILE", path: "git.path", wide: true },
];

export const metaLinkColumns: readonly PrintedColumn[] = [
  { header: "CANONICAL PAGE", path: "canonical.page", as: "id", refers: "page" },
  { header: "CANONICAL URL", path: "canonical.url", wide: true },
  { header: "ALTERNATE PAGES", path: "alternates.page", wide: true, refers: "page" },
  { header: "ALTERNATE URLS", path: "alternates.url", wide: true },
];

/** A sentence instead of a record without values. */
export const presentMetaLinks: PresentRecord = ({ canonical, alternates }) =>
  canonical === undefined && asObjects(alternates).length === 0
    ? { done: "The page has no canonical or alternate links.", record: {} }
    : undefined;

/** The text of a document. */
export const presentDocument: PresentRecord = async (document, { toMarkdown }) => {
  const text = await toMarkdown(document);
  return text.trim() === "" ? { done: "The document is empty.", record: {} } : { text };
};

/** Columns of semantic changes. */
export const changeWords = {
  columns: [
    { header: "CHANGE", path: "type" },
    { header: "PAGE", path: "page.id", as: "id" },
    { header: "TITLE", path: "page.title", as: "title", wide: true },
    { header: "PATH", path: "page.path", wide: true },
    { header: "FILE", path: "file.name", wide: true },
    { header: "REUSABLE CONTENT", path: "reusableContent.title", wide: true },
  ] satisfies readonly PrintedColumn[],
  listIn: "changes",
  note: ({ more }: JsonObject): string | undefined =>
    typeof more === "number" && more > 0
      ? `Showing the first changes; ${more} more. Use --limit <n> to show up to 1000.`
      : undefined,
};

/** Flags that save a file or PDF, in addition to the fields of the operation. */
export const savingFields = {
  save: optional(text("File to write", { placeholder: "file" })),
  force: optional(boolean("Overwrite the file if it exists")),
};

export const drawnAsTree = { tree: optional(boolean("Show the page tree")) };

export const searchColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "PATH", path: "path", wide: true },
  { header: "SECTIONS", path: "sections.title", wide: true },
  { header: "MATCH", path: "sections.body", as: "passage", forPeople: true },
];

export const spaceSearchColumns: readonly PrintedColumn[] = [
  { header: "SPACE ID", path: "id", as: "id" },
  { header: "SPACE", path: "title", as: "title", wide: true },
  { header: "PAGES", path: "pages.title", wide: true },
  { header: "MATCH", path: "pages.sections.body", as: "passage", forPeople: true },
];

/** Flags of link lists in addition to those of the operation. */
export const failsOnBroken = {
  fail: failLevel(["broken"], "End with exit code 10 if there are broken links"),
};

/** Messages and exit code of a link list with `--fail`. */
export const linkWords = {
  shorten: shortenLink,
  emptyText: "No links match.",
  note: (page: JsonObject): string => {
    const { total, broken } = getStats(page);
    const { items, unchecked } = page;
    const lost = (Array.isArray(items) ? items : []).some((link) => {
      const { status, targetReference } = asObject(link);
      return status === "broken" && isLost(toText(asObject(targetReference).url));
    });
    const skipped = formatUnchecked(unchecked);
    return `Examined ${formatCount(total, "link")}, ${broken} broken.${skipped}${lost ? ` ${whyLost}` : ""}`;
  },
  findIncomplete: (
    page: JsonObject,
    { fail, brokenContext }: JsonObject,
  ): IncompleteError | undefined => {
    const count = countBroken(page, brokenContext);
    if (fail === undefined) return undefined;
    const unknown = explainUnknown(page);
    if (count === 0 && unknown !== undefined) {
      return new IncompleteError("partial", `The number of broken links is unknown: ${unknown}.`);
    }
    if (count === 0) return undefined;
    return new IncompleteError("findings", `${formatCount(count, "link is", "links are")} broken.`);
  },
  toFinding: ({ status, targetReference, locationReferences }: JsonObject): Finding | undefined => {
    if (status !== "broken") return undefined;
    const locations = Array.isArray(locationReferences) ? locationReferences : [];
    const { page, file, url } = asObject(locations[0]);
    const name = toText(asObject(page).title) ?? toText(asObject(file).name) ?? toText(url);
    const address = toText(asObject(asObject(page).urls).app);
    const on = name === undefined ? "A link" : `A link on "${name}"`;
    const to = formatTarget(asObject(targetReference));
    return {
      rule: "broken-link",
      level: "error",
      message: `${on} ${to}.`,
      location: { name, address },
    };
  },
};

function formatTarget({ url, page, file, internalLocation }: JsonObject): string {
  const { anchor } = asObject(internalLocation);
  const title = toText(asObject(page).title);
  if (title !== undefined && typeof anchor === "string") {
    return `points to #${anchor}, which does not exist on the page "${title}"`;
  }
  const address = toText(url);
  if (address !== undefined && isLost(address)) {
    return `points to ${address}, whose page was missing when the text was imported; link to the page again`;
  }
  const target = address ?? title ?? toText(asObject(file).name);
  return target === undefined
    ? "points to missing content"
    : `points to ${target}, which was not found`;
}

/** URL prefix that the hosted platform writes to a repository for a link without a target. */
function isLost(url: string | undefined): boolean {
  return url?.startsWith("/broken/") === true;
}

const whyLost =
  "URLs that start with /broken/ were written by the hosted platform for links to missing pages. Link to the page again.";

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function getStats({ stats }: JsonObject): { readonly total: number; readonly broken: number } {
  const { total = 0, broken } = asObject(stats);
  return { total: Number(total), broken: Number(asObject(broken).total ?? 0) };
}

/** Sentence about links whose target was not requested. The hosted platform does not return their number. */
function formatUnchecked(unchecked: JsonValue | undefined): string {
  const { external, inApp } = asObject(unchecked);
  if (typeof external !== "number" || typeof inApp !== "number") {
    return " External links were not checked.";
  }
  const texts = [
    ...(external > 0 ? [formatCount(external, "external link")] : []),
    ...(inApp > 0 ? [formatCount(inApp, "link into the app", "links into the app")] : []),
  ];
  if (texts.length === 0) return "";
  const verb = external + inApp === 1 ? "was" : "were";
  return ` Skipped ${texts.join(" and ")}, which ${verb} not checked.`;
}

const knownStatuses: readonly unknown[] = ["ok", "broken", "in-app"];

/** Reason why the number of broken links is unknown, as a clause; undefined if it is known. */
function explainUnknown({ stats, items }: JsonObject): string | undefined {
  const { total } = asObject(asObject(stats).broken);
  if (typeof total !== "number") return "the platform does not return it";
  const links = Array.isArray(items) ? items.map(asObject) : [];
  const unknown = links.find(({ status }) => !knownStatuses.includes(status));
  return unknown && `a link has the unknown status ${writeJson(unknown.status ?? null)}`;
}

/** Number of broken links among the requested ones: `stats` counts all links. */
function countBroken(page: JsonObject, brokenContext: unknown): number {
  const { broken } = getStats(page);
  const { changeRequest } = asObject(asObject(page.stats).broken);
  // Without their number, each link counts, so that no broken one is overlooked.
  if (brokenContext === undefined || typeof changeRequest !== "number") return broken;
  return brokenContext === "change-request" ? changeRequest : broken - changeRequest;
}
