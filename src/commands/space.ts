/** `tome space`. */

import type { PrintedColumn } from "../context.ts";
import * as comment from "../contract/comment.ts";
import * as content from "../contract/content.ts";
import type { Input } from "../contract/endpoint.ts";
import * as integration from "../contract/integration.ts";
import { retentionDays } from "../contract/limits.ts";
import * as organization from "../contract/organization.ts";
import * as contract from "../contract/space.ts";
import * as permissions from "../contract/space-permission.ts";
import type { JsonObject } from "../json/values.ts";
import { checkTitle } from "./check-title.ts";
import {
  addressColumn,
  createdColumn,
  idColumn,
  integrationColumns,
  titleColumn,
  updatedColumn,
} from "./columns.ts";
import { commenterColumns } from "./comment-words.ts";
import {
  failsOnBroken,
  linkColumns,
  linkWords,
  savingFields,
  searchColumns,
} from "./content-words.ts";
import { boolean, id, list, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { describeMove, describeRestoration } from "./outcomes.ts";
import { createPermissionCommands } from "./permission.ts";
import { checkPlacement } from "./placement.ts";
import { custom, mutation, noun, query } from "./verb.ts";

export const spaceColumns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "VISIBILITY", path: "visibility" },
  { header: "EDIT MODE", path: "editMode", as: "state", usual: "live" },
  updatedColumn,
];

const listColumns: readonly PrintedColumn[] = [
  ...spaceColumns.slice(0, 2),
  { header: "COLLECTION", path: "parent", wide: true, forPeople: true },
  ...spaceColumns.slice(2),
];

const record: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "EMOJI", path: "emoji" },
  { header: "ORGANIZATION", path: "organization", refers: "org" },
  { header: "PARENT", path: "parent", refers: "collection" },
  { header: "VISIBILITY", path: "visibility" },
  { header: "EDIT MODE", path: "editMode", as: "state" },
  { header: "DEFAULT LEVEL", path: "defaultLevel", nothing: "none" },
  { header: "LANGUAGE", path: "language" },
  { header: "MERGE RULES", path: "mergeRules.type" },
  { header: "REQUIRED", path: "mergeRules.rules.rule", as: "list", forPeople: true },
  { header: "CHANGE REQUESTS", path: "changeRequests", as: "number" },
  { header: "OPEN CHANGE REQUESTS", path: "changeRequestsOpen", as: "number" },
  { header: "DRAFT", path: "changeRequestsDraft", as: "number" },
  { header: "COMMENTS", path: "comments", as: "number" },
  createdColumn,
  updatedColumn,
  { header: "DELETED", path: "deletedAt", as: "time" },
  addressColumn,
];

const fixField = {
  fix: optional(
    list(
      text("Replacement", { min: 3 }),
      "Replace this text in link URLs, in a new change request",
      { placeholder: "old=new" },
    ),
  ),
};

const deletedField = {
  deleted: optional(
    boolean(`List the spaces deleted in the last ${retentionDays} days, which can be restored`),
  ),
};

export const commands = noun({
  summary: "Manage spaces, the containers of pages",
  own: "space",
  verbs: {
    list: query(contract.list, {
      columns: listColumns,
      titleLookup: {
        paths: ["parent"],
        within: "organizationId",
        from: () => import("../contract/collection.ts").then((m) => m.list),
      },
      extra: deletedField,
      across: {
        flag: "deleted",
        fields: { organizationId: getCommandFields(contract.list).organizationId, ...deletedField },
        load: () =>
          import("../features/content/list-deleted-spaces.ts").then((m) => m.listDeletedSpaces),
      },
      order: "Grouped by collection, the top level first; each group in sidebar order.",
      emptyText: "No spaces.",
      examples: [
        "space list --org Acme",
        "space list --all --format ndjson",
        "space list --json id,title",
        "space list --deleted",
      ],
    }),
    create: mutation(contract.create, {
      doneText: 'Created the space "{title}" ({id}).',
      ...checkTitle("space"),
      promptField: "title",
      columns: record,
      extra: {
        fromFolder: optional(
          text("Local folder with Markdown to import", { max: 4096, placeholder: "folder" }),
        ),
      },
      alternative: {
        field: "fromFolder",
        load: async () => {
          const { createFromFolder } = await import("../features/git/create-from-folder.ts");
          return (context, input) => createFromFolder(context, asFolderInput(input));
        },
      },
      examples: [
        "space create --title Handbook --from-folder docs",
        'space create --title "User guide" --parent Guides',
        "space create --from spaces.csv",
      ],
    }),
    get: query(contract.get, {
      columns: record,
      examples: ["space get Handbook", "space get Handbook --json id,urls.app"],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the space "{title}" ({id}).',
      columns: record,
      loadComparison: async () => {
        const { openRoleComparison } = await import("../features/access/compare-roles.ts");
        return openRoleComparison(permissions.list, "defaultLevel");
      },
      extra: {
        reviewer: optional(
          list(id("user"), "User who must approve change requests; replaces --merge-rules", {
            flag: "reviewer",
            placeholder: "user",
          }),
        ),
      },
      toRequest: withReviewers,
      examples: [
        "space update Handbook --edit-mode locked",
        "space update Handbook --default-level none",
        "space update Handbook --merge-rules approval",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: 'Deleted the space "{title}" ({spaceId}).',
      nextStep: `It can be restored for ${retentionDays} days: tome space restore {spaceId}`,
      absentText: "Space {spaceId} not found. No changes were made.",
      confirm: {
        question: `Delete the space "{title}" ({spaceId})? It can be restored for ${retentionDays} days.`,
        read: contract.get,
      },
      examples: ["space delete Handbook", "space delete Handbook Drafts Archive --yes"],
    }),
    duplicate: mutation(contract.duplicate, {
      doneText: 'Duplicated the space {spaceId} as "{title}" ({id}).',
      columns: record,
    }),
    restore: mutation(contract.restore, {
      doneText: 'Restored the space "{title}" ({id}).',
      toOutcome: describeRestoration,
      columns: record,
      examples: ["space restore Handbook"],
    }),
    move: mutation(contract.move, {
      toRequest: checkPlacement("spaceId"),
      doneText: 'Moved the space "{title}" ({id}).',
      toOutcome: describeMove("space"),
      columns: record,
      examples: [
        "space move Handbook --parent Guides",
        "space move Handbook --before Drafts",
        "space move Handbook --no-parent --after collection:Guides",
      ],
    }),
    commenters: query(comment.commenters, {
      columns: commenterColumns,
      emptyText: "No commenters.",
    }),
    links: query(contract.links, {
      ...linkWords,
      columns: linkColumns,
      extra: { ...failsOnBroken, ...fixField },
      across: {
        flag: "fix",
        fields: { spaceId: getCommandFields(contract.links).spaceId, ...fixField },
        load: () => import("../features/content/fix-links.ts").then((m) => m.fixLinks),
      },
      examples: [
        "space links Handbook",
        "space links Handbook --status broken --fail",
        "space links Handbook --fix https://old.example.com=https://new.example.com",
      ],
    }),
    integrations: query(integration.listForSpace, {
      columns: integrationColumns,
      listIn: "items",
      emptyText: "No integrations installed on the space.",
      examples: ["space integrations Handbook"],
    }),
    pdf: custom({
      summary: content.pdf.summary,
      fields: { ...getCommandFields(content.pdf), ...savingFields },
      arguments: ["spaceId"],
      operations: [content.pdf],
      examples: [
        "space pdf Handbook --save handbook.pdf",
        "space pdf Handbook --page guides/start --save chapter.pdf",
      ],
      load: () => import("../features/content/pdf.ts").then((m) => m.printSpace),
    }),
    embed: query(contract.embed, {
      arguments: ["spaceId", "url"],
      columns: [
        { header: "TITLE", path: "title", as: "title", wide: true },
        { header: "SITE", path: "site" },
        { header: "ICON", path: "icon", as: "address", wide: true },
      ],
      examples: ["space embed Handbook https://example.com/article"],
    }),
    search: query(contract.search, {
      arguments: ["spaceId", "query"],
      columns: searchColumns,
      emptyText: "No results.",
      examples: [
        'space search Handbook "rate limit"',
        "space search Handbook install --json title,sections.path",
      ],
    }),
    transfer: mutation(contract.transfer, {
      doneText: 'Transferred the space "{title}" ({id}) to the organization {organization}.',
      columns: record,
      confirm: {
        question:
          'Transfer the space "{title}" ({spaceId}) to the organization {organization}? You may lose access to it. Its permissions, invite links, translations and imports end.',
        read: contract.get,
        names: [{ field: "organization", endpoints: organization.get, as: "organizationId" }],
      },
    }),
    permission: createPermissionCommands("space", permissions, contract.get),
  },
});

/** Converts --reviewer to a merge rule of the API. */
function withReviewers(input: JsonObject): JsonObject {
  const { reviewer, ...rest } = input;
  if (reviewer === undefined) return input;
  const rules = [{ rule: "require_specific_reviewers", users: reviewer }];
  return { ...rest, mergeRules: { type: "rules", rules } };
}

/** The input was validated against the fields of the operation and of the flag. */
function asFolderInput(
  input: JsonObject,
): Input<typeof contract.create> & { readonly fromFolder: string } {
  return input as Input<typeof contract.create> & { readonly fromFolder: string };
}
