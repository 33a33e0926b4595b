/** How settings of docs sites are put together: some have members of their own, which are given one by one. */

const grouped: ReadonlySet<string> = new Set([
  ...["styling", "internationalization", "header", "footer", "themes", "feedback", "ai"],
  ...["advancedCustomization", "pageActions", "externalLinks", "pagination", "trademark"],
  ...["privacyPolicy", "socialPreview", "insights", "git", "pdf"],
  // Inside styling.
  ...["codeTheme", "sidebar"],
]);

type Values = Readonly<Record<string, unknown>>;

function isGroup(name: string, value: unknown): value is Values {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && grouped.has(name);
}

/** All members of both; of two, the second counts, and an absent one is none. */
export function mergeSettings<T extends object>(below: T, above: object): T {
  const all: Record<string, unknown> = Object.fromEntries(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const under = all[name];
    all[name] = isGroup(name, value) && isGroup(name, under) ? mergeSettings(under, value) : value;
  }
  // The members of an object of that type, replaced by values for the same members.
  return all as T;
}

/** Without the members that are null, which take a setting back. */
export function dropNulls<T extends object>(settings: T): T {
  const kept = Object.entries(settings).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, isGroup(name, value) ? dropNulls(value) : value]];
  });
  // Each member is as it was, and those that may be null may be absent.
  return Object.fromEntries(kept) as T;
}
