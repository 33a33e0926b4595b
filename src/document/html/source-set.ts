/** The dark variant of an image in `<picture>`, as the hosted platform writes it. */

export function isDarkSource(attributes: ReadonlyMap<string, string>): boolean {
  return /prefers-color-scheme:\s*dark/i.test(attributes.get("media") ?? "");
}

/** The first URL of a `srcset`; it may contain spaces. */
export function readSourceSet(written: string | undefined): string | undefined {
  const url = written?.replace(/\s\d+(?:\.\d+)?[wx]\s*(?:,[\s\S]*)?$/, "").trim();
  return url === "" ? undefined : url;
}
