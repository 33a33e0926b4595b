/** `tome site space`. */
import type { Column } from "../context.ts";
import * as site from "../contract/site.ts";
import * as contract from "../contract/site-space.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { ofSpaces as customization } from "./site-customization.ts";
import { act, noun, show } from "./verb.ts";

const spaceColumn: Column = { header: "SPACE", path: "space.id", as: "id" };
const sectionColumn: Column = { header: "SECTION", path: "section" };
const pathColumn: Column = { header: "PATH", path: "path" };
const defaultColumn: Column = { header: "DEFAULT", path: "default", as: "flag" };
const conditionColumn: Column = { header: "CONDITION", path: "condition", wide: true };

const record: readonly Column[] = [
  idColumn,
  titleColumn,
  spaceColumn,
  sectionColumn,
  pathColumn,
  defaultColumn,
  conditionColumn,
  { header: "PUBLISHED AT", path: "urls.published", as: "address", wide: true },
];

export const commands = noun({
  does: "Manage the spaces of a site",
  own: "siteSpace",
  verbs: {
    list: show(contract.list, {
      columns: [idColumn, titleColumn, spaceColumn, sectionColumn, pathColumn, defaultColumn],
      belongs: {
        paths: ["section"],
        within: "siteId",
        from: () => import("../contract/site-section.ts").then((m) => m.list),
      },
      none: "No site spaces.",
      examples: ["site space list --site Docs", "site space list --site Docs --default"],
    }),
    add: act(contract.create, {
      arguments: ["spaceId"],
      done: 'Added the space "{title}" to the site as {id}.',
      columns: record,
      examples: [
        "site space add Handbook --site Docs",
        "site space add Handbook --site Docs --section guides",
        'site space add new --title "Version 2" --site Docs',
      ],
    }),
    update: act(contract.update, {
      done: 'Changed the site space "{title}" ({id}).',
      columns: record,
      examples: [
        "site space update v1 --site Docs --path v2",
        "site space update v1 --site Docs --space Drafts",
      ],
    }),
    remove: act(contract.remove, {
      done: "Removed the site space {siteSpaceId} from the site. Its space is kept.",
      absent: "Site space {siteSpaceId} not found. No changes were made.",
      confirm: {
        question: "Remove {siteSpace} from the site {site}? The space is kept.",
        names: [
          { of: "siteSpaceId", by: contract.list },
          { of: "siteId", by: site.get },
        ],
      },
    }),
    move: act(contract.move, {
      done: 'Moved the site space "{title}" ({id}).',
      columns: record,
      examples: ["site space move v1 --site Docs --before v2"],
    }),
    duplicate: act(contract.duplicate, {
      done: 'Duplicated the space as "{title}" and added it to the site as {id}.',
      columns: record,
      examples: ["site space duplicate v1 --site Docs"],
    }),
    customization,
  },
});
