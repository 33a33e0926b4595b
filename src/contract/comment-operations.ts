/** Operations on comments and replies, shared by spaces and change requests. */
import { endpoint, paging } from "./endpoint.ts";
import {
  boolean,
  enumeration,
  type Fields,
  group,
  id,
  json,
  list,
  optional,
  text,
} from "./fields.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadBodyModel = () => import("./comment.model.ts").then((m) => m.body);

/** The text; an empty object has none. */
export const body = json(loadBodyModel, "Text", { markdown: "member" });

const page = optional(id("page", "Page to comment on"));
const node = optional(text("Block of the page to comment on", { min: 1, max: 255 }));
const cell = optional(
  group(
    {
      record: text("Row of the table", { min: 1, max: 255 }),
      definition: text("Column of the table", { min: 1, max: 255 }),
    },
    "Cell of a table on the page to comment on",
  ),
);

/** Format of texts in the response. */
export const format = optional(
  enumeration(["document", "markdown"], "Format of the text in the response", {
    default: "markdown",
  }),
);

/** Filter and order of a list of comments. */
const listing = {
  status: optional(
    enumeration(["all", "open", "resolved"], "Only resources in this state", { default: "all" }),
  ),
  order: optional(
    enumeration(["asc", "desc"], "Sort order; asc lists the oldest first", { default: "desc" }),
  ),
  targetPage: optional(id("page", "Only comments on this page")),
  authors: optional(list(id("user"), "Only comments posted by one of these users")),
  format,
};

/** Filters of a list of comments in all spaces; the ids of pages are unique in a space only. */
const { targetPage: _, ...acrossListing } = listing;

export { acrossListing };

const emoji = text("Emoji", { min: 1, max: 50 });

/** Reactions of the authenticated user. */
const reactions = {
  addedReactions: optional(
    list(emoji, "Emoji to add as your reaction", {
      max: 50,
    }),
  ),
  removedReactions: optional(
    list(emoji, "Emoji to remove from your reactions", {
      max: 50,
    }),
  ),
};

export const resolved = optional(boolean("Resolve the comment"));

const loadComment = () => import("./comment.model.ts").then((m) => m.comment);
const loadComments = () => import("./comment.model.ts").then((m) => m.comments);
const loadReply = () => import("./comment.model.ts").then((m) => m.reply);
const loadReplies = () => import("./comment.model.ts").then((m) => m.replies);
const loadMembers = () => import("./member.model.ts").then((m) => m.members);
const commentId = id("comment");
const commentReplyId = id("reply");

/** Resource that has the comments. */
interface Container<P extends `/${string}`, S extends Fields> {
  /** Suffix of its operation names. */
  readonly named: "Space" | "ChangeRequest";
  readonly path: P;
  /** Its path fields. */
  readonly self: S;
  readonly noun: "space" | "change request";
  /** Wording that distinguishes its operations from those of a space. */
  readonly within: "" | " in a change request";
}

export const inSpace = {
  named: "Space",
  path: "/spaces/{spaceId}",
  self: { spaceId: id("space") },
  noun: "space",
  within: "",
} as const;

export const inChangeRequest = {
  named: "ChangeRequest",
  path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
  self: { spaceId: id("space"), changeRequestId: id("cr") },
  noun: "change request",
  within: " in a change request",
} as const;

/** @param does help of the operations that need more than the name of the container */
export function listComments<const P extends `/${string}`, S extends Fields>(
  { named, path, self, noun, within }: Container<P, S>,
  does: { readonly create: string; readonly update: string },
) {
  const one = `${path}/comments/{commentId}` as const;
  return {
    list: endpoint({
      summary: `List the comments in a ${noun}`,
      operation: `listCommentsIn${named}`,
      route: `GET ${path}/comments`,
      input: { ...self, ...listing, ...paging },
      output: loadComments,
      list: true,
    }),
    create: endpoint({
      summary: does.create,
      operation: `postCommentIn${named}`,
      route: `POST ${path}/comments`,
      input: { ...self, body, page, node, tableCell: cell },
      output: loadComment,
    }),
    get: endpoint({
      summary: `Show a comment${within}`,
      operation: `getCommentIn${named}`,
      route: `GET ${one}`,
      input: { ...self, commentId, format },
      output: loadComment,
    }),
    update: endpoint({
      summary: does.update,
      operation: `updateCommentIn${named}`,
      route: `PUT ${one}`,
      input: { ...self, commentId, body: optional(body), resolved, ...reactions },
      output: loadComment,
    }),
    remove: endpoint({
      summary: `Delete a comment${within} with its replies`,
      operation: `deleteCommentIn${named}`,
      route: `DELETE ${one}`,
      input: { ...self, commentId },
    }),
    commenters: endpoint({
      summary: `List the members who commented on a ${noun}`,
      operation: `listCommentersIn${named}`,
      route: `GET ${path}/commenters`,
      input: { ...self, ...paging },
      output: loadMembers,
      list: true,
    }),
  };
}

/** @param update its help, and its fields besides the text and reactions */
export function getReplies<const P extends `/${string}`, S extends Fields, M extends Fields>(
  { named, path, self, within }: Container<P, S>,
  update: { readonly summary: string; readonly fields: M },
) {
  const all = `${path}/comments/{commentId}/replies` as const;
  const one = `${all}/{commentReplyId}` as const;
  return {
    list: endpoint({
      summary: `List the replies to a comment${within}`,
      operation: `listCommentRepliesIn${named}`,
      route: `GET ${all}`,
      input: { ...self, commentId, format, ...paging },
      output: loadReplies,
      list: true,
    }),
    create: endpoint({
      summary: `Reply to a comment${within}`,
      operation: `postCommentReplyIn${named}`,
      route: `POST ${all}`,
      input: { ...self, commentId, body, format },
      output: loadReply,
      inQuery: ["format"],
    }),
    get: endpoint({
      summary: `Show a reply${within}`,
      operation: `getCommentReplyIn${named}`,
      route: `GET ${one}`,
      input: { ...self, commentId, commentReplyId, format },
      output: loadReply,
    }),
    update: endpoint({
      summary: update.summary,
      operation: `updateCommentReplyIn${named}`,
      route: `PUT ${one}`,
      input: {
        ...self,
        commentId,
        commentReplyId,
        body: optional(body),
        ...update.fields,
        ...reactions,
      },
      output: loadReply,
    }),
    remove: endpoint({
      summary: `Delete a reply${within}`,
      operation: `deleteCommentReplyIn${named}`,
      route: `DELETE ${one}`,
      input: { ...self, commentId, commentReplyId },
    }),
  };
}
