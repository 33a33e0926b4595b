/** `tome site space`. */
import type { PrintedColumn } from "../context.ts";
import * as site from "../contract/site.ts";
import * as contract from "../contract/site-space.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { ofSpaces as customization } from "./site-customization.ts";
import { mutation, noun, query } from "./verb.ts";

const spaceColumn: PrintedColumn = { header: "SPACE", path: "space.id", as: "id" };
const sectionColumn: PrintedColumn = { header: "SECTION", path: "section" };
const pathColumn: PrintedColumn = { header: "PATH", path: "path" };
const defaultColumn: PrintedColumn = { header: "DEFAULT", path: "default", as: "flag" };
const conditionColumn: PrintedColumn = { header: "CONDITION", path: "condition", wide: true };

const record: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  spaceColumn,
  sectionColumn,
  pathColumn,
  defaultColumn,
  conditionColumn,
  { header: "PUBLISHED URL", path: "urls.published", as: "address", wide: true },
];

export const commands = noun({
  summary: "Manage the spaces of a site",
  own: "siteSpace",
  verbs: {
    list: query(contract.list, {
      columns: [idColumn, titleColumn, spaceColumn, sectionColumn, pathColumn, defaultColumn],
      titleLookup: {
        paths: ["section", "space.id"],
        within: "siteId",
        from: () => import("../contract/site-section.ts").then((m) => m.list),
      },
      emptyText: "No site spaces.",
      examples: ["site space list --site Docs", "site space list --site Docs --default"],
    }),
    add: mutation(contract.create, {
      arguments: ["spaceId"],
      doneText: 'Added the space "{title}" to the site as {id}.',
      loadWarning: () =>
        import("../features/sites/condition-warning.ts").then((m) => m.findConditionWarning),
      columns: record,
      examples: [
        "site space add Handbook --site Docs",
        "site space add Handbook --site Docs --section guides",
        'site space add new --title "Version 2" --site Docs',
      ],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the site space "{title}" ({id}).',
      loadWarning: () =>
        import("../features/sites/condition-warning.ts").then((m) => m.findConditionWarning),
      columns: record,
      examples: [
        "site space update v1 --site Docs --path v2",
        "site space update v1 --site Docs --space Drafts",
      ],
    }),
    remove: mutation(contract.remove, {
      doneText: "Removed the site space {siteSpaceId}. Its space is kept.",
      absentText: "Site space {siteSpaceId} not found. No changes were made.",
      confirm: {
        question: "Remove {siteSpace} from the site {site}? The space is kept.",
        names: [
          { field: "siteSpaceId", endpoints: contract.list },
          { field: "siteId", endpoints: site.get },
        ],
      },
    }),
    move: mutation(contract.move, {
      doneText: 'Moved the site space "{title}" ({id}).',
      columns: record,
      examples: ["site space move v1 --site Docs --before v2"],
    }),
    duplicate: mutation(contract.duplicate, {
      doneText: 'Duplicated the space as "{title}" and added it to the site as {id}.',
      columns: record,
      examples: ["site space duplicate v1 --site Docs"],
    }),
    customization,
  },
});
