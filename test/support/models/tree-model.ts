/** Reference model of collections and spaces: the expected responses to a sequence of requests. */
import type { Done } from "./rounds.ts";

export type Kind = "space" | "collection";

/** A parent in the tree: a collection, or the top level. */
export type Parent = string | null;

interface Thing {
  readonly kind: Kind;
  readonly title: string;
  readonly parent: Parent;
  /** A deleted space keeps its position. */
  readonly deleted: boolean;
}

export interface Model {
  readonly things: ReadonlyMap<string, Thing>;
  /** The children of each parent, in order. */
  readonly order: ReadonlyMap<Parent, readonly string[]>;
}

/** A request, with the ids in it. */
export type Asked =
  | {
      readonly does: "create";
      readonly kind: Kind;
      readonly title: string;
      readonly parent: Parent;
    }
  | { readonly does: "rename"; readonly kind: Kind; readonly id: string; readonly title: string }
  | { readonly does: "delete"; readonly kind: Kind; readonly id: string }
  | { readonly does: "restore"; readonly kind: Kind; readonly id: string }
  | {
      readonly does: "move";
      readonly kind: Kind;
      readonly id: string;
      readonly parent: Parent;
      readonly beside: { readonly id: string; readonly kind: Kind } | undefined;
      readonly side: "before" | "after";
    };

export const emptyModel: Model = { things: new Map(), order: new Map() };

/** The model after a request; undefined if the response differs from the model's. */
export function after(model: Model, { asked, status, body }: Done<Asked>): Model | undefined {
  const isRefused = status === 400 || status === 404;
  const { things } = model;
  const isThere = (parent: Parent) => parent === null || things.has(parent);
  if (asked.does === "create") {
    if (!isThere(asked.parent)) return isRefused ? model : undefined;
    if (status !== 201) return undefined;
    const { id: made } = body as { readonly id: string };
    const { kind, title, parent } = asked;
    const shelf = [...(model.order.get(parent) ?? []), made];
    return ordered(kept(model, made, { kind, title, parent, deleted: false }), parent, shelf);
  }
  const { id } = asked;
  const thing = things.get(id);
  const isLive = thing !== undefined && !thing.deleted;
  if (asked.does === "delete") {
    if (!isLive) return status === 204 ? model : undefined;
    if (status !== 205) return undefined;
    return thing.kind === "space"
      ? kept(model, id, { ...thing, deleted: true })
      : dissolved(model, id, thing);
  }
  if (asked.does === "restore") {
    if (!thing) return status === 404 ? model : undefined;
    // A resource that is not deleted is refused or stays unchanged.
    if (!thing.deleted) return status < 500 ? model : undefined;
    return status === 200 ? kept(model, id, { ...thing, deleted: false }) : undefined;
  }
  if (!isLive) return status === 404 ? model : undefined;
  if (asked.does === "rename") {
    return status === 200 ? kept(model, id, { ...thing, title: asked.title }) : undefined;
  }
  const { parent, beside, side } = asked;
  const neighbour = beside && things.get(beside.id);
  const isPossible =
    isThere(parent) &&
    !isWithin(model, parent, id) &&
    (beside === undefined || (neighbour?.parent === parent && !neighbour.deleted));
  if (!isPossible) return isRefused ? model : undefined;
  const shelf = model.order.get(parent) ?? [];
  const at = beside ? shelf.indexOf(beside.id) + (side === "after" ? 1 : 0) : shelf.length;
  if (parent === thing.parent) {
    const old = shelf.indexOf(id);
    const passed = shelf.slice(Math.min(at, old), Math.max(at, old));
    if (!passed.some((other) => other !== id && !things.get(other)?.deleted)) {
      return status === 409 ? model : undefined;
    }
  }
  if (status !== 200) return undefined;
  const left = (model.order.get(thing.parent) ?? []).filter((other) => other !== id);
  const taken = ordered(kept(model, id, { ...thing, parent }), thing.parent, left);
  const head = shelf.slice(0, at).filter((other) => other !== id);
  const tail = shelf.slice(at).filter((other) => other !== id);
  return ordered(taken, parent, [...head, id, ...tail]);
}

/** A canonical text of the state. */
export function told({ things, order }: Model): string {
  const shelves = [...order].filter(([, ids]) => ids.length > 0);
  return JSON.stringify(
    shelves
      .map(([parent, ids]) => [
        parent ?? "",
        ids.map((id) => [id, things.get(id)?.title, things.get(id)?.deleted]),
      ])
      .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
}

function kept(model: Model, id: string, thing: Thing): Model {
  return { ...model, things: new Map(model.things).set(id, thing) };
}

function ordered(model: Model, parent: Parent, ids: readonly string[]): Model {
  return { ...model, order: new Map(model.order).set(parent, ids) };
}

/** The content of a deleted collection takes its position. */
function dissolved({ things, order }: Model, id: string, { parent }: Thing): Model {
  const children = order.get(id) ?? [];
  const left = new Map(things);
  left.delete(id);
  for (const one of children) {
    const thing = left.get(one);
    if (thing) left.set(one, { ...thing, parent });
  }
  const shelves = new Map(order);
  shelves.delete(id);
  const shelf = order.get(parent) ?? [];
  shelves.set(
    parent,
    shelf.flatMap((one) => (one === id ? children : [one])),
  );
  return { things: left, order: shelves };
}

function isWithin({ things }: Model, parent: Parent, id: string): boolean {
  for (let at = parent; at !== null; at = things.get(at)?.parent ?? null)
    if (at === id) return true;
  return false;
}
