/** A docs site as nested plain lists, changed by rules that are written independently. */

export interface ModelSection {
  readonly kind: "section";
  readonly id: string;
  places: string[];
  main: string | undefined;
}

export interface ModelGroup {
  readonly kind: "group";
  readonly id: string;
  items: ModelItem[];
}

export type ModelItem = ModelSection | ModelGroup;

export class SiteModel {
  items: ModelItem[] = [];
  main: string | undefined;

  /** The lists of items: the top level first, then those of the groups. */
  lists(): ModelItem[][] {
    const found: ModelItem[][] = [this.items];
    for (const list of found) {
      for (const item of list) if (item.kind === "group") found.push(item.items);
    }
    return found;
  }

  listItems(id: string): ModelItem[] {
    return this.lists().find((list) => list.some((item) => item.id === id)) ?? [];
  }

  all(): ModelItem[] {
    const walk = (items: readonly ModelItem[]): ModelItem[] =>
      items.flatMap((item) => [item, ...(item.kind === "group" ? walk(item.items) : [])]);
    return walk(this.items);
  }

  sections(): ModelSection[] {
    return this.all().filter((item) => item.kind === "section");
  }

  groups(): ModelGroup[] {
    return this.all().filter((item) => item.kind === "group");
  }

  addSection(id: string, siteSpace: string): void {
    this.items.push({ kind: "section", id, places: [siteSpace], main: siteSpace });
    this.main ??= id;
  }

  addGroup(id: string, parent: ModelGroup | undefined): void {
    (parent?.items ?? this.items).push({ kind: "group", id, items: [] });
  }

  removeSection(section: ModelSection): void {
    take(this.listItems(section.id), section);
    if (this.main === section.id) this.main = this.sections()[0]?.id;
  }

  removeGroup(group: ModelGroup): void {
    const list = this.listItems(group.id);
    list.splice(list.indexOf(group), 1, ...group.items);
  }

  putInto(group: ModelGroup, section: ModelSection): void {
    if (group.items.includes(section)) return;
    take(this.listItems(section.id), section);
    group.items.push(section);
  }

  leave(section: ModelSection): void {
    const outermost = this.items.findIndex(
      (item) => item.kind === "group" && within(item).includes(section),
    );
    take(this.listItems(section.id), section);
    this.items.splice(outermost + 1, 0, section);
  }

  addSpace(section: ModelSection, siteSpace: string): void {
    section.places.push(siteSpace);
    section.main ??= siteSpace;
  }

  removeSpace(section: ModelSection, siteSpace: string): void {
    take(section.places, siteSpace);
    if (section.main === siteSpace) section.main = section.places[0];
  }
}

/** Moves an item of a list before or after another, or to the end. */
export function move<T>(list: T[], thing: T, where: "before" | "after" | "end", other: T): void {
  take(list, thing);
  const at = where === "end" ? list.length : list.indexOf(other) + (where === "after" ? 1 : 0);
  list.splice(at, 0, thing);
}

function within(group: ModelGroup): ModelItem[] {
  return group.items.flatMap((item) => [item, ...(item.kind === "group" ? within(item) : [])]);
}

function take<T>(list: T[], thing: T): void {
  list.splice(list.indexOf(thing), 1);
}
