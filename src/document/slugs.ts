/** Slugs: segments of page paths, and names of files. */
import { slug } from "github-slugger";
import { trimEndWhere, trimStartWhere } from "../json/trim.ts";
import { formatName } from "./transliterate.ts";

export { slug };

const longestSlug = 100;

/**
 * The form of slugs before they were transliterated, which still leads to the pages: lower case,
 * hyphens for spaces, letters of every script, no dots.
 * @returns letters, digits and `-`, at most 100 characters; may be empty
 */
export function toSlug(text: string | undefined): string {
  return slug((text ?? "").trim())
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, longestSlug);
}

/** Endings by which a path is a file. */
const fileEnding = /\.(?=(?:md|markdown|txt|xml|pdf|json|html?)$)/;

/**
 * The slug of a new page or group, from its title or file name, as on the hosted platform:
 * `the-pg_hba.conf-file`, `math-and-tex`, `19.12.-jiao-yi-suo-ding-guan-li`.
 * @returns Latin letters, digits, `.`, `_` and `-`, at most 100 characters; may be empty
 */
export function formatPageSlug(text: string | undefined): string {
  return trimSlug(formatName((text ?? "").trim()));
}

/** A slug that was set explicitly: dots and letters of every script are kept. */
export function cleanPageSlug(text: string | undefined): string {
  return trimSlug(
    (text ?? "")
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-"),
  );
}

function trimSlug(name: string): string {
  const short = name.replace(/-{2,}/g, "-").slice(0, longestSlug);
  const isEdge = (unit: number) => unit === 0x2d || unit === 0x2e;
  return trimStartWhere(trimEndWhere(short, isEdge), isEdge).replace(fileEnding, "-");
}
