/** Tags of an update, as written in Markdown or as in responses of the hosted platform. */

/** @param tags `fixes,improvements`, or references of the kind `tag` */
export function listUpdateTags(tags: unknown): string[] {
  if (typeof tags === "string" || typeof tags === "number" || typeof tags === "boolean") {
    return String(tags)
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "");
  }
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((one: unknown) => {
    if (typeof one === "string") return [one];
    const isReference = typeof one === "object" && one !== null && "tag" in one;
    return isReference && typeof one.tag === "string" ? [one.tag] : [];
  });
}
