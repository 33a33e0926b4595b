/** `tome collection`. */

import type { Column } from "../context.ts";
import * as contract from "../contract/collection.ts";
import * as permissions from "../contract/collection-permission.ts";
import * as organization from "../contract/organization.ts";
import { addressColumn, idColumn, titleColumn } from "./columns.ts";
import { movedTo } from "./outcomes.ts";
import { permissionCommands } from "./permission.ts";
import { checkPlacement } from "./placement.ts";
import { spaceColumns } from "./space.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  titleColumn,
  { header: "PARENT", path: "parent", wide: true },
  { header: "DEFAULT LEVEL", path: "defaultLevel", nothing: "none" },
  { header: "DESCRIPTION", path: "description", wide: true },
];

const record: readonly Column[] = [
  ...columns,
  { header: "ORGANIZATION", path: "organization" },
  addressColumn,
];

export const commands = noun({
  does: "Manage collections of spaces",
  own: "collection",
  verbs: {
    list: show(contract.list, {
      columns,
      belongs: { paths: ["parent"], within: "organizationId", from: async () => contract.list },
      order: "In sidebar order: the top level first, then level by level.",
      none: "No collections.",
      examples: ["collection list --org Acme", "collection list --no-nested"],
    }),
    create: act(contract.create, {
      done: 'Created the collection "{title}" ({id}).',
      columns: record,
      examples: [
        "collection create --title Handbooks",
        "collection create --title Drafts --parent Guides",
      ],
    }),
    get: show(contract.get, { columns: record }),
    update: act(contract.update, {
      done: 'Changed the collection "{title}" ({id}).',
      columns: record,
      examples: ['collection update Guides --title "Team handbooks" --default-level read'],
    }),
    delete: act(contract.remove, {
      done: 'Deleted the collection "{title}" ({collectionId}). Its content moved to its parent.',
      absent: "Collection {collectionId} not found. No changes were made.",
      confirm: {
        question:
          'Delete the collection "{title}" ({collectionId})? Its content moves to its parent.',
        look: contract.get,
      },
    }),
    spaces: show(contract.spaces, {
      columns: spaceColumns,
      none: "The collection has no spaces.",
    }),
    move: act(contract.move, {
      shape: checkPlacement("collectionId"),
      done: 'Moved the collection "{title}" ({id}).',
      outcome: movedTo("collection"),
      columns: record,
      examples: [
        "collection move Guides --parent Teams",
        "collection move Guides --no-parent --before Handbook",
      ],
    }),
    transfer: act(contract.transfer, {
      done: 'Transferred the collection "{title}" ({id}) with its content to the organization {organization}.',
      columns: record,
      confirm: {
        question:
          'Transfer the collection "{title}" ({collectionId}) with its content to the organization {organization}? You may lose access to it. Its permissions, invite links, translations and imports end.',
        look: contract.get,
        names: [{ of: "organization", by: organization.get, as: "organizationId" }],
      },
    }),
    permission: permissionCommands("collection", permissions, contract.get),
  },
});
