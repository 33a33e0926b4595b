/** `tome site section-group`. */
import type { Column } from "../context.ts";
import * as section from "../contract/site-section.ts";
import * as contract from "../contract/site-section-group.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  titleColumn,
  { header: "PARENT", path: "sectionGroup" },
  { header: "ICON", path: "icon" },
];

export const commands = noun({
  does: "Manage groups of sections",
  own: "siteSectionGroup",
  verbs: {
    list: show(contract.list, {
      columns,
      none: "No section groups.",
      examples: ["site section-group list --site Docs"],
    }),
    create: act(contract.create, {
      done: 'Added the section group "{title}" ({id}).',
      columns,
      examples: [
        "site section-group create --site Docs --title Product --section guides --section api",
      ],
    }),
    update: act(contract.update, {
      done: 'Changed the section group "{title}" ({id}).',
      columns,
    }),
    move: act(contract.move, {
      done: 'Moved the section group "{title}" ({id}).',
      columns,
      examples: ["site section-group move Product --site Docs --before Support"],
    }),
    delete: act(contract.remove, {
      done: "Deleted the section group {siteSectionGroupId}. Its content moved up.",
      absent: "Section group {siteSectionGroupId} not found. No changes were made.",
      confirm: {
        question: "Delete the section group {siteSectionGroup}? Its content moves to its parent.",
        names: [{ of: "siteSectionGroupId", by: contract.list }],
      },
    }),
    add: act(contract.addSection, {
      arguments: ["siteSectionGroupId", "sectionId"],
      done: 'Added the section {sectionId} to the group "{title}" ({id}).',
      columns,
      examples: ["site section-group add Product guides --site Docs"],
    }),
    remove: act(contract.removeSection, {
      done: "Removed the section {siteSectionId} from the group {siteSectionGroupId}.",
      absent: "The section {siteSectionId} is not in the group {siteSectionGroupId}.",
      confirm: {
        question:
          "Remove the section {siteSection} from the group {siteSectionGroup}? It is kept on the site.",
        names: [
          { of: "siteSectionId", by: section.list },
          { of: "siteSectionGroupId", by: contract.list },
        ],
      },
      examples: ["site section-group remove Product guides --site Docs --yes"],
    }),
  },
});
