/** The ids that things have after a restore, and documents in which references follow them. */
import type { JsonObject } from "../../context.ts";
import { isList, isObject, type JsonValue } from "../../json/values.ts";

/** All ids are those of the backup, unless they are called new. */
export interface NewIds {
  readonly collection: (id: string) => string | undefined;
  readonly space: (id: string) => string | undefined;
  /** Of pages and files, by their space and id. */
  readonly content: (space: string, id: string) => string | undefined;
}

/** What references are rewritten with. */
export interface Rewriting {
  readonly ids: NewIds;
  /** The space that the text is of. */
  readonly space: string;
  /** As a text has it that knows only addresses; undefined for what is no reference. */
  readonly findNewUrl: (ref: JsonObject) => string | undefined;
  /** The reference of such an address. */
  readonly referenceFrom: (address: string) => JsonObject | undefined;
}

export async function openRewriting(ids: NewIds, space: string): Promise<Rewriting> {
  const { getAddress: findNewUrl, referenceFrom } = await import(
    "../../document/reference-address.ts"
  );
  const { asReference } = await import("../../document/references.ts");
  return {
    ids,
    space,
    findNewUrl(value) {
      const [ref] = asReference(value);
      return ref && findNewUrl(ref);
    },
    referenceFrom(address) {
      const ref = Object.entries(referenceFrom(address) ?? {});
      const texts = ref.flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      );
      return texts.length === 0 ? undefined : Object.fromEntries(texts);
    },
  };
}

/** @returns the same reference if what it leads to was not restored */
export function rewriteReference(ref: JsonObject, { ids, space: own }: Rewriting): JsonObject {
  const { space, page, file, collection, kind } = ref;
  const home = typeof space === "string" ? space : own;
  const changed: Record<string, JsonValue> = {};
  const follow = (
    name: string,
    old: JsonValue | undefined,
    to: (id: string) => string | undefined,
  ) => {
    const now = typeof old === "string" ? to(old) : undefined;
    if (now !== undefined) changed[name] = now;
  };
  if (kind === "collection") follow("collection", collection, ids.collection);
  else follow("space", space, ids.space);
  if (kind === "page" || kind === "anchor") follow("page", page, (id) => ids.content(home, id));
  if (kind === "file") follow("file", file, (id) => ids.content(home, id));
  return { ...ref, ...changed };
}

const kinds = ["file", "page", "anchor", "space", "collection", "reusable-content"];

/** A copy of a document, or of a part of it, whose references lead to what was restored. */
export function rewriteReferences(value: JsonValue, rewriting: Rewriting): JsonValue {
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

function rewriteMember(name: string, member: JsonValue, rewriting: Rewriting): JsonValue {
  if (name === "html" && typeof member === "string") return rewriteHtml(member, rewriting);
  if (name === "url" && typeof member === "string") return rewriteAddress(member, rewriting);
  // A cell of a table names its files by their ids alone.
  if (name === "values" && isObject(member)) {
    const cells = Object.entries(member).map(([id, cell]) => [id, rewriteCell(cell, rewriting)]);
    return Object.fromEntries(cells);
  }
  return rewriteReferences(member, rewriting);
}

function rewriteCell(cell: JsonValue, rewriting: Rewriting): JsonValue {
  if (isList(cell)) return cell.map((one) => rewriteCell(one, rewriting));
  if (typeof cell !== "string") return rewriteReferences(cell, rewriting);
  return rewriting.ids.content(rewriting.space, cell) ?? cell;
}

/** Addresses such as `/pages/<id>` and `/files/<id>#L35`. */
function rewriteAddress(address: string, rewriting: Rewriting): string {
  const whole = rewriting.referenceFrom(address);
  const [path = "", ...fragment] = address.split(/(?=#)/);
  const ref = whole ?? rewriting.referenceFrom(path);
  if (ref === undefined) return address;
  const rest = whole ? "" : fragment.join("");
  const changed = rewriting.findNewUrl(rewriteReference(ref, rewriting));
  return changed === undefined ? address : changed + rest;
}

function rewriteHtml(html: string, rewriting: Rewriting): string {
  return html.replace(
    /(\b(?:href|src)\s*=\s*["']?)(\/[^\s"'>]+)/gi,
    (_, before: string, address: string) => before + rewriteAddress(address, rewriting),
  );
}
