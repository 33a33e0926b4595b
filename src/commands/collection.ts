/** `tome collection`. */

import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/collection.ts";
import * as permissions from "../contract/collection-permission.ts";
import * as organization from "../contract/organization.ts";
import { checkTitle } from "./check-title.ts";
import { addressColumn, idColumn, titleColumn } from "./columns.ts";
import { describeMove } from "./outcomes.ts";
import { createPermissionCommands } from "./permission.ts";
import { checkPlacement } from "./placement.ts";
import { spaceColumns } from "./space.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "PARENT", path: "parent", wide: true, refers: "collection" },
  { header: "DEFAULT LEVEL", path: "defaultLevel", nothing: "none" },
  { header: "DESCRIPTION", path: "description", wide: true },
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "ORGANIZATION", path: "organization", refers: "org" },
  addressColumn,
];

export const commands = noun({
  summary: "Manage collections of spaces",
  own: "collection",
  verbs: {
    list: query(contract.list, {
      columns,
      titleLookup: { paths: ["parent"], within: "organizationId", from: async () => contract.list },
      order: "Grouped by parent, the top level first; each group in sidebar order.",
      emptyText: "No collections.",
      examples: ["collection list --org Acme", "collection list --no-nested"],
    }),
    create: mutation(contract.create, {
      doneText: 'Created the collection "{title}" ({id}).',
      ...checkTitle("collection"),
      columns: record,
      examples: [
        "collection create --title Handbooks",
        "collection create --title Drafts --parent Guides",
      ],
    }),
    get: query(contract.get, { columns: record }),
    update: mutation(contract.update, {
      doneText: 'Changed the collection "{title}" ({id}).',
      columns: record,
      loadComparison: async () => {
        const { openRoleComparison } = await import("../features/access/compare-roles.ts");
        return openRoleComparison(permissions.list, "defaultLevel");
      },
      examples: ['collection update Guides --title "Team handbooks" --default-level read'],
    }),
    delete: mutation(contract.remove, {
      doneText:
        'Deleted the collection "{title}" ({collectionId}). Its content moved to its parent.',
      absentText: "Collection {collectionId} not found. No changes were made.",
      confirm: {
        question:
          'Delete the collection "{title}" ({collectionId})? Its content moves to its parent.',
        read: contract.get,
      },
    }),
    spaces: query(contract.spaces, {
      columns: spaceColumns,
      emptyText: "The collection has no spaces.",
    }),
    move: mutation(contract.move, {
      toRequest: checkPlacement("collectionId"),
      doneText: 'Moved the collection "{title}" ({id}).',
      toOutcome: describeMove("collection"),
      columns: record,
      examples: [
        "collection move Guides --parent Teams",
        "collection move Guides --no-parent --before Handbook",
      ],
    }),
    transfer: mutation(contract.transfer, {
      doneText:
        'Transferred the collection "{title}" ({id}) with its content to the organization {organization}.',
      columns: record,
      confirm: {
        question:
          'Transfer the collection "{title}" ({collectionId}) with its content to the organization {organization}? You may lose access to it. Its permissions, invite links, translations and imports end.',
        read: contract.get,
        names: [{ field: "organization", endpoints: organization.get, as: "organizationId" }],
      },
    }),
    permission: createPermissionCommands("collection", permissions, contract.get),
  },
});
