/** Tables of uploaded files and custom fonts. */
import type { UploadKind } from "../../../../contract/font-values.ts";

export type FontFormat = "woff2" | "woff" | "ttf" | "otf";

/** A file that a client uploads, or may upload until its URL expires. */
export interface UploadTable {
  key: string;
  organization_id: string;
  kind: UploadKind;
  name: string;
  content_type: string;
  /** In bytes, as announced; the file must have the same size. */
  size: number;
  /** SHA-256 of the token in the URL, in hex. */
  token_hash: string;
  /** SHA-256 of the contents, in hex; null until the file is uploaded. */
  hash: string | null;
  /** Of a font file; otherwise null. */
  format: FontFormat | null;
  /** The principal who requested the URL, as JSON; the permission is checked again at the upload. */
  principal: string;
  expires_at: string;
  created_at: string;
}

export interface CustomFontTable {
  id: string;
  organization_id: string;
  family: string;
  created_at: string;
}

export interface CustomFontFaceTable {
  font_id: string;
  weight: number;
  /** SHA-256 of the file, in hex. */
  hash: string;
  format: FontFormat;
}

declare module "../../../database/tables.ts" {
  interface CoreTables {
    uploads: UploadTable;
    custom_fonts: CustomFontTable;
    custom_font_faces: CustomFontFaceTable;
  }
}
