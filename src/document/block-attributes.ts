/**
 * Attributes of blocks in the two notations: as Markdown writes them, and as the data of documents
 * that the API description defines.
 */
import type { Node } from "../contract/document.model.ts";
import { listUpdateTags } from "./update-tags.ts";

type BlockData = Readonly<Record<string, unknown>>;

/** In pixels, or with a unit. */
type Length = number | { readonly unit: string; readonly value: number };

/** @returns undefined for anything but a number of pixels or percent */
export function parseLength(written: unknown): Length | undefined {
  if (typeof written === "number") return written >= 0 ? written : undefined;
  if (typeof written === "object" && written !== null) {
    const { unit, value } = written as { readonly unit?: unknown; readonly value?: unknown };
    return typeof unit === "string" && typeof value === "number" ? { unit, value } : undefined;
  }
  const [, digits, unit] = /^(\d{1,5}(?:\.\d{1,20})?)(px|%)?$/.exec(String(written).trim()) ?? [];
  if (digits === undefined) return undefined;
  return unit === "%" ? { unit, value: Number(digits) } : Number(digits);
}

function formatLength(length: unknown): string | undefined {
  const parsed = parseLength(length);
  if (parsed === undefined) return undefined;
  return typeof parsed === "number" ? String(parsed) : `${parsed.value}${parsed.unit}`;
}

/** The dimensions of an image as attributes. */
export function formatSize({ width, height }: BlockData): { width?: string; height?: string } {
  const [wide, high] = [formatLength(width), formatLength(height)];
  return {
    ...(wide !== undefined && { width: wide }),
    ...(high !== undefined && { height: high }),
  };
}

/** The dimensions of an image as data. */
export function parseSize(width: unknown, height: unknown): { width?: Length; height?: Length } {
  const [wide, high] = [parseLength(width), parseLength(height)];
  return {
    ...(wide !== undefined && { width: wide }),
    ...(high !== undefined && { height: high }),
  };
}

/** Data in the notation of the description, also of documents that were stored in the other one. */
export function toDescribedData({ type, data = {} }: Node): BlockData {
  switch (type) {
    case "column": {
      const { width, valign, verticalAlignment = valign, ...rest } = data;
      const length = parseLength(width);
      const isKnown = ["top", "middle", "bottom"].includes(String(verticalAlignment));
      return {
        ...rest,
        ...(length !== undefined && { width: length }),
        ...(isKnown && { verticalAlignment }),
      };
    }
    case "image": {
      const { width, height, ...rest } = data;
      return { ...rest, ...parseSize(width, height) };
    }
    case "updates":
      return { format: "full", ...data };
    case "update":
      // The tags are references.
      return data.tags === undefined
        ? data
        : { ...data, tags: listUpdateTags(data.tags).map((tag) => ({ kind: "tag", tag })) };
    default:
      return data;
  }
}

/** Data as attributes of a tag. */
export function toTagAttributes({ type, data = {} }: Node): BlockData {
  const { width, verticalAlignment, tags, schemas, ...rest } = data;
  return {
    ...rest,
    ...(width !== undefined && { width: formatLength(width) ?? width }),
    ...(verticalAlignment !== undefined && {
      [type === "column" ? "valign" : "verticalAlignment"]: verticalAlignment,
    }),
    ...(tags !== undefined && {
      tags: Array.isArray(tags) ? listUpdateTags(tags).join(",") : tags,
    }),
    ...(schemas !== undefined && { schemas: Array.isArray(schemas) ? schemas.join(",") : schemas }),
  };
}

/** The alignment of text as an attribute of HTML. */
export function formatTextAlignment(align: unknown): string {
  return align === "center" || align === "end"
    ? ` align="${align === "end" ? "right" : "center"}"`
    : "";
}

/** @returns undefined for text that starts at the edge */
export function parseTextAlignment(align: string | undefined): "center" | "end" | undefined {
  const written = align?.toLowerCase();
  if (written === "center") return "center";
  return written === "right" || written === "end" ? "end" : undefined;
}
