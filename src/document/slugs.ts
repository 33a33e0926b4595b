/** Slugs from titles: lower case, hyphens for spaces, letters of every script kept. */
import { slug } from "github-slugger";

export { slug };

const longestSlug = 100;

/** @returns letters, digits and `-`, at most 100 characters; may be empty */
export function slugFrom(text: string | undefined): string {
  return slug((text ?? "").trim())
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, longestSlug);
}
