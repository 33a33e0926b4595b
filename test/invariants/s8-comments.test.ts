import fc from "fast-check";
import { expect, test } from "vitest";
import * as comment from "../../src/contract/comment.ts";
import * as reply from "../../src/contract/comment-reply.ts";
import * as cr from "../../src/contract/cr.ts";
import * as crComment from "../../src/contract/cr-comment.ts";
import * as crReply from "../../src/contract/cr-comment-reply.ts";
import type { Output } from "../../src/contract/endpoint.ts";
import * as space from "../../src/contract/space.ts";
import { amount, report } from "../support/generators/amount.ts";
import {
  type Asked,
  after,
  byId,
  type Changes,
  type CommentedKind,
  type Model,
  told,
} from "../support/models/comment-model.ts";
import { chosen, type ModelSetup, tryAll } from "../support/models/rounds.ts";
import { openWorkspace, type Workspace } from "../support/platforms/workspace.ts";

/**
 * A command of a client; users and comments are selected by their index among the existing ones.
 */
interface Command {
  readonly does: Asked["does"];
  readonly who: number;
  readonly which: number;
  /** A reply to the comment, if there is one; otherwise the comment itself. */
  readonly reply: number | undefined;
  readonly inSpace: boolean;
  readonly text: string;
  readonly changes: Changes;
}

const number = fc.nat({ max: 1000 });
const text = fc.constantFrom("Is this right?", "It is.", "**No.**");
const command: fc.Arbitrary<Command> = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.constant("post" as const) },
    { weight: 5, arbitrary: fc.constant("answer" as const) },
    { weight: 8, arbitrary: fc.constant("change" as const) },
    { weight: 3, arbitrary: fc.constant("delete" as const) },
    { weight: 5, arbitrary: fc.constantFrom("look" as const, "count" as const) },
  ),
  who: number,
  which: number,
  reply: fc.option(number, { nil: undefined }),
  inSpace: fc.boolean(),
  text,
  changes: fc.oneof(
    fc.record({ resolved: fc.boolean() }),
    fc.record({ text, resolved: fc.option(fc.boolean(), { nil: undefined }) }),
    fc.record({
      addedReactions: fc.subarray(["👍", "🎉"]),
      removedReactions: fc.subarray(["😕", "🚀"]),
    }),
    fc.record({
      addedReactions: fc.subarray(["😕", "🚀"]),
      removedReactions: fc.subarray(["👍", "🎉"]),
    }),
  ),
});

test("concurrent discussions of four users have the result of some serial order, in every count", async () => {
  const workspace = await openWorkspace();
  const sequences = amount({ short: 1, all: 3, full: 500 });
  const trial = { command, open: () => openGround(workspace), meant, after, told };
  report("S8", `comments: ${await tryAll(trial, sequences)}`);
});

function meant(command: Command, { people, comments }: Model): Asked {
  const who = chosen([...people.keys()], command.who) ?? "";
  const { does, text } = command;
  const kind: CommentedKind = command.inSpace ? "space" : "change request";
  if (does === "post") return { does, who, place: kind, text };
  // Few of them, so that requests conflict.
  const id = chosen([...comments.keys()].slice(-3), command.which);
  const there = comments.get(id ?? "");
  if (does === "count" || id === undefined || !there) return { does: "count", who, place: kind };
  // Sometimes it is requested in the wrong space or change request.
  const at = { who, place: command.which % 20 === 0 ? kind : there.place };
  if (does === "answer") return { does, id, ...at, text };
  if (does === "look") return { does, id, ...at };
  const replies = [...there.replies.keys()];
  const reply = command.reply === undefined ? undefined : chosen(replies, command.reply);
  if (does === "delete") return { does, id, ...at, reply };
  // A reply in a space does not contain the state of its comment.
  const { resolved, ...others } = command.changes;
  const resolves = resolved !== undefined && (reply === undefined || at.place !== "space");
  return { does, id, ...at, reply, changes: { ...others, ...(resolves && { resolved }) } };
}

async function openGround(workspace: Workspace): Promise<ModelSetup<Model, Asked>> {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const people = new Map<string, "admin" | "edit" | "comment" | "read">([[admin, "admin"]]);
  for (const role of ["edit", "comment", "comment", "read"] as const) {
    people.set(await workspace.member(organizationId, role), role);
  }
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, title: "A" });
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
  const ids = { spaceId, changeRequestId };
  return {
    model: { people, comments: new Map() },
    async ask(asked) {
      const { status, body } = await asking(workspace, ids, asked);
      return { status, body: comparable(asked, body) };
    },
    seen: () => stateFor(workspace, admin, ids),
  };
}

interface Ids {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

function asking(workspace: Workspace, all: Ids, asked: Asked) {
  const { who, place } = asked;
  const isInSpace = place === "space";
  const ids = isInSpace ? { spaceId: all.spaceId } : all;
  const [on, below] = isInSpace ? [comment, reply] : [crComment, crReply];
  if (asked.does === "count") {
    return isInSpace ? workspace.ask(who, space.get, ids) : workspace.ask(who, cr.get, all);
  }
  if (asked.does === "post") {
    return workspace.ask(who, on.create, { ...ids, body: { markdown: asked.text } });
  }
  const at = { ...ids, commentId: asked.id };
  if (asked.does === "look") return workspace.ask(who, on.get, at);
  if (asked.does === "answer") {
    return workspace.ask(who, below.create, { ...at, body: { markdown: asked.text } });
  }
  const one = asked.reply === undefined ? undefined : { ...at, commentReplyId: asked.reply };
  if (asked.does === "delete") {
    return one ? workspace.ask(who, below.remove, one) : workspace.ask(who, on.remove, at);
  }
  const { text, resolved, ...reactions } = asked.changes;
  const changes = {
    ...reactions,
    ...(resolved !== undefined && { resolved }),
    ...(text !== undefined && { body: { markdown: text } }),
  };
  return one
    ? workspace.ask(who, below.update, { ...one, ...changes })
    : workspace.ask(who, on.update, { ...at, ...changes });
}

type Comment = Output<typeof comment.get>;
type Reply = Output<typeof reply.get>;

/** The response according to the model. */
function comparable({ does }: Asked, body: unknown): unknown {
  if (body === undefined) return undefined;
  if (does === "count") return (body as { readonly comments: number }).comments;
  const said = body as Comment | Reply;
  return said.object === "comment" ? comparableComment(said) : comparableReply(said);
}

function comparableReply({ id, postedBy, body, reactions }: Reply | Comment) {
  const all = reactions.map(({ emoji, count, users }) => {
    expect(users).toHaveLength(count);
    return users.map(({ user }) => `${emoji} ${user.id}`);
  });
  const text = "markdown" in body ? body.markdown : "";
  return { id, by: postedBy.id, text, reactions: all.flat().toSorted() };
}

function comparableComment(one: Comment) {
  expect(one.status === "resolved").toBe(one.resolvedAt !== undefined);
  return {
    ...comparableReply(one),
    resolvedBy: one.resolvedBy?.id ?? null,
    replies: one.replies,
    repliers: one.repliers.map(({ user, count }) => `${user.id} ${count}`).toSorted(),
  };
}

/** The complete state, as in the lists for an admin. */
async function stateFor(workspace: Workspace, admin: string, all: Ids): Promise<string> {
  const limit = 1000;
  const { spaceId } = all;
  const kinds = [
    { place: "space", ids: { spaceId }, on: comment, below: reply },
    { place: "change request", ids: all, on: crComment, below: crReply },
  ] as const;
  const comments = [];
  const commenters = [];
  for (const { place, ids, on, below } of kinds) {
    const { items } = await workspace.ok(admin, on.list, { ...ids, limit });
    for (const one of items) {
      const at = { ...ids, commentId: one.id, limit };
      const thread = one.replies === 0 ? [] : (await workspace.ok(admin, below.list, at)).items;
      comments.push({
        ...comparableComment(one),
        place,
        thread: thread.map(comparableReply).toSorted(byId),
      });
    }
    const people = await workspace.ok(admin, on.commenters, { ...ids, limit });
    commenters.push(people.items.map(({ id }) => id).toSorted());
  }
  const inSpace = await workspace.ok(admin, space.get, { spaceId });
  const inChange = await workspace.ok(admin, cr.get, all);
  return JSON.stringify({
    all: comments.toSorted(byId),
    open: [inSpace.comments, inChange.comments],
    commenters,
  });
}
