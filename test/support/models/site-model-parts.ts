/** Building blocks of the reference model of a site, and its responses. */

export interface Model {
  /** The spaces that may be on the site. The site space of a deleted space is kept. */
  readonly spaces: ReadonlyMap<string, { readonly title: string; readonly live: boolean }>;
  /** Titles of groups. */
  readonly groups: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, { readonly title: string; readonly path: string }>;
  readonly places: ReadonlyMap<string, { readonly path: string; readonly space: string }>;
  /** The items of each group; "" is the top level. */
  readonly items: ReadonlyMap<string, readonly string[]>;
  /** The site spaces of each section; "" is the root. */
  readonly shelves: ReadonlyMap<string, readonly string[]>;
  /** The default section, and the default site space of each section and of the root. */
  readonly main: string | undefined;
  readonly mains: ReadonlyMap<string, string>;
}

/** A canonical text of the state. */
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

/** Contains no ids, because the id of an implicitly created section is unknown. */
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

/** Empty sections come last. */
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

export function computeDepth(model: Model, group: string): number {
  const [parent = ""] = [...model.items].find(([, ids]) => ids.includes(group)) ?? [];
  return parent === "" ? 1 : 1 + computeDepth(model, parent);
}

/** Replaces missing defaults with the first item. */
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

/** The title as a path, with a number if it is already used. */
export function freePath(title: string, taken: readonly string[]): string {
  const plain = title.toLowerCase();
  let path = plain;
  for (let number = 2; taken.includes(path); number++) path = `${plain}-${number}`;
  return path;
}

export function atTop({ items }: Model): readonly string[] {
  return items.get("") ?? [];
}

/** Adds an empty section at the end of the top level. */
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

/** Sets the site spaces of a section, and removes those that are no longer in any section. */
export function withSiteSpaces(model: Model, section: string, ids: readonly string[]): Model {
  const shelves = new Map(model.shelves).set(section, ids);
  return { ...model, shelves };
}

/** Removes a section, or a group whose content takes its position. */
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

/** Inserts an item into a group, before another item or at the end. */
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
