/** `tome comment`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/comment.ts";
import { acrossListing } from "../contract/comment-operations.ts";
import * as inChangeRequest from "../contract/cr-comment.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { idColumn } from "./columns.ts";
import { commands as reply } from "./comment-reply.ts";
import {
  authorColumn,
  bodyColumn,
  getFirstWords,
  postedColumn,
  unresolve,
  withResolved,
} from "./comment-words.ts";
import { boolean, id, optional, text } from "./fields.ts";
import { describeComment } from "./outcomes.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  authorColumn,
  { header: "STATUS", path: "status", as: "state" },
  { header: "REPLIES", path: "replies", as: "number" },
  postedColumn,
  bodyColumn,
];

const listColumns: readonly PrintedColumn[] = [
  ...columns,
  { header: "PAGE", path: "target.page.id", wide: true, forPeople: true },
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "EDITED", path: "editedAt", as: "time" },
  { header: "RESOLVED", path: "resolvedAt", as: "time" },
  { header: "RESOLVED BY", path: "resolvedBy.displayName" },
  { header: "PAGE", path: "target.page.id", as: "id", refers: "page" },
  { header: "NODE", path: "target.node.id", as: "id" },
  { header: "CHANGE REQUEST", path: "target.changeRequest", refers: "cr" },
  { header: "REVIEW", path: "target.review" },
];

const acrossFields = {
  orgWide: optional(boolean("List comments in all spaces, even if a space is set")),
  organizationId: id("org"),
};

export const commands = noun({
  summary: "Manage comments on spaces and change requests",
  own: "comment",
  verbs: {
    list: query([inChangeRequest.list, contract.list], {
      summary: "List the comments in a space, change request or organization",
      extra: acrossFields,
      unless: { orgWide: "spaceId" },
      across: {
        flag: "orgWide",
        isFallback: true,
        fields: { ...acrossListing, ...acrossFields },
        load: () => import("../features/content/list-comments.ts").then((m) => m.listComments),
      },
      columns: listColumns,
      titleLookup: {
        paths: ["target.page.id"],
        within: "spaceId",
        from: () => import("../contract/page.ts").then((m) => m.list),
      },
      emptyText: "No comments match.",
      examples: [
        "comment list --space Handbook --status open",
        "comment list --org-wide --status open",
        "comment list --space Handbook --cr 3 --author ada@example.com --author grace@example.com",
      ],
    }),
    create: mutation([inChangeRequest.create, contract.create], {
      summary: "Comment on a space, change request, page, block or table cell",
      extra: {
        tableCell: optional(
          text("Cell of a table on the page to comment on", {
            placeholder: "record>:<definition",
          }),
        ),
      },
      toRequest: withCell,
      doneText: "Posted the comment {id}.",
      columns: record,
      examples: [
        'comment create --space Handbook --body "Is this still true?"',
        'comment create --space Handbook --cr 3 --page guides/start --body "Please *shorten* it."',
      ],
    }),
    get: query([inChangeRequest.get, contract.get], {
      summary: contract.get.summary,
      columns: record,
      examples: [
        "comment get C1 --space Handbook",
        "comment get C1 --space Handbook --format document",
      ],
    }),
    update: mutation([inChangeRequest.update, contract.update], {
      summary: contract.update.summary,
      extra: unresolve,
      toRequest: withResolved,
      doneText: "Changed the comment {commentId}.",
      toOutcome: describeComment,
      columns: record,
      examples: [
        "comment update latest --space Handbook --resolve",
        "comment update C1 --space Handbook --add-reaction 👍 --remove-reaction 👀",
      ],
    }),
    delete: mutation([inChangeRequest.remove, contract.remove], {
      summary: contract.remove.summary,
      doneText: "Deleted the comment {commentId} and its replies.",
      absentText: "Comment {commentId} not found. No changes were made.",
      confirm: {
        question: "Delete the comment {comment} and its replies?",
        names: [
          {
            field: "commentId",
            endpoints: [inChangeRequest.get, contract.get],
            describe: getFirstWords,
          },
        ],
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
