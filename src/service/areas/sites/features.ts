/** What the embedded platform does for a site. It sells nothing, so every type of site has it all. */
import type { SiteType } from "../../../contract/site-values.ts";

const ids = [
  "sites-sections",
  "sites-multivariant-site",
  "sites-adaptive-content",
  "sites-public-visibility",
  "sites-unlisted-visibility",
  "sites-share-links",
  "sites-visitor-authentication",
  "sites-custom-subdirectory",
] as const;

export function featuresOf(type: SiteType) {
  return ids.map((id) => ({ id, plan: type, frozen: false }));
}
