/** Merging of site customization settings, some of which have members that are set individually. */

const grouped: ReadonlySet<string> = new Set([
  ...["styling", "internationalization", "header", "footer", "themes", "feedback", "ai"],
  ...["advancedCustomization", "pageActions", "externalLinks", "pagination", "trademark"],
  ...["privacyPolicy", "socialPreview", "insights", "git", "pdf"],
  // Inside styling.
  ...["codeTheme", "sidebar"],
]);

type CustomizationValues = Readonly<Record<string, unknown>>;

function isGroup(name: string, value: unknown): value is CustomizationValues {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && grouped.has(name);
}

/** Merges all members; the second value takes precedence, and an absent one is ignored. */
export function mergeSettings<T extends object>(below: T, above: object): T {
  const all: Record<string, unknown> = Object.fromEntries(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const under = all[name];
    all[name] = isGroup(name, value) && isGroup(name, under) ? mergeSettings(under, value) : value;
  }
  // Replaces members of an object of that type with values for the same members.
  return all as T;
}

/** Removes members that are null, which reset a setting. */
export function dropNulls<T extends object>(settings: T): T {
  const entries = Object.entries(settings).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, isGroup(name, value) ? dropNulls(value) : value]];
  });
  // Members keep their types, and nullable ones may be absent.
  return Object.fromEntries(entries) as T;
}
