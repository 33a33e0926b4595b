/** Reference model of change requests: the expected responses to a sequence of requests. */
import { isAtLeast, type Role } from "../../../src/contract/roles.ts";
import type { Done } from "./rounds.ts";

interface Page {
  readonly title: string;
  readonly emoji: string | undefined;
}

/** Pages by their immutable names. */
export type Pages = ReadonlyMap<string, Page>;

interface ChangeRequest {
  readonly number: number;
  readonly status: "draft" | "open" | "archived" | "merged";
  readonly subject: string;
  readonly pages: Pages;
  /** The base revision of the space, and its content. */
  readonly ancestor: string;
  readonly base: Pages;
}

export interface Model {
  /** The callers, and their roles in the space. */
  readonly people: ReadonlyMap<string, Role>;
  readonly revision: string;
  readonly pages: Pages;
  readonly all: ReadonlyMap<string, ChangeRequest>;
}

export type Step =
  | { readonly does: "insert"; readonly name: string; readonly page: Page }
  | { readonly does: "update"; readonly name: string; readonly fields: Partial<Page> }
  | { readonly does: "delete"; readonly name: string };

export interface Settings {
  readonly subject?: string;
  readonly status?: "draft" | "open" | "archived";
}

/** A request, with the ids in it. */
export type Asked = { readonly who: string } & (
  | { readonly does: "begin"; readonly subject: string }
  | { readonly does: "settle"; readonly id: string; readonly settings: Settings }
  | { readonly does: "edit"; readonly id: string; readonly steps: readonly Step[] }
  | { readonly does: "merge" | "pull" | "look"; readonly id: string }
  | { readonly does: "count" }
);

const needed = { settle: "edit", edit: "edit", pull: "edit", merge: "review" } as const;

/** The model after a request; undefined if the response differs from the model's. */
export function after(model: Model, { asked, status, body }: Done<Asked>): Model | undefined {
  const role = model.people.get(asked.who) ?? null;
  const refused = (expected: number) => (status === expected ? model : undefined);
  const answered = (expected: unknown, next: Model) =>
    status < 300 && JSON.stringify(expected) === JSON.stringify(body) ? next : undefined;
  if (asked.does === "count") return answered(countsIn(model), model);
  if (asked.does === "begin") {
    if (!isAtLeast(role, "edit")) return refused(403);
    const { id } = (body ?? {}) as { readonly id?: string };
    if (id === undefined || model.all.has(id)) return undefined;
    const next = withOne(model, id, {
      number: Math.max(0, ...[...model.all.values()].map(({ number }) => number)) + 1,
      status: "draft",
      subject: asked.subject,
      pages: model.pages,
      ancestor: model.revision,
      base: model.pages,
    });
    return answered(presentChange(next, id), next);
  }
  const { id } = asked;
  const one = model.all.get(id);
  if (!one) return refused(404);
  if (asked.does === "look") return answered(presentChange(model, id), model);
  if (!isAtLeast(role, needed[asked.does])) return refused(403);
  const isFinal = one.status === "merged" || one.status === "archived";
  if (asked.does === "settle") {
    const { subject = one.subject, status: state = one.status } = asked.settings;
    const isAsItWas = subject === one.subject && state === one.status;
    const isReopened = one.status === "archived" && state !== "archived";
    if (isFinal && !isAsItWas && !isReopened) return refused(409);
    const next = withOne(model, id, { ...one, subject, status: state });
    return answered(presentChange(next, id), next);
  }
  if (isFinal) return refused(409);
  if (asked.does === "edit") {
    const pages = edited(one.pages, asked.steps);
    if (!pages) return refused(404);
    const next = withOne(model, id, { ...one, pages });
    return answered(presentChange(next, id), next);
  }
  const { revision } = (body ?? {}) as { readonly revision?: string };
  if (asked.does === "merge") {
    const { pages, conflicts } = mergePages(one.base, model.pages, one.pages);
    if (conflicts.length > 0) return refused(409);
    if (revision === undefined || revision === model.revision) return undefined;
    const merged = withOne(model, id, { ...one, status: "merged" });
    return answered({ result: "merge", revision }, { ...merged, pages, revision });
  }
  const { pages, conflicts } = mergePages(one.base, one.pages, model.pages);
  if (conflicts.length > 0) return refused(409);
  const pulled = { ...one, pages, base: model.pages, ancestor: model.revision };
  return answered({ result: "update", revision }, withOne(model, id, pulled));
}

/** A canonical text of the state. */
export function told(model: Model): string {
  const all = [...model.all].map(([id, { pages }]) => ({
    ...presentChange(model, id),
    pages: toldPages(pages),
  }));
  return JSON.stringify({
    ...countsIn(model),
    pages: toldPages(model.pages),
    all: all.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0)),
  });
}

export function toldPages(pages: Pages): string[] {
  return [...pages].map(([name, { title, emoji }]) => `${name} ${title} ${emoji}`).toSorted();
}

function countsIn({ revision, all }: Model) {
  const states = [...all.values()].map(({ status }) => status);
  return {
    revision,
    changeRequests: states.length,
    changeRequestsOpen: states.filter((status) => status === "open").length,
    changeRequestsDraft: states.filter((status) => status === "draft").length,
  };
}

function presentChange(model: Model, id: string) {
  const one = model.all.get(id);
  const outdated = one?.status !== "merged" && one?.ancestor !== model.revision;
  return { id, number: one?.number, status: one?.status, subject: one?.subject, outdated };
}

/** The pages after all steps; undefined if a step refers to a page that does not exist. */
function edited(before: Pages, steps: readonly Step[]): Pages | undefined {
  const pages = new Map(before);
  for (const step of steps) {
    const page = pages.get(step.name);
    if (step.does === "insert") pages.set(step.name, step.page);
    else if (!page) return undefined;
    else if (step.does === "delete") pages.delete(step.name);
    else pages.set(step.name, { ...page, ...step.fields });
  }
  return pages;
}

interface Conflict {
  readonly page: string;
  readonly reason: "edited" | "deleted";
  readonly fields: readonly string[];
}

/** The merge of both sides. */
function mergePages(base: Pages, ours: Pages, theirs: Pages) {
  const pages = new Map<string, Page>();
  const conflicts: Conflict[] = [];
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const [was, mine, other] = [base.get(name), ours.get(name), theirs.get(name)];
    const only = mine ?? other;
    if (mine && other) {
      const fields = (["title", "emoji"] as const).filter(
        (field) =>
          mine[field] !== other[field] &&
          mine[field] !== was?.[field] &&
          other[field] !== was?.[field],
      );
      if (fields.length > 0) conflicts.push({ page: name, reason: "edited", fields });
      pages.set(name, {
        title: mine.title === was?.title ? other.title : mine.title,
        emoji: mine.emoji === was?.emoji ? other.emoji : mine.emoji,
      });
    } else if (only && !was) pages.set(name, only);
    else if (only && (only.title !== was?.title || only.emoji !== was?.emoji)) {
      conflicts.push({ page: name, reason: "deleted", fields: [] });
    }
  }
  return { pages, conflicts: conflicts.toSorted((one, two) => (one.page < two.page ? -1 : 1)) };
}

function withOne(model: Model, id: string, one: ChangeRequest): Model {
  return { ...model, all: new Map(model.all).set(id, one) };
}
