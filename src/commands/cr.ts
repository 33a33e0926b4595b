/** `tome cr`. */

import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/cr.ts";
import * as comment from "../contract/cr-comment.ts";
import * as content from "../contract/cr-content.ts";
import { findOwn } from "../json/own-members.ts";
import { addressColumn, createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { commenterColumns } from "./comment-words.ts";
import { changeWords, savingFields } from "./content-words.ts";
import { contentVerbs } from "./cr-content.ts";
import { commands as conversation } from "./cr-conversation.ts";
import { requestReview, review, reviewers, reviews, unrequestReview } from "./cr-review.ts";
import { diff, preview, view } from "./cr-show.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, enumeration, id, list, nullable, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "NUMBER", path: "number", as: "number" },
  idColumn,
  { header: "SUBJECT", path: "subject", as: "title", wide: true },
  { header: "STATUS", path: "status", as: "state" },
  { header: "AUTHOR", path: "createdBy.displayName" },
  { header: "COMMENTS", path: "comments", as: "number" },
  { header: "OUTDATED", path: "outdated", as: "flag", means: { yes: "waiting" } },
  { header: "MERGE AT", path: "scheduledMerge.at", as: "time" },
  updatedColumn,
];

/** A list shows unusual states only. */
const usual: Readonly<Record<string, string>> = { comments: "0", outdated: "no" };
const spaceColumn: PrintedColumn = { header: "SPACE", path: "space", wide: true, isAcross: true };
/**
 * The number is ambiguous without the space, which therefore precedes columns that may be dropped.
 */
const listColumns: readonly PrintedColumn[] = columns.flatMap((column) => {
  const word = findOwn(usual, column.path);
  const shownColumn = word === undefined ? column : { ...column, usual: word };
  return column.header === "AUTHOR" ? [spaceColumn, shownColumn] : [shownColumn];
});

const record: readonly PrintedColumn[] = [
  ...columns,
  createdColumn,
  { header: "SCHEDULED BY", path: "scheduledMerge.scheduledBy.displayName" },
  { header: "MERGE ERROR", path: "scheduledMerge.error", wide: true },
  { header: "SPACE", path: "space", refers: "space" },
  { header: "REVISION", path: "revision" },
  { header: "INITIAL REVISION", path: "revisionInitial" },
  { header: "MERGED REVISION", path: "revisionMerged" },
  { header: "CLUSTER", path: "conversationsIssuesCluster" },
  addressColumn,
];

const { spaceId, changeRequestId } = getCommandFields(contract.pull);

const merge = custom({
  summary: contract.merge.summary,
  fields: {
    ...getCommandFields(contract.merge),
    at: optional(
      nullable(
        text("Merge at this time, such as 8h or 'tomorrow 08:00'; --no-at cancels it", {
          format: "date-time",
          placeholder: "time",
        }),
      ),
    ),
    fail: failLevel(["conflicts"], "End with exit code 10 if the merge had conflicts"),
  },
  arguments: ["changeRequestId"],
  operations: [contract.merge, contract.scheduleMerge, contract.cancelMerge, contract.get],
  isWrite: true,
  mayPrompt: true,
  hasFindings: true,
  examples: [
    "cr merge 3 --space Handbook",
    "cr merge 3 --space Handbook --at 'tomorrow 08:00'",
    "cr merge 3 --space Handbook --no-at",
  ],
  load: () => import("../features/change-requests/merge.ts").then((m) => m.merge),
});

const pull = custom({
  summary: contract.pull.summary,
  fields: {
    ...getCommandFields(contract.pull),
    keep: optional(
      enumeration(
        ["space", "cr"],
        "Version of conflicts to keep: the space's or the change request's",
      ),
    ),
    pages: optional(
      list(text("page", { min: 1 }), "Keep this version only in this page, by id, path or title", {
        flag: "page",
        placeholder: "page",
        max: 100,
      }),
    ),
    blocks: optional(
      list(text("block", { min: 1 }), "Keep this version only in this block", {
        flag: "block",
        placeholder: "block",
        max: 100,
      }),
    ),
    fail: failLevel(["conflicts"], "End with exit code 10 if the update had conflicts"),
  },
  arguments: ["changeRequestId"],
  operations: [contract.pull, contract.resolve, contract.get, contract.changes],
  isWrite: true,
  hasFindings: true,
  examples: [
    "cr pull 3 --space Handbook",
    "cr pull 3 --space Handbook --keep space",
    "cr pull 3 --space Handbook --keep cr --page guides/start",
  ],
  load: () => import("../features/change-requests/pull.ts").then((m) => m.pull),
});

const resolve = custom({
  summary: "Update a change request and choose a version of each conflict",
  fields: {
    spaceId,
    changeRequestId,
    keepSpace: optional(
      list(text("conflict", { min: 1 }), "Keep the space's version of this page or block", {
        flag: "keep-space",
        placeholder: "page[#block]",
        max: 500,
      }),
    ),
    keepCr: optional(
      list(text("conflict", { min: 1 }), "Keep the change request's version of it", {
        flag: "keep-cr",
        placeholder: "page[#block]",
        max: 500,
      }),
    ),
  },
  arguments: ["changeRequestId"],
  operations: [contract.resolve, contract.pull, contract.get, contract.changes],
  isWrite: true,
  hasFindings: true,
  examples: [
    "cr resolve 3 --space Handbook",
    "cr resolve 3 --space Handbook --keep-space guides/start --keep-cr setup#5db098f02eb6",
  ],
  load: () => import("../features/change-requests/pull.ts").then((m) => m.resolve),
});

const pdf = custom({
  summary: contract.pdf.summary,
  fields: {
    ...getCommandFields(contract.pdf),
    ...savingFields,
  },
  arguments: ["changeRequestId"],
  operations: [contract.pdf],
  examples: [
    "cr pdf 3 --space Handbook --save changes.pdf",
    "cr pdf 3 --space Handbook --page guides/start --only --save page.pdf",
  ],
  load: () => import("../features/content/pdf.ts").then((m) => m.printChangeRequest),
});

const edit = custom({
  summary: "Edit a page of a change request, add pages or files, or apply a list of changes",
  fields: {
    spaceId: getCommandFields(contract.edit).spaceId,
    changeRequestId: getCommandFields(contract.edit).changeRequestId,
    page: optional(id("page", "Page to edit")),
    new: optional(boolean("Add a page")),
    file: optional(
      text("Markdown file with the page's text, - for standard input", {
        placeholder: "file",
      }),
    ),
    title: optional(text("Title of the page", { min: 1, max: 255 })),
    slug: optional(text("URL slug of the page", { min: 1, max: 100 })),
    into: optional(id("page", "Parent page", { flag: "into" })),
    condition: optional(
      text("Condition that selects the visitors of the page (hosted platform only)", {
        max: 1024,
        placeholder: "expression",
      }),
    ),
    delete: optional(boolean("Delete the page and its subpages")),
    revertTo: optional(
      id("revision", "Revision to revert the page to; latest~1 is the previous one", {
        flag: "revert-to",
      }),
    ),
    upload: optional(
      list(text("file", { min: 1 }), "File to add to the space", { placeholder: "file", max: 20 }),
    ),
    input: optional(
      text('JSON or YAML file with {"changes": [...]}, - for standard input', {
        placeholder: "file",
      }),
    ),
  },
  arguments: ["changeRequestId"],
  operations: [contract.edit, content.page],
  isWrite: true,
  isWithin: true,
  examples: [
    "cr edit 3 --space Handbook --page guides/start --file start.md",
    'cr edit 3 --space Handbook --new --title "Quiet hours" --file quiet-hours.md',
    "cr edit 3 --space Handbook --page guides/start --revert-to latest~1",
    "cr edit 3 --space Handbook --upload diagram.png --upload prices.csv",
    "cr edit 3 --space Handbook --from pages.csv",
  ],
  load: () => import("../features/change-requests/edit.ts").then((m) => m.edit),
});

const replace = custom({
  summary: "Replace text in titles, descriptions, texts and link URLs of pages",
  fields: {
    spaceId: getCommandFields(contract.edit).spaceId,
    changeRequestId: getCommandFields(contract.edit).changeRequestId,
    text: text("Text to replace", { min: 1, max: 1000 }),
    with: text("Replacement", { max: 1000, placeholder: "text" }),
    in: optional(
      enumeration(["text", "links", "all"], "Where to search: text, link URLs or both", {
        default: "text",
      }),
    ),
    ignoreCase: optional(boolean("Ignore case")),
    fail: failLevel(["none"], "End with exit code 10 if nothing matches"),
    pages: optional(list(id("page"), "Only in this page", { flag: "page", placeholder: "page" })),
  },
  arguments: ["changeRequestId", "text"],
  operations: [contract.edit, content.pages, content.page],
  list: true,
  isWrite: true,
  examples: [
    'cr replace 3 "on duty" --with "on call" --space Handbook',
    "cr replace 3 Acme --with Emca --space Handbook --page guides/start --dry-run",
    "cr replace 3 old.example.com --with new.example.com --in links --space Handbook --fail",
  ],
  load: () => import("../features/change-requests/replace.ts").then((m) => m.replace),
});

export const commands = noun({
  summary: "Manage change requests",
  own: "cr",
  verbs: {
    list: query([contract.list, contract.listInOrganization], {
      summary: "List the change requests of a space or organization",
      extra: {
        orgWide: optional(boolean("List change requests of all spaces, even if a space is set")),
      },
      unless: { orgWide: "spaceId" },
      columns: listColumns,
      titleLookup: {
        paths: ["space"],
        within: "organizationId",
        from: () => import("../contract/space.ts").then((m) => m.list),
      },
      describeScope: ({ status, scheduled }) =>
        status === undefined && scheduled !== true
          ? "Only open change requests are listed; --status draft lists drafts."
          : undefined,
      order: "Newest first.",
      emptyText: "No change requests match.",
      examples: [
        "cr list --space Handbook",
        "cr list --org-wide --status draft --creator ada@example.com",
        "cr list --space Handbook --json number,subject,outdated",
      ],
    }),
    create: mutation(contract.create, {
      doneText: 'Created the draft change request {number} "{subject}" ({id}).',
      promptField: "subject",
      columns: record,
      examples: ['cr create --space Handbook --subject "Better words"'],
    }),
    get: query(contract.get, { columns: record, examples: ["cr get 3 --space Handbook"] }),
    update: mutation(contract.update, {
      doneText: 'Changed the change request {number} "{subject}" ({status}).',
      columns: record,
      examples: [
        "cr update 3 --space Handbook --status open",
        'cr update 3 --space Handbook --description "Why **this** is better."',
      ],
    }),
    merge,
    pull,
    resolve,
    pdf,
    edit,
    replace,
    ...contentVerbs,
    view,
    diff,
    preview,
    changes: query(contract.changes, {
      ...changeWords,
      emptyText: "No changes.",
      examples: [
        "cr changes 3 --space Handbook",
        "cr changes 3 --space Handbook --limit 1000 --json",
      ],
    }),
    review,
    reviews,
    reviewers,
    "request-review": requestReview,
    "unrequest-review": unrequestReview,
    contributors: query(contract.contributors, {
      columns: [
        { header: "USER", path: "user.id", as: "id" },
        { header: "NAME", path: "user.displayName", as: "title", wide: true },
        { header: "ACTION", path: "actionType" },
        { header: "COUNT", path: "count", as: "number" },
        { header: "UPDATED", path: "updatedAt", as: "time" },
      ],
      listIn: "items",
      order: "Most recent contributors first.",
      emptyText: "No contributors.",
      examples: ["cr contributors 3 --space Handbook"],
    }),
    conversation,
    commenters: query(comment.commenters, {
      columns: commenterColumns,
      emptyText: "No commenters.",
    }),
  },
});
