/** Rewriting of references in documents to the ids of restored pages, files and spaces. */
import type { JsonObject } from "../../../context.ts";
import { isList, isObject, type JsonValue } from "../../../json/values.ts";

/** New ids by backup id. */
export interface RestoredIds {
  readonly collection: (id: string) => string | undefined;
  readonly space: (id: string) => string | undefined;
  /** Pages and files, by space and id. */
  readonly content: (space: string, id: string) => string | undefined;
}

/** Dependencies of the rewriting of references. */
export interface ReferenceRewrite {
  readonly ids: RestoredIds;
  /** The backup id of the space that contains the document. */
  readonly space: string;
  /** The URL of a reference, for texts that contain only URLs; undefined for other values. */
  readonly findNewUrl: (ref: JsonObject) => string | undefined;
  /** Parses the URL of a reference. */
  readonly referenceFrom: (url: string) => JsonObject | undefined;
}

export async function openRewriting(ids: RestoredIds, space: string): Promise<ReferenceRewrite> {
  const { getAddress: findNewUrl, parseReference } = await import(
    "../../../document/reference-address.ts"
  );
  const { asReference } = await import("../../../document/references.ts");
  return {
    ids,
    space,
    findNewUrl(value) {
      const [ref] = asReference(value);
      return ref && findNewUrl(ref);
    },
    referenceFrom(url) {
      const ref = Object.entries(parseReference(url) ?? {});
      const texts = ref.flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      );
      return texts.length === 0 ? undefined : Object.fromEntries(texts);
    },
  };
}

/** @returns the same reference if its target was not restored */
export function rewriteReference(
  ref: JsonObject,
  { ids, space: currentSpace }: ReferenceRewrite,
): JsonObject {
  const { space, page, file, collection, kind } = ref;
  const home = typeof space === "string" ? space : currentSpace;
  const changed: Record<string, JsonValue> = {};
  const follow = (
    name: string,
    old: JsonValue | undefined,
    to: (id: string) => string | undefined,
  ) => {
    const newId = typeof old === "string" ? to(old) : undefined;
    if (newId !== undefined) changed[name] = newId;
  };
  if (kind === "collection") follow("collection", collection, ids.collection);
  else follow("space", space, ids.space);
  if (kind === "page" || kind === "anchor") follow("page", page, (id) => ids.content(home, id));
  if (kind === "file") follow("file", file, (id) => ids.content(home, id));
  return { ...ref, ...changed };
}

const kinds = ["file", "page", "anchor", "space", "collection", "reusable-content"];

/** Copies a document or a part of it, with references to the restored content. */
export function rewriteReferences(value: JsonValue, rewriting: ReferenceRewrite): JsonValue {
  if (isList(value)) return value.map((one) => rewriteReferences(one, rewriting));
  if (!isObject(value)) return value;
  if (typeof value.kind === "string" && kinds.includes(value.kind)) {
    return rewriteReference(value, rewriting);
  }
  const members = Object.entries(value).map(([name, member]) => {
    return [name, rewriteMember(name, member, rewriting)];
  });
  return Object.fromEntries(members);
}

function rewriteMember(name: string, member: JsonValue, rewriting: ReferenceRewrite): JsonValue {
  if (name === "html" && typeof member === "string") return rewriteHtml(member, rewriting);
  if (name === "url" && typeof member === "string") return rewriteUrl(member, rewriting);
  // Table cells refer to files by id.
  if (name === "values" && isObject(member)) {
    const cells = Object.entries(member).map(([id, cell]) => [id, rewriteCell(cell, rewriting)]);
    return Object.fromEntries(cells);
  }
  return rewriteReferences(member, rewriting);
}

function rewriteCell(cell: JsonValue, rewriting: ReferenceRewrite): JsonValue {
  if (isList(cell)) return cell.map((one) => rewriteCell(one, rewriting));
  if (typeof cell !== "string") return rewriteReferences(cell, rewriting);
  return rewriting.ids.content(rewriting.space, cell) ?? cell;
}

/** Rewrites relative URLs such as `/pages/<id>` and `/files/<id>#L35`. */
function rewriteUrl(url: string, rewriting: ReferenceRewrite): string {
  const whole = rewriting.referenceFrom(url);
  const [path = "", ...fragment] = url.split(/(?=#)/);
  const ref = whole ?? rewriting.referenceFrom(path);
  if (ref === undefined) return url;
  const rest = whole ? "" : fragment.join("");
  const changed = rewriting.findNewUrl(rewriteReference(ref, rewriting));
  return changed === undefined ? url : changed + rest;
}

function rewriteHtml(html: string, rewriting: ReferenceRewrite): string {
  return html.replace(
    /(\b(?:href|src)\s*=\s*["']?)(\/[^\s"'>]+)/gi,
    (_, before: string, url: string) => before + rewriteUrl(url, rewriting),
  );
}
