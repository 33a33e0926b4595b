/** `tome site section`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-section.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const defaultColumn: PrintedColumn = { header: "DEFAULT", path: "default", as: "flag" };
const pathColumn: PrintedColumn = { header: "PATH", path: "path" };
const groupColumn: PrintedColumn = {
  header: "GROUP",
  path: "sectionGroup",
  refers: "siteSectionGroup",
};
const conditionColumn: PrintedColumn = { header: "CONDITION", path: "condition", wide: true };

const record: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "DESCRIPTION", path: "description", wide: true },
  pathColumn,
  defaultColumn,
  groupColumn,
  { header: "ICON", path: "icon" },
  conditionColumn,
  { header: "PUBLISHED URL", path: "urls.published", as: "address", wide: true },
];

export const commands = noun({
  summary: "Manage the sections of a site",
  own: "siteSection",
  verbs: {
    list: query(contract.list, {
      columns: [idColumn, titleColumn, pathColumn, defaultColumn, groupColumn, conditionColumn],
      emptyText: "No sections.",
      examples: ["site section list --site Docs"],
    }),
    create: mutation(contract.create, {
      doneText: 'Added the section "{title}" ({id}).',
      loadWarning: () =>
        import("../features/sites/condition-warning.ts").then((m) => m.findConditionWarning),
      nextStep: "To show the structure: tome site structure {siteId}",
      loadNextStep: () =>
        import("../features/sites/section-hints.ts").then((m) => m.suggestAfterSection),
      columns: record,
      examples: [
        'site section create --site Docs --space Handbook --title "User guide"',
        'site section create --site Docs --space new --title "Help center" --template \'{"id": "help-center"}\'',
      ],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the section "{title}" ({id}).',
      loadWarning: () =>
        import("../features/sites/condition-warning.ts").then((m) => m.findConditionWarning),
      columns: record,
      examples: [
        "site section update guides --site Docs --path guide --icon book",
        'site section update guides --site Docs --condition "visitor.claims.isBetaUser == true"',
        "site section update guides --site Docs --no-condition",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the section {siteSectionId}. Its spaces are kept in the organization.",
      absentText: "Section {siteSectionId} not found. No changes were made.",
      confirm: {
        question: "Delete the section {siteSection} and its site spaces? The spaces are kept.",
        names: [{ field: "siteSectionId", endpoints: contract.list }],
      },
    }),
    move: mutation(contract.move, {
      doneText: 'Moved the section "{title}" ({id}).',
      columns: record,
      examples: ["site section move guides --site Docs --before api"],
    }),
  },
});
