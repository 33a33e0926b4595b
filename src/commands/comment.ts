/** `tome comment`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/comment.ts";
import * as inChangeRequest from "../contract/cr-comment.ts";
import { optional, text } from "../contract/fields.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { idColumn } from "./columns.ts";
import { commands as reply } from "./comment-reply.ts";
import {
  authorColumn,
  bodyColumn,
  firstWords,
  postedColumn,
  unresolve,
  withResolved,
} from "./comment-words.ts";
import { commentNow } from "./outcomes.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  authorColumn,
  { header: "STATUS", path: "status", as: "state" },
  { header: "REPLIES", path: "replies", as: "number" },
  postedColumn,
  bodyColumn,
];

const listColumns: readonly Column[] = [
  ...columns,
  { header: "PAGE", path: "target.page.id", wide: true, forPeople: true },
];

const record: readonly Column[] = [
  ...columns,
  { header: "EDITED", path: "editedAt", as: "time" },
  { header: "RESOLVED", path: "resolvedAt", as: "time" },
  { header: "RESOLVED BY", path: "resolvedBy.displayName" },
  { header: "PAGE", path: "target.page.id", as: "id" },
  { header: "NODE", path: "target.node.id", as: "id" },
  { header: "CHANGE REQUEST", path: "target.changeRequest" },
  { header: "REVIEW", path: "target.review" },
];

export const commands = noun({
  does: "Manage comments on spaces and change requests",
  own: "comment",
  verbs: {
    list: show([inChangeRequest.list, contract.list], {
      does: "List the comments in a space or change request",
      columns: listColumns,
      belongs: {
        paths: ["target.page.id"],
        within: "spaceId",
        from: () => import("../contract/page.ts").then((m) => m.list),
      },
      none: "No comments match.",
      examples: [
        "comment list --space Handbook --status open",
        "comment list --space Handbook --cr 3 --author ada@example.com --author grace@example.com",
      ],
    }),
    create: act([inChangeRequest.create, contract.create], {
      does: "Comment on a space, change request, page, block or table cell",
      extra: {
        tableCell: optional(
          text("Cell of a table on the page to comment on", {
            placeholder: "record>:<definition",
          }),
        ),
      },
      shape: withCell,
      done: "Posted the comment {id}.",
      columns: record,
      examples: [
        'comment create --space Handbook --body "Is this still true?"',
        'comment create --space Handbook --cr 3 --page guides/start --body "Please *shorten* it."',
      ],
    }),
    get: show([inChangeRequest.get, contract.get], {
      does: contract.get.does,
      columns: record,
      examples: [
        "comment get C1 --space Handbook",
        "comment get C1 --space Handbook --format document",
      ],
    }),
    update: act([inChangeRequest.update, contract.update], {
      does: contract.update.does,
      extra: unresolve,
      shape: withResolved,
      done: "Changed the comment {commentId}.",
      outcome: commentNow,
      columns: record,
      examples: [
        "comment update latest --space Handbook --resolve",
        "comment update C1 --space Handbook --add-reaction 👍 --remove-reaction 👀",
      ],
    }),
    delete: act([inChangeRequest.remove, contract.remove], {
      does: contract.remove.does,
      done: "Deleted the comment {commentId} and its replies.",
      absent: "Comment {commentId} not found. No changes were made.",
      confirm: {
        question: "Delete the comment {comment} and its replies?",
        names: [{ of: "commentId", by: [inChangeRequest.get, contract.get], says: firstWords }],
      },
    }),
    reply,
  },
});

/** @throws UsageError for a cell without row and column */
function withCell(input: JsonObject): JsonObject {
  const { tableCell } = input;
  if (typeof tableCell !== "string") return input;
  const [, record, definition] = /^([^:]+):(.+)$/.exec(tableCell) ?? [];
  if (record === undefined || definition === undefined) {
    throw new UsageError(
      `--table-cell must be <record>:<definition>, the row and column of the cell, not ${JSON.stringify(tableCell)}.`,
    );
  }
  return { ...input, tableCell: { record, definition } };
}
