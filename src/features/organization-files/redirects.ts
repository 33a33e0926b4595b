/**
 * Redirects of docs sites in organization files: the redirects that members created, and the automatic
 * redirects of former URLs. An automatic redirect cannot be written. Where a platform does not redirect its
 * source, apply creates an ordinary redirect.
 */
import type { JsonObject, JsonValue } from "../../context.ts";
import * as page from "../../contract/page.ts";
import * as site from "../../contract/site.ts";
import type { Upsert } from "../../contract/site-redirect.model.ts";
import * as redirect from "../../contract/site-redirect.ts";
import { mostRedirectsAtOnce, redirectSource } from "../../contract/site-redirect-values.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { asObject, asObjects, asText, isObject } from "../../json/values.ts";
import type { Items } from "../organization/organization-reader.ts";
import {
  findPathStart,
  listPathStarts,
  openDestinations,
  type SitePathStart,
} from "../sites/redirect-destination.ts";
import type { ExtraSource } from "./extra-source.ts";
import type { ResourceFields } from "./resource.ts";
import { listItems, send, type Writer } from "./writing/send.ts";

const own = "redirects";
const automatic = "automaticRedirects";

/** A redirect in its complete form. */
export function toRedirectValue(value: unknown): JsonValue {
  const { to, capture, permanent } = typeof value === "string" ? { to: value } : toParts(value);
  const path = asText(to);
  return {
    to: path.length > 1 && path.startsWith("/") ? withoutFinalSlashes(path) : path,
    capture: capture === true,
    permanent: permanent === true,
  };
}

function toParts(value: unknown): JsonObject {
  // The model of the file has checked the value.
  return asObject(value as JsonValue);
}

const sourcePattern = new RegExp(redirectSource.source, "u");

/** @returns the reason why a text is not the source of a redirect, as a clause */
export function findSourceError(source: string): string | undefined {
  return sourcePattern.test(source) ? undefined : `must be ${redirectSource.means}`;
}

/** The source of an automatic redirect may be any path of a page. */
function encodeSource(source: JsonValue | undefined): string {
  return asText(source).replace(/[^A-Za-z0-9\-._~+/%]/gu, (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""),
  );
}

/** The short form of a redirect in a file. */
export function toShortRedirect(value: JsonValue): JsonValue {
  const { to, capture, permanent } = asObject(value);
  if (capture !== true && permanent !== true) return to ?? null;
  return {
    to: to ?? null,
    ...(capture === true && { capture: true }),
    ...(permanent === true && { permanent: true }),
  };
}

/**
 * A value of the platform in the spelling of the files. The source of an automatic redirect only has to lead
 * somewhere, because its target follows the page.
 */
export function matchRedirectSpelling(field: string, value: JsonValue, to: JsonValue): JsonValue {
  if (isAutomaticField(field)) return value === null || to === null ? value : to;
  const [current, wanted] = [asText(asObject(value).to), asText(asObject(to).to)];
  const isSame = wanted.startsWith("/") && current.toLowerCase() === wanted.toLowerCase();
  return isSame && isObject(value) ? { ...value, to: wanted } : value;
}

export function isRedirectField(field: string): boolean {
  return field.startsWith(`${own}/`) || isAutomaticField(field);
}

export function isAutomaticField(field: string): boolean {
  return field.startsWith(`${automatic}/`);
}

/** The field of the automatic redirect with the source of an ordinary one. */
export function toAutomaticField(field: string): string {
  return `${automatic}/${field.slice(own.length + 1)}`;
}

/**
 * The redirects of a site. The source of a redirect whose destination no longer exists has the destination
 * null.
 */
export async function readRedirects(
  source: ExtraSource,
  siteId: string,
): Promise<Readonly<Record<string, JsonValue>>> {
  const at = { ...source.own, siteId };
  const [live, former, structure] = await Promise.all([
    source.listIfOffered(`the redirects of the docs site ${siteId}`, redirect.list, at),
    source.listIfOffered(`the automatic redirects of the docs site ${siteId}`, redirect.list, {
      ...at,
      automatic: true,
    }),
    source.one(`the structure of the docs site ${siteId}`, site.structure, at),
  ]);
  const items = typeof live === "string" ? [] : (live ?? []);
  const starts = listPathStarts(structure ?? {});
  const paths = await readPagePaths(source, starts, items);
  const entries: Record<string, JsonValue> = {};
  // A platform without automatic redirects lists the ordinary ones again.
  for (const { source: path, target } of typeof former === "string" ? [] : (former ?? [])) {
    if (typeof target === "string") entries[`${automatic}/${encodeSource(path)}`] = target;
  }
  for (const item of items) {
    const path = asText(item.source);
    const to = findTarget(asObject(item.destination), starts, paths) ?? null;
    const flags = { capture: item.captureWildcard === true, permanent: item.permanent === true };
    entries[`${own}/${path}`] = { to, ...flags };
    entries[`${automatic}/${path}`] = to ?? "";
  }
  return entries;
}

/** The paths of the pages to which redirects lead, by id. */
async function readPagePaths(
  source: ExtraSource,
  starts: readonly SitePathStart[],
  items: Items,
): Promise<ReadonlyMap<string, string>> {
  const siteSpaces = new Set(
    items.map(({ destination }) => asObject(destination)).map(getPageSpace),
  );
  const spaces = starts.flatMap(({ siteSpaceId, spaceId }) =>
    siteSpaces.has(siteSpaceId) ? spaceId : [],
  );
  const paths = new Map<string, string>();
  const add = (pages: JsonValue | undefined) => {
    for (const one of asObjects(pages)) {
      paths.set(asText(one.id), asText(one.path));
      add(one.pages);
    }
  };
  await Promise.all(
    [...new Set(spaces)].map(async (spaceId) => {
      const label = `the pages of the space ${spaceId}`;
      add((await source.one(label, page.list, { spaceId, metadata: false }))?.pages);
    }),
  );
  return paths;
}

function getPageSpace({ kind, siteSpaceId }: JsonObject): string {
  return kind === "site-page" ? asText(siteSpaceId) : "";
}

/** A URL, or a path of the site; undefined if the destination no longer exists. */
function findTarget(
  { kind, url, siteSectionId, siteSpaceId, pageId }: JsonObject,
  starts: readonly SitePathStart[],
  paths: ReadonlyMap<string, string>,
): string | undefined {
  if (kind === "external") return asText(url);
  if (kind === "site-section") {
    const isSection = ({ path, itself }: SitePathStart) =>
      path !== "" && itself.kind === "site-section" && itself.siteSectionId === siteSectionId;
    return starts.find(isSection)?.path;
  }
  if (kind === "site-space") {
    const isSpace = ({ path, itself }: SitePathStart) =>
      path !== "" && itself.kind === "site-space" && itself.siteSpaceId === siteSpaceId;
    return starts.find(isSpace)?.path;
  }
  const pagePath = paths.get(asText(pageId));
  if (pagePath === undefined) return undefined;
  const shortestFirst = starts.filter((one) => one.siteSpaceId === siteSpaceId).toReversed();
  const candidates = shortestFirst.map(({ path }) => `${path}/${pagePath}`);
  // A page can have the path of a section, which is then the longer start.
  return candidates.find((one) => {
    const found = findPathStart(starts, one);
    return (
      found !== undefined && found.start.siteSpaceId === siteSpaceId && found.path === pagePath
    );
  });
}

/**
 * Creates, changes and deletes redirects.
 * @returns the sources of ordinary redirects in place of automatic ones
 * @throws ApiError 409 if the platform refuses some redirects; the others are written
 */
export async function changeRedirects(
  { client, organizationId }: Writer,
  siteId: string,
  changes: ResourceFields,
): Promise<readonly string[]> {
  const at = { organizationId, siteId };
  const destinations = openDestinations({ client: async () => client }, at);
  const upserts: Upsert[] = [];
  const refused: string[] = [];
  const replaced = new Set<string>();
  const add = async (source: string, value: JsonValue) => {
    if (value === null) {
      upserts.push({ source, destination: null });
      return;
    }
    const { to, capture, permanent } = asObject(value);
    try {
      const destination = await destinations.named(asText(to), source);
      const flags = { captureWildcard: capture === true, permanent: permanent === true };
      upserts.push({ source, destination, ...flags });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      refused.push(error.message);
    }
  };
  for (const [source, value] of listItems(changes, own)) await add(source, value);
  for (const [source, to] of listItems(changes, automatic)) {
    if (to === null) continue;
    await add(source, toRedirectValue(asText(to)));
    replaced.add(source);
  }
  const total = upserts.length + refused.length;
  const created: string[] = [];
  for (let start = 0; start < upserts.length; start += mostRedirectsAtOnce) {
    const redirects = upserts.slice(start, start + mostRedirectsAtOnce);
    const { results } = await send(client, redirect.put, { ...at, redirects });
    for (const { source, status, error } of asObjects(results)) {
      const path = asText(source);
      if (status === "error") refused.push(`${path}: ${asText(error)}`);
      else if (replaced.has(path)) created.push(path);
    }
  }
  const [first] = refused;
  if (first !== undefined) {
    throw new ApiError(
      409,
      `The platform refused ${refused.length} of ${total} redirects. First: ${first}`,
    );
  }
  return created;
}
