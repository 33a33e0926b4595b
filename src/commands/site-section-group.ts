/** `tome site section-group`. */
import type { PrintedColumn } from "../context.ts";
import * as section from "../contract/site-section.ts";
import * as contract from "../contract/site-section-group.ts";
import { checkTitle } from "./check-title.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "PARENT", path: "sectionGroup" },
  { header: "ICON", path: "icon" },
];

export const commands = noun({
  summary: "Manage groups of sections",
  own: "siteSectionGroup",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No section groups.",
      examples: ["site section-group list --site Docs"],
    }),
    create: mutation(contract.create, {
      doneText: 'Added the section group "{title}" ({id}).',
      ...checkTitle("siteSectionGroup"),
      columns,
      examples: [
        "site section-group create --site Docs --title Product --section guides --section api",
      ],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the section group "{title}" ({id}).',
      columns,
    }),
    move: mutation(contract.move, {
      doneText: 'Moved the section group "{title}" ({id}).',
      columns,
      examples: ["site section-group move Product --site Docs --before Support"],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the section group {siteSectionGroupId}. Its content moved up.",
      absentText: "Section group {siteSectionGroupId} not found. No changes were made.",
      confirm: {
        question: "Delete the section group {siteSectionGroup}? Its content moves to its parent.",
        names: [{ field: "siteSectionGroupId", endpoints: contract.list }],
      },
    }),
    add: mutation(contract.addSection, {
      arguments: ["siteSectionGroupId", "sectionId"],
      doneText: 'Added the section {sectionId} to the group "{title}" ({id}).',
      columns,
      examples: ["site section-group add Product guides --site Docs"],
    }),
    remove: mutation(contract.removeSection, {
      doneText: "Removed the section {siteSectionId} from the group {siteSectionGroupId}.",
      absentText: "The section {siteSectionId} is not in the group {siteSectionGroupId}.",
      confirm: {
        question:
          "Remove the section {siteSection} from the group {siteSectionGroup}? It is kept on the site.",
        names: [
          { field: "siteSectionId", endpoints: section.list },
          { field: "siteSectionGroupId", endpoints: contract.list },
        ],
      },
      examples: ["site section-group remove Product guides --site Docs --yes"],
    }),
  },
});
