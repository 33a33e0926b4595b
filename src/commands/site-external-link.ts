/** `tome site external-link`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-external-link.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { mutation, noun } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "URL", path: "url", wide: true },
  { header: "GROUP", path: "sectionGroup" },
  { header: "DRAFT", path: "draft", as: "flag" },
  { header: "ICON", path: "icon" },
  { header: "CONDITION", path: "condition", wide: true },
];

export const commands = noun({
  summary: "Manage external links in the navigation of a site",
  own: "siteExternalLink",
  verbs: {
    add: mutation(contract.create, {
      doneText: 'Added the link "{title}" ({id}).',
      loadWarning: () =>
        import("../features/sites/condition-warning.ts").then((m) => m.findConditionWarning),
      columns,
      examples: [
        'site external-link add --site Docs --title "Status" --url https://status.example.com',
        'site external-link add --site Docs --title "Status" --url https://status.example.com --group Product',
      ],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the link "{title}" ({id}).',
      loadWarning: () =>
        import("../features/sites/condition-warning.ts").then((m) => m.findConditionWarning),
      columns,
      examples: [
        "site external-link update Status --site Docs --url https://status.example.org",
        "site external-link update Status --site Docs --no-group",
      ],
    }),
    remove: mutation(contract.remove, {
      doneText: "Removed the link {siteExternalLinkId}.",
      absentText: "External link {siteExternalLinkId} not found. No changes were made.",
      confirm: "Remove the link {siteExternalLinkId} from the navigation of the site?",
      examples: ["site external-link remove Status --site Docs --yes"],
    }),
  },
});
