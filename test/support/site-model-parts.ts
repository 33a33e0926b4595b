/** What the model of a docs site is made of, and what it shows. */

export interface Model {
  /** The spaces that may stand on the site; the place of a deleted one waits for it. */
  readonly spaces: ReadonlyMap<string, { readonly title: string; readonly live: boolean }>;
  /** Titles of groups. */
  readonly groups: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, { readonly title: string; readonly path: string }>;
  readonly places: ReadonlyMap<string, { readonly path: string; readonly space: string }>;
  /** What stands in each group, and at the top level, which is "". */
  readonly items: ReadonlyMap<string, readonly string[]>;
  /** The places in each section, and at the root, which is "". */
  readonly shelves: ReadonlyMap<string, readonly string[]>;
  /** The section that was chosen as the default, and the place of each section or of the root. */
  readonly main: string | undefined;
  readonly mains: ReadonlyMap<string, string>;
}

/** All there is, as a text that is the same for the same state. */
export function told(model: Model): string {
  if (!hasSections(model)) return JSON.stringify(presentSiteSpaces(model, ""));
  return JSON.stringify((model.items.get("") ?? []).map((id) => presentItem(model, id)));
}

function presentItem(model: Model, id: string): unknown {
  return model.groups.has(id) ? presentGroup(model, id) : presentSection(model, id);
}

export function presentGroup(model: Model, id: string) {
  const items = (model.items.get(id) ?? []).map((one) => presentItem(model, one));
  return { group: id, title: model.groups.get(id), held: items };
}

/** No id: that of a section that came about unasked is known from its path alone. */
export function presentSection(model: Model, id: string) {
  const { title, path } = model.sections.get(id) ?? {};
  const isMain = defaultSection(model) === id;
  return { title, path, default: isMain, places: presentSiteSpaces(model, id) };
}

function presentSiteSpaces(model: Model, section: string) {
  return liveIn(model, section).map((id) => presentSiteSpace(model, section, id));
}

export function presentSiteSpace(model: Model, section: string, id: string) {
  const { path, space } = model.places.get(id) ?? {};
  return { id, path, space, default: defaultSiteSpace(model, section) === id };
}

export function hasSections({ sections, groups }: Model): boolean {
  return sections.size > 0 || groups.size > 0;
}

export function isLive({ spaces }: Model, space: string): boolean {
  return spaces.get(space)?.live === true;
}

export function liveIn(model: Model, section: string): readonly string[] {
  const shelf = model.shelves.get(section) ?? [];
  return shelf.filter((id) => isLive(model, model.places.get(id)?.space ?? ""));
}

export function defaultSiteSpace(model: Model, section: string): string | undefined {
  const live = liveIn(model, section);
  const chosen = model.mains.get(section);
  return live.find((id) => id === chosen) ?? live[0];
}

/** A section with nothing to show comes last. */
export function defaultSection(model: Model): string | undefined {
  const all = sectionsBelow(model, "");
  const filled = all.filter((id) => liveIn(model, id).length > 0);
  const among = filled.length > 0 ? filled : all;
  return among.find((id) => id === model.main) ?? among[0];
}

function sectionsBelow(model: Model, group: string): string[] {
  return (model.items.get(group) ?? []).flatMap((id) =>
    model.groups.has(id) ? sectionsBelow(model, id) : [id],
  );
}

export function depthOf(model: Model, group: string): number {
  const [parent = ""] = [...model.items].find(([, ids]) => ids.includes(group)) ?? [];
  return parent === "" ? 1 : 1 + depthOf(model, parent);
}

/** Where a default has gone, the first that there is is chosen. */
export function withDefaults(model: Model): Model {
  const mains = new Map<string, string>();
  for (const [section, shelf] of model.shelves) {
    const chosen = model.mains.get(section) ?? "";
    const main = shelf.includes(chosen) ? chosen : (defaultSiteSpace(model, section) ?? shelf[0]);
    if (main !== undefined) mains.set(section, main);
  }
  const next = { ...model, mains };
  const isThere = model.main !== undefined && model.sections.has(model.main);
  return isThere ? next : { ...next, main: defaultSection(next) };
}

/** The title as a path, with a number if another one has it. */
export function freePath(title: string, taken: readonly string[]): string {
  const plain = title.toLowerCase();
  let path = plain;
  for (let number = 2; taken.includes(path); number++) path = `${plain}-${number}`;
  return path;
}

export function atTop({ items }: Model): readonly string[] {
  return items.get("") ?? [];
}

/** A new section at the end of the top level, without places. */
export function withSection(
  model: Model,
  id: string,
  title: string,
  top: readonly string[],
): Model {
  const path = freePath(
    title,
    [...model.sections.values()].map((section) => section.path),
  );
  const sections = new Map(model.sections).set(id, { title, path });
  return withSiteSpaces(withItems({ ...model, sections }, [["", [...top, id]]]), id, []);
}

export function withItems(
  model: Model,
  lists: readonly (readonly [string, readonly string[]])[],
): Model {
  return { ...model, items: new Map([...model.items, ...lists]) };
}

/** The places of a section; those that stand nowhere any more are gone. */
export function withSiteSpaces(model: Model, section: string, ids: readonly string[]): Model {
  const shelves = new Map(model.shelves).set(section, ids);
  return { ...model, shelves };
}

/** A section, or a group that others take the place of, is no more. */
export function withoutItem(model: Model, id: string, instead: readonly string[]): Model {
  const items = new Map<string, readonly string[]>();
  for (const [group, ids] of model.items) {
    if (group !== id)
      items.set(
        group,
        ids.flatMap((one) => (one === id ? instead : [one])),
      );
  }
  const [groups, sections, shelves] = [
    new Map(model.groups),
    new Map(model.sections),
    new Map(model.shelves),
  ];
  groups.delete(id);
  sections.delete(id);
  shelves.delete(id);
  return { ...model, items, groups, sections, shelves };
}

/** A section in a group, before another item or as the last one. */
export function moved(model: Model, id: string, group: string, before?: string): Model {
  const items = new Map(model.items);
  for (const [other, ids] of items)
    items.set(
      other,
      ids.filter((one) => one !== id),
    );
  const list = items.get(group) ?? [];
  const at = before === undefined ? list.length : list.indexOf(before);
  return { ...model, items: items.set(group, list.toSpliced(at, 0, id)) };
}
