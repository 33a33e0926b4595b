/** `tome site section-group`. */
import type { Column } from "../context.ts";
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
  does: "Work with groups of sections, and of further groups",
  own: "siteSectionGroup",
  verbs: {
    list: show(contract.list, {
      columns,
      none: "The docs site has no section groups.",
      examples: ["site section-group list --site T1"],
    }),
    create: act(contract.create, {
      done: 'Added the section group "{title}" ({id}).',
      columns,
      examples: ["site section-group create --site T1 --title Product --section E1 --section E2"],
    }),
    update: act(contract.update, {
      done: 'Changed the section group "{title}" ({id}).',
      columns,
    }),
    delete: act(contract.remove, {
      done: "Deleted the section group {siteSectionGroupId}; what it held stands in its place.",
      absent: "There is no section group {siteSectionGroupId}; nothing was deleted.",
      confirm:
        "Delete the section group {siteSectionGroupId}? What it holds moves up to where it stands.",
    }),
    add: act(contract.addSection, {
      arguments: ["siteSectionGroupId", "sectionId"],
      done: 'Put the section {sectionId} into the group "{title}" ({id}).',
      columns,
      examples: ["site section-group add G1 E1 --site T1"],
    }),
    remove: act(contract.removeSection, {
      done: "Took the section {siteSectionId} out of the group {siteSectionGroupId}.",
      absent: "The section {siteSectionId} is not in the group {siteSectionGroupId}.",
      confirm:
        "Take the section {siteSectionId} out of the group {siteSectionGroupId}? It stays on the site.",
      examples: ["site section-group remove G1 E1 --site T1 --yes"],
    }),
  },
});
