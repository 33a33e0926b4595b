/** Reference model of comments and replies: the expected responses to a sequence of requests. */
import { isAtLeast, type Role } from "../../../src/contract/roles.ts";
import type { Done } from "./rounds.ts";

/** The parent of a comment: a space, or one of its change requests. */
export type CommentedKind = "space" | "change request";

interface Said {
  readonly by: string;
  readonly text: string;
  /** As `emoji user`. */
  readonly reactions: ReadonlySet<string>;
}

interface Comment extends Said {
  readonly place: CommentedKind;
  /** The user who resolved it; null while it is open. */
  readonly resolvedBy: string | null;
  readonly replies: ReadonlyMap<string, Said>;
}

export interface Model {
  /** The callers, and their roles in the space. */
  readonly people: ReadonlyMap<string, Role>;
  readonly comments: ReadonlyMap<string, Comment>;
}

export interface Changes {
  readonly resolved?: boolean | undefined;
  readonly text?: string | undefined;
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

/** A request with ids. A reply is identified together with its comment. */
export type Asked = { readonly who: string; readonly place: CommentedKind } & (
  | { readonly does: "post"; readonly text: string }
  | { readonly does: "answer"; readonly id: string; readonly text: string }
  | {
      readonly does: "change";
      readonly id: string;
      readonly reply: string | undefined;
      readonly changes: Changes;
    }
  | { readonly does: "delete"; readonly id: string; readonly reply: string | undefined }
  | { readonly does: "look"; readonly id: string }
  | { readonly does: "count" }
);

/** The model after a request; undefined if the response differs from the model's. */
export function after(model: Model, { asked, status, body }: Done<Asked>): Model | undefined {
  const { who, place } = asked;
  const { comments } = model;
  const role = model.people.get(who) ?? null;
  const refused = (expected: number) => (status === expected ? model : undefined);
  const answered = (expected: unknown, next: Model) =>
    status === 200 && JSON.stringify(expected) === JSON.stringify(body) ? next : undefined;
  if (asked.does === "count") return answered(openIn(model, place), model);
  if (!isAtLeast(role, "comment")) return refused(403);
  if (asked.does === "post") {
    const said = { by: who, text: asked.text, reactions: new Set<string>() };
    const made: Comment = { ...said, place, resolvedBy: null, replies: new Map() };
    const id = getId(body);
    return answered(presentComment(id, made), withComment(model, id, made));
  }
  const { id } = asked;
  const comment = comments.get(id)?.place === place ? comments.get(id) : undefined;
  if (!comment) return refused(asked.does === "delete" ? 204 : 404);
  if (asked.does === "look") return answered(presentComment(id, comment), model);
  if (asked.does === "answer") {
    const made = { by: who, text: asked.text, reactions: new Set<string>() };
    const replies = new Map(comment.replies).set(getId(body), made);
    return answered(
      presentText(getId(body), made),
      withComment(model, id, { ...comment, replies }),
    );
  }
  const reply = comment.replies.get(asked.reply ?? "");
  if (asked.reply !== undefined && !reply) return refused(asked.does === "delete" ? 204 : 404);
  const said = reply ?? comment;
  if (asked.does === "delete") {
    if (said.by !== who && role !== "admin") return refused(403);
    if (status !== 205) return undefined;
    return reply ? withReply(model, id, asked.reply, undefined) : withComment(model, id, undefined);
  }
  const { changes } = asked;
  if (changes.text !== undefined && said.by !== who) return refused(403);
  const updated = { ...comment, resolvedBy: resolvedAfter(comment, who, changes.resolved) };
  const next = { ...said, text: changes.text ?? said.text, reactions: reacted(said, who, changes) };
  if (!reply) {
    const changed = { ...updated, ...next, resolvedBy: updated.resolvedBy };
    return answered(presentComment(id, changed), withComment(model, id, changed));
  }
  const kept = withComment(model, id, updated);
  return answered(presentText(asked.reply ?? "", next), withReply(kept, id, asked.reply, next));
}

/** A canonical text of the state. */
export function told(model: Model): string {
  const all = [...model.comments].map(([id, comment]) => ({
    ...presentComment(id, comment),
    place: comment.place,
    thread: [...comment.replies].map(([reply, said]) => presentText(reply, said)).toSorted(byId),
  }));
  const kinds = ["space", "change request"] as const;
  return JSON.stringify({
    all: all.toSorted(byId),
    open: kinds.map((kind) => openIn(model, kind)),
    commenters: kinds.map((kind) => commentersIn(model, kind)),
  });
}

export function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** The response fields of comments and replies. */
function presentText(id: string, { by, text, reactions }: Said) {
  return { id, by, text, reactions: [...reactions].toSorted() };
}

function presentComment(id: string, comment: Comment) {
  const people = [...comment.replies.values()].map(({ by }) => by);
  const repliers = [...new Set(people)].map(
    (by) => `${by} ${people.filter((other) => other === by).length}`,
  );
  return {
    ...presentText(id, comment),
    resolvedBy: comment.resolvedBy,
    replies: comment.replies.size,
    repliers: repliers.toSorted(),
  };
}

function openIn({ comments }: Model, kind: CommentedKind): number {
  return [...comments.values()].filter((one) => one.place === kind && one.resolvedBy === null)
    .length;
}

function commentersIn({ comments }: Model, kind: CommentedKind): string[] {
  const there = [...comments.values()].filter((one) => one.place === kind);
  const people = there.flatMap((one) => [one, ...one.replies.values()].map(({ by }) => by));
  return [...new Set(people)].toSorted();
}

/** Resolving again does not change the resolver. */
function resolvedAfter(comment: Comment, who: string, resolved: boolean | undefined) {
  if (resolved === undefined) return comment.resolvedBy;
  return resolved ? (comment.resolvedBy ?? who) : null;
}

function reacted(said: Said, who: string, changes: Changes): ReadonlySet<string> {
  const { addedReactions = [], removedReactions = [] } = changes;
  const reactions = new Set([...said.reactions, ...addedReactions.map((one) => `${one} ${who}`)]);
  for (const emoji of removedReactions) reactions.delete(`${emoji} ${who}`);
  return reactions;
}

function withComment(model: Model, id: string, comment: Comment | undefined): Model {
  const comments = new Map(model.comments);
  if (comment) comments.set(id, comment);
  else comments.delete(id);
  return { ...model, comments };
}

function withReply(model: Model, id: string, reply = "", said: Said | undefined): Model {
  const comment = model.comments.get(id);
  if (!comment) return model;
  const replies = new Map(comment.replies);
  if (said) replies.set(reply, said);
  else replies.delete(reply);
  return withComment(model, id, { ...comment, replies });
}

function getId(body: unknown): string {
  return (body as { readonly id?: string } | undefined)?.id ?? "";
}
