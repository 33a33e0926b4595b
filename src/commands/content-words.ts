/** Columns and sentences that the commands for pages, files and links share. */
import type { Column, JsonObject } from "../context.ts";
import { type Finding, Unsettled } from "../errors.ts";
import { idColumn, titleColumn } from "./columns.ts";

/** The target of a link, and the page that it is on. */
export const linkColumns: readonly Column[] = [
  { header: "STATUS", path: "status", as: "state" },
  { header: "KIND", path: "targetReference.kind" },
  { header: "TO PAGE", path: "targetReference.page.title", wide: true },
  { header: "ANCHOR", path: "targetReference.internalLocation.anchor", wide: true },
  { header: "TO FILE", path: "targetReference.file.name", wide: true },
  { header: "TO ADDRESS", path: "targetReference.url", wide: true },
  { header: "ON", path: "locationReferences.page.title", wide: true },
];

export const backlinkColumns: readonly Column[] = [
  { header: "KIND", path: "kind" },
  { header: "PAGE ID", path: "page.id", as: "id" },
  { header: "PAGE", path: "page.title", wide: true },
  { header: "SPACE", path: "space.title", wide: true },
  { header: "BLOCK", path: "internalLocation.node" },
];

/** A page of another state than the present one. */
export const pageTextColumns: readonly Column[] = [
  idColumn,
  titleColumn,
  { header: "PATH", path: "path" },
  { header: "DESCRIPTION", path: "description", wide: true },
  { header: "MARKDOWN", path: "markdown", wide: true },
];

export const searchColumns: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "PATH", path: "path", wide: true },
  { header: "SECTIONS", path: "sections.title", wide: true },
  { header: "FOUND", path: "sections.body", as: "passage", forPeople: true },
];

export const spaceSearchColumns: readonly Column[] = [
  { header: "SPACE ID", path: "id", as: "id" },
  { header: "SPACE", path: "title", as: "title", wide: true },
  { header: "PAGES", path: "pages.title", wide: true },
  { header: "FOUND", path: "pages.sections.body", as: "passage", forPeople: true },
];

/** What a list of links prints beside its rows, and how it fails with `--fail`. */
export const linkWords = {
  none: "There are no such links.",
  note: (page: JsonObject): string => {
    const { total, broken } = statsIn(page);
    const { items } = page;
    const lost = (Array.isArray(items) ? items : []).some((link) => {
      const { status, targetReference } = objectIn(link);
      return status === "broken" && isLost(textOf(objectIn(targetReference).url));
    });
    return `${count(total)} in all, ${broken} broken.${lost ? ` ${whyLost}` : ""}`;
  },
  unsettled: (page: JsonObject, { fail }: JsonObject): Unsettled | undefined => {
    const { broken } = statsIn(page);
    if (fail !== true || broken === 0) return undefined;
    return new Unsettled("findings", `${count(broken)} ${broken === 1 ? "is" : "are"} broken.`);
  },
  finding: ({ status, targetReference, locationReferences }: JsonObject): Finding | undefined => {
    if (status !== "broken") return undefined;
    const locations = Array.isArray(locationReferences) ? locationReferences : [];
    const { page, file, url } = objectIn(locations[0]);
    const name = textOf(objectIn(page).title) ?? textOf(objectIn(file).name) ?? textOf(url);
    const address = textOf(objectIn(objectIn(page).urls).app);
    const on = name === undefined ? "A link" : `A link on "${name}"`;
    const to = leadsTo(objectIn(targetReference));
    return {
      rule: "broken-link",
      level: "error",
      message: `${on} ${to}.`,
      location: { name, address },
    };
  },
};

function leadsTo({ url, page, file, internalLocation }: JsonObject): string {
  const { anchor } = objectIn(internalLocation);
  const title = textOf(objectIn(page).title);
  if (title !== undefined && typeof anchor === "string") {
    return `leads to #${anchor}, which the page "${title}" does not have`;
  }
  const address = textOf(url);
  if (address !== undefined && isLost(address)) {
    return `leads to ${address}, whose page was lost before the text came here; link to the page anew`;
  }
  const target = address ?? title ?? textOf(objectIn(file).name);
  return target === undefined
    ? "leads to something that is not there"
    : `leads to ${target}, which is not there`;
}

/** The mark that the hosted platform writes to a repository for a link whose target is gone. */
function isLost(url: string | undefined): boolean {
  return url?.startsWith("/broken/") === true;
}

const whyLost =
  "An address that begins with /broken/ is the hosted platform's mark of a link that had lost its page before the text came here; link to the page anew.";

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function count(links: number): string {
  return `${links} ${links === 1 ? "link" : "links"}`;
}

function statsIn({ stats }: JsonObject): { readonly total: number; readonly broken: number } {
  const { total = 0, broken } = objectIn(stats);
  return { total: Number(total), broken: Number(objectIn(broken).total ?? 0) };
}

function objectIn(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}
