/** `tome site section`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/site-section.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { act, noun, show } from "./verb.ts";

const defaultColumn: Column = { header: "DEFAULT", path: "default", as: "flag" };
const pathColumn: Column = { header: "PATH", path: "path" };
const groupColumn: Column = { header: "GROUP", path: "sectionGroup" };
const conditionColumn: Column = { header: "CONDITION", path: "condition", wide: true };

const record: readonly Column[] = [
  idColumn,
  titleColumn,
  { header: "DESCRIPTION", path: "description", wide: true },
  pathColumn,
  defaultColumn,
  groupColumn,
  { header: "ICON", path: "icon" },
  conditionColumn,
  { header: "PUBLISHED AT", path: "urls.published", as: "address", wide: true },
];

export const commands = noun({
  does: "Manage the sections of a site",
  own: "siteSection",
  verbs: {
    list: show(contract.list, {
      columns: [idColumn, titleColumn, pathColumn, defaultColumn, groupColumn, conditionColumn],
      none: "No sections.",
      examples: ["site section list --site Docs"],
    }),
    create: act(contract.create, {
      done: 'Added the section "{title}" ({id}).',
      next: "To show the structure: tome site structure {siteId}",
      nextForPerson: () =>
        import("../features/sites/section-hints.ts").then((m) => m.nextAfterSection),
      columns: record,
      examples: [
        'site section create --site Docs --space Handbook --title "User guide"',
        'site section create --site Docs --space new --title "Help center" --template \'{"id": "help-center"}\'',
      ],
    }),
    update: act(contract.update, {
      done: 'Changed the section "{title}" ({id}).',
      columns: record,
      examples: [
        "site section update guides --site Docs --path guide --icon book",
        'site section update guides --site Docs --condition "visitor.claims.isBetaUser == true"',
        "site section update guides --site Docs --no-condition",
      ],
    }),
    delete: act(contract.remove, {
      done: "Deleted the section {siteSectionId}. Its spaces are kept in the organization.",
      absent: "Section {siteSectionId} not found. No changes were made.",
      confirm: {
        question: "Delete the section {siteSection} and its site spaces? The spaces are kept.",
        names: [{ of: "siteSectionId", by: contract.list }],
      },
    }),
    move: act(contract.move, {
      done: 'Moved the section "{title}" ({id}).',
      columns: record,
      examples: ["site section move guides --site Docs --before api"],
    }),
  },
});
