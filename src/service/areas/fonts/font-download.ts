/**
 * The files of custom fonts for other origins, such as a renderer. They are public, because browsers
 * load fonts without credentials; their URLs contain the id of the font and the hash of the file.
 */
import { opensNothing } from "../../core/downloads.ts";
import type { PublicHandler } from "../../core/public-route.ts";
import { findFace } from "../sites/customization/font-rows.ts";
import { formatWords } from "./font-file.ts";
import { buildContentsResponse } from "./receive-upload.ts";

export const openFontFile: PublicHandler = async ({ db, path }) => {
  const face = await findFace(db, path.fontId ?? "", path.file ?? "");
  if (!face) throw opensNothing();
  return buildContentsResponse(db, face.hash, {
    // Browsers load fonts of other origins only with it.
    "access-control-allow-origin": "*",
    "content-type": formatWords[face.format].contentType,
    "content-security-policy": "default-src 'none'; sandbox",
  });
};
