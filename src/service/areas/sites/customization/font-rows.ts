/** Queries for custom fonts, and their definitions in responses and customizations. */
import type { Queries } from "../../../database/tables.ts";
import type { CustomFontFaceTable, CustomFontTable, FontFormat } from "./font-tables.ts";

/** The first segment of the path of font files. */
export const fontFolder = "_font";

export interface CustomFont extends CustomFontTable {
  /** By weight, ascending. */
  readonly faces: readonly CustomFontFaceTable[];
}

/** The fonts of an organization, oldest first. */
export async function readFonts(
  db: Queries,
  organizationId: string,
): Promise<readonly CustomFont[]> {
  const rows = await db
    .selectFrom("custom_fonts")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const faces = await db
    .selectFrom("custom_font_faces")
    .selectAll()
    .where(
      "font_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("weight")
    .execute();
  return rows.map((row) => ({ ...row, faces: faces.filter((face) => face.font_id === row.id) }));
}

export async function findFont(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<CustomFont | undefined> {
  return (await readFonts(db, organizationId)).find((font) => font.id === id);
}

/** The name of a font file in URLs; it contains the hash, so it never changes. */
export function toFontFileName({
  hash,
  format,
}: Pick<CustomFontFaceTable, "hash" | "format">): string {
  return `${hash}.${format}`;
}

export interface FontDefinition {
  readonly id: string;
  readonly custom: true;
  readonly fontFamily: string;
  readonly fontFaces: {
    readonly weight: number;
    readonly sources: { readonly url: string; readonly format?: "woff2" | "woff" }[];
  }[];
}

/** The font as the API describes it, which names the formats of the web only. */
export function presentDefinition({ id, family, faces }: CustomFont, base: string): FontDefinition {
  return {
    id,
    custom: true,
    fontFamily: family,
    fontFaces: faces.map((face) => ({
      weight: face.weight,
      sources: [
        {
          url: `${base}/${fontFolder}/${id}/${toFontFileName(face)}`,
          ...toNamedFormat(face.format),
        },
      ],
    })),
  };
}

function toNamedFormat(format: FontFormat): { readonly format?: "woff2" | "woff" } {
  return format === "woff2" || format === "woff" ? { format } : {};
}

/** @param name the last segment of its URL */
export async function findFace(
  db: Queries,
  fontId: string,
  name: string,
): Promise<CustomFontFaceTable | undefined> {
  const [, hash = ""] = /^([\da-f]{64})\.[a-z\d]{3,5}$/.exec(name) ?? [];
  const face = await db
    .selectFrom("custom_font_faces")
    .selectAll()
    .where("font_id", "=", fontId)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return face && toFontFileName(face) === name ? face : undefined;
}
