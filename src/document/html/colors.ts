/** Colors of texts: names of the palette, and colors of the theme of a site, such as `$primary`. */

const names = new Set(
  "red orange yellow green blue purple pink violet cyan grey gray $primary $info $success $warning $danger $tint".split(
    " ",
  ),
);

/** @param kind `ink` for text, `ground` for its background */
export function getColorClass(kind: "ink" | "ground", color: unknown): string[] {
  const lower = String(color).toLowerCase();
  return names.has(lower) ? [`${kind}-${lower.replace("$", "")}`] : [];
}

/** Colors have a name, or are colors of the site's theme, such as `$primary`. */
export function parseColors(style: string): {
  readonly text?: string;
  readonly background?: string;
} {
  const colors: { text?: string; background?: string } = {};
  for (const [, ground, color = ""] of style.matchAll(/(background-)?color:\s*(\$?[a-z]+)/gi)) {
    colors[ground ? "background" : "text"] = color.toLowerCase();
  }
  return colors;
}
