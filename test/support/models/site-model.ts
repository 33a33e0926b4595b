/** Reference model of a site: the expected responses to a sequence of changes. */
import type { Done } from "./rounds.ts";
import {
  atTop,
  computeDepth,
  defaultSection,
  defaultSiteSpace,
  freePath,
  hasSections,
  isLive,
  liveIn,
  type Model,
  moved,
  presentGroup,
  presentSection,
  presentSiteSpace,
  told,
  withDefaults,
  withItems,
  withoutItem,
  withSection,
  withSiteSpaces,
} from "./site-model-parts.ts";

export interface Reference {
  readonly kind: "section" | "group" | "place";
  readonly id: string;
}

export interface Position {
  readonly before?: Reference | undefined;
  readonly after?: Reference | undefined;
}

/** A request with ids. An implicitly created section is named after the request. */
export type Asked =
  | { readonly does: "look" }
  | {
      readonly does: "add section";
      readonly title: string;
      readonly space: string;
      readonly label: string;
    }
  | {
      readonly does: "add group";
      readonly title: string;
      readonly parent: string | undefined;
      readonly sections: readonly string[];
      readonly label: string;
    }
  | {
      readonly does: "add place";
      readonly space: string;
      readonly section: string | undefined;
      readonly label: string;
    }
  | { readonly does: "rename group"; readonly id: string; readonly title: string }
  | {
      readonly does: "change section";
      readonly id: string;
      readonly title?: string;
      readonly path?: string;
      readonly main?: string;
    }
  | {
      readonly does: "change place";
      readonly id: string;
      readonly path?: string;
      readonly space?: string;
    }
  | {
      readonly does: "choose";
      readonly section: string | undefined;
      readonly place: string | undefined;
    }
  | { readonly does: "remove"; readonly what: Reference }
  | { readonly does: "put into" | "leave"; readonly group: string; readonly section: string }
  | {
      readonly does: "move";
      readonly what: Reference;
      readonly to: Position;
      /** Whether to use the generic sort operation. */
      readonly sorts: boolean;
    }
  | { readonly does: "delete space" | "restore space"; readonly space: string };

interface Answer {
  readonly id: string | undefined;
  /** The site space of a new section. */
  readonly place: string | undefined;
  readonly shown: unknown;
}

/** The model after a request; undefined if the response differs from the model's. */
export function after(model: Model, { asked, status, body }: Done<Asked>): Model | undefined {
  const { id: made = "", place: madeSiteSpace = "", shown } = (body ?? {}) as Partial<Answer>;
  const refused = (expected: number) => (status === expected ? model : undefined);
  const done = (expected: number, next: Model) => (status === expected ? next : undefined);
  const answered = (expected: number, next: Model, show: (model: Model) => unknown) =>
    status === expected && JSON.stringify(show(next)) === JSON.stringify(shown) ? next : undefined;

  switch (asked.does) {
    case "look":
      return answered(200, model, (now) => JSON.parse(told(now)));
    case "add section": {
      if (!isLive(model, asked.space)) return refused(400);
      const before = turned(model, asked.label);
      const section = withSection(before, made, asked.title, atTop(before));
      const next = added(section, made, madeSiteSpace, asked.space);
      return answered(201, withDefaults(next), (now) => presentSection(now, made));
    }
    case "add group": {
      const { parent, sections, title } = asked;
      const before = turned(model, asked.label);
      const isPossible =
        (parent === undefined ||
          (before.groups.has(parent) && computeDepth(before, parent) < 10)) &&
        sections.every((id) => before.sections.has(id));
      if (!isPossible) return refused(400);
      const list = [...(before.items.get(parent ?? "") ?? []), made];
      let next = withItems({ ...before, groups: new Map(before.groups).set(made, title) }, [
        [parent ?? "", list],
        [made, []],
      ]);
      for (const id of sections) next = moved(next, id, made);
      return answered(201, withDefaults(next), (now) => presentGroup(now, made));
    }
    case "add place": {
      const { section, space, label } = asked;
      if (!isLive(model, space)) return refused(400);
      if (section !== undefined && !model.sections.has(section)) return refused(400);
      const own = section ?? (hasSections(model) ? defaultSection(model) : "");
      const title = model.spaces.get(space)?.title ?? "";
      const key = own ?? `new ${label}`;
      const before = own === undefined ? withSection(model, key, title, atTop(model)) : model;
      const next = added(before, key, made, space);
      return answered(201, withDefaults(next), (now) => presentSiteSpace(now, key, made));
    }
    case "rename group": {
      const { id, title } = asked;
      if (!model.groups.has(id)) return refused(404);
      const next = { ...model, groups: new Map(model.groups).set(id, title) };
      return answered(200, withDefaults(next), (now) => presentGroup(now, id));
    }
    case "change section": {
      const { id, main } = asked;
      const section = model.sections.get(id);
      if (!section) return refused(404);
      const { title = section.title, path = section.path } = asked;
      const others = [...model.sections].filter(([other]) => other !== id);
      if (asked.path !== undefined && others.some(([, other]) => other.path === path)) {
        return refused(409);
      }
      if (main !== undefined && !liveIn(model, id).includes(main)) return refused(400);
      const mains = main === undefined ? model.mains : new Map(model.mains).set(id, main);
      const next = { ...model, mains, sections: new Map(model.sections).set(id, { title, path }) };
      return answered(200, withDefaults(next), (now) => presentSection(now, id));
    }
    case "change place": {
      const { id } = asked;
      const [siteSpace, at] = liveAt(model, id);
      if (!siteSpace) return refused(404);
      const { path = siteSpace.path, space = siteSpace.space } = asked;
      const others = (model.shelves.get(at) ?? []).filter((other) => other !== id);
      if (asked.path !== undefined && others.some((one) => model.places.get(one)?.path === path)) {
        return refused(409);
      }
      if (asked.space !== undefined && !isLive(model, space)) return refused(400);
      const next = { ...model, places: new Map(model.places).set(id, { path, space }) };
      return answered(200, withDefaults(next), (now) => presentSiteSpace(now, at, id));
    }
    case "choose": {
      const { section, place } = asked;
      if (section !== undefined) {
        if (!model.sections.has(section) || liveIn(model, section).length === 0) {
          return refused(400);
        }
      }
      const chosen = section === undefined ? model : { ...model, main: section };
      const own = hasSections(model) ? (section ?? defaultSection(model) ?? "") : "";
      if (place === undefined) return done(200, chosen);
      if (!liveIn(model, own).includes(place)) return refused(400);
      return done(200, { ...chosen, mains: new Map(model.mains).set(own, place) });
    }
    case "remove": {
      const { kind, id } = asked.what;
      if (kind === "section") {
        if (!model.sections.has(id)) return refused(204);
        return done(205, withDefaults(withoutItem(withSiteSpaces(model, id, []), id, [])));
      }
      if (kind === "group") {
        if (!model.groups.has(id)) return refused(204);
        return done(205, withDefaults(withoutItem(model, id, model.items.get(id) ?? [])));
      }
      const [siteSpace, at] = liveAt(model, id);
      if (!siteSpace) return refused(204);
      if (at !== "" && liveIn(model, at).length === 1) return refused(409);
      const left = (model.shelves.get(at) ?? []).filter((other) => other !== id);
      return done(205, withDefaults(withSiteSpaces(model, at, left)));
    }
    case "put into": {
      const { group, section } = asked;
      if (!model.groups.has(group)) return refused(404);
      if (!model.sections.has(section)) return refused(400);
      const isThere = model.items.get(group)?.includes(section) === true;
      const next = isThere ? model : moved(model, section, group);
      return answered(201, withDefaults(next), (now) => presentGroup(now, group));
    }
    case "leave": {
      const { group, section } = asked;
      const isContained = model.items.get(group)?.includes(section) === true;
      if (!isContained || !model.sections.has(section)) return refused(204);
      const top = model.items.get("") ?? [];
      const outermost = top.findIndex((id) => id === group || holds(model, id, group));
      const next = moved(model, section, "", top[outermost + 1]);
      return done(205, withDefaults(next));
    }
    case "move":
      return afterMove(model, asked, refused, answered);
    case "delete space":
    case "restore space": {
      const space = model.spaces.get(asked.space);
      const live = asked.does === "restore space";
      if (!space || space.live === live) return status < 500 ? model : undefined;
      const next = { ...model, spaces: new Map(model.spaces).set(asked.space, { ...space, live }) };
      return done(live ? 200 : 205, next);
    }
  }
}

function afterMove(
  model: Model,
  { what: { kind, id }, to }: Extract<Asked, { does: "move" }>,
  refused: (status: number) => Model | undefined,
  answered: (status: number, next: Model, show: (model: Model) => unknown) => Model | undefined,
): Model | undefined {
  const [siteSpace, shelf] = liveAt(model, id);
  const isThere = kind === "place" ? siteSpace : model[`${kind}s`].has(id);
  if (!isThere) return refused(404);
  const own = [...model.items].find(([, ids]) => ids.includes(id))?.[0] ?? "";
  const list = (kind === "place" ? model.shelves.get(shelf) : model.items.get(own)) ?? [];
  const others = list.filter((other) => other !== id);
  const seen = others.filter((other) => kind !== "place" || isLive(model, getSpace(model, other)));
  const isNeighbour = (one: Reference | undefined) =>
    one === undefined ||
    (seen.includes(one.id) && (one.kind === "place" || model[`${one.kind}s`].has(one.id)));
  const { before, after: lower } = to;
  const areTogether = !before || !lower || seen.indexOf(before.id) === seen.indexOf(lower.id) + 1;
  if (!isNeighbour(before) || !isNeighbour(lower) || !areTogether) return refused(400);
  const end = others.length;
  const at = lower ? others.indexOf(lower.id) + 1 : before ? others.indexOf(before.id) : end;
  const sorted = others.toSpliced(at, 0, id);
  const next =
    kind === "place" ? withSiteSpaces(model, shelf, sorted) : withItems(model, [[own, sorted]]);
  return answered(200, withDefaults(next), (now) => {
    if (kind === "place") return presentSiteSpace(now, shelf, id);
    return kind === "group" ? presentGroup(now, id) : presentSection(now, id);
  });
}

/** The site spaces at the root become the first section when a section or group is added. */
function turned(model: Model, label: string): Model {
  const root = model.shelves.get("") ?? [];
  const first = defaultSiteSpace(model, "") ?? root[0];
  if (first === undefined) return model;
  const key = `new ${label}`;
  const title = model.spaces.get(getSpace(model, first))?.title ?? "";
  const next = withSiteSpaces(
    withSiteSpaces(withSection(model, key, title, atTop(model)), key, root),
    "",
    [],
  );
  const mains = new Map(model.mains).set(key, model.mains.get("") ?? first);
  mains.delete("");
  return { ...next, main: key, mains, places: model.places };
}

/** Adds a site space at the end of a section or of the root. */
function added(model: Model, section: string, id: string, space: string): Model {
  const shelf = model.shelves.get(section) ?? [];
  const taken = shelf.map((one) => model.places.get(one)?.path ?? "");
  const path = freePath(model.spaces.get(space)?.title ?? "", taken);
  const siteSpaces = new Map(model.places).set(id, { path, space });
  return withSiteSpaces({ ...model, places: siteSpaces }, section, [...shelf, id]);
}

/** A site space whose space is not deleted, and its section; "" is the root. */
function liveAt(model: Model, id: string) {
  const [at] = [...model.shelves].find(([, ids]) => ids.includes(id)) ?? [];
  const siteSpace = at === undefined ? undefined : model.places.get(id);
  return [siteSpace && isLive(model, siteSpace.space) ? siteSpace : undefined, at ?? ""] as const;
}

function getSpace({ places }: Model, id: string): string {
  return places.get(id)?.space ?? "";
}

function holds({ items }: Model, group: string, id: string): boolean {
  return (items.get(group) ?? []).some((one) => one === id || holds({ items } as Model, one, id));
}
