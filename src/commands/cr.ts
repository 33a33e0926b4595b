/** `tome cr`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/cr.ts";
import * as comment from "../contract/cr-comment.ts";
import * as content from "../contract/cr-content.ts";
import { flag, optional } from "../contract/fields.ts";
import { createdColumn, idColumn, titleColumn, updatedColumn } from "./columns.ts";
import { commenterColumns } from "./comment-words.ts";
import { command as edit } from "./cr-edit.ts";
import { merge, pull } from "./cr-join.ts";
import { command as pdf } from "./cr-pdf.ts";
import { requestReview, review, reviewers, reviews } from "./cr-review.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  { header: "NUMBER", path: "number", as: "number" },
  idColumn,
  { header: "SUBJECT", path: "subject", wide: true },
  { header: "STATUS", path: "status" },
  { header: "AUTHOR", path: "createdBy.displayName" },
  { header: "COMMENTS", path: "comments", as: "number" },
  { header: "OUTDATED", path: "outdated", as: "flag" },
  updatedColumn,
];

const record: readonly Column[] = [
  ...columns,
  createdColumn,
  { header: "SPACE", path: "space" },
  { header: "REVISION", path: "revision" },
  { header: "INITIAL REVISION", path: "revisionInitial" },
  { header: "MERGED REVISION", path: "revisionMerged" },
  { header: "CLUSTER", path: "conversationsIssuesCluster" },
  { header: "ADDRESS", path: "urls.app", wide: true },
];

export const commands = noun({
  does: "Work with change requests, by their id or number",
  own: "cr",
  verbs: {
    list: show([contract.list, contract.listInOrganization], {
      does: "List change requests of a space or, where none is given or set, of an organization",
      extra: {
        orgWide: optional(flag("Those of the whole organization, even where a space is set")),
      },
      unless: { orgWide: "spaceId" },
      columns,
      none: "There are no such change requests.",
      examples: [
        "cr list --space S1",
        "cr list --org-wide --status draft --creator U1",
        "cr list --space S1 --json number,subject,outdated",
      ],
    }),
    create: act(contract.create, {
      done: 'Created the change request {number} "{subject}" ({id}), a draft.',
      columns: record,
      examples: ['cr create --space S1 --subject "Better words"'],
    }),
    get: show(contract.get, { columns: record, examples: ["cr get 3 --space S1"] }),
    update: act(contract.update, {
      done: 'Changed the change request {number} "{subject}"; it is {status}.',
      columns: record,
      examples: [
        "cr update 3 --space S1 --status open",
        'cr update 3 --space S1 --description "Why **this** is better."',
      ],
    }),
    merge,
    pull,
    pdf,
    edit,
    page: show(content.page, {
      columns: [
        idColumn,
        titleColumn,
        { header: "PATH", path: "path" },
        { header: "DESCRIPTION", path: "description", wide: true },
        { header: "MARKDOWN", path: "markdown", wide: true },
      ],
      examples: ["cr page 3 P1 --space S1", "cr page 3 P1 --space S1 --json markdown"],
    }),
    changes: show(contract.changes, {
      columns: [
        { header: "CHANGE", path: "type" },
        { header: "PAGE", path: "page.id" },
        { header: "TITLE", path: "page.title", wide: true },
        { header: "PATH", path: "page.path", wide: true },
        { header: "FILE", path: "file.name", wide: true },
      ],
      listIn: "changes",
      note: ({ more }) =>
        typeof more === "number" && more > 0
          ? `There are ${more} more changes; --limit <n> shows a number of them, 1000 at most.`
          : undefined,
      none: "It changes nothing.",
      examples: ["cr changes 3 --space S1", "cr changes 3 --space S1 --limit 1000 --json"],
    }),
    review,
    reviews,
    reviewers,
    "request-review": requestReview,
    commenters: show(comment.commenters, {
      columns: commenterColumns,
      none: "Nobody has commented yet.",
    }),
  },
});
