/** `tome site external-link`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/site-external-link.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { act, noun } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  titleColumn,
  { header: "URL", path: "url", wide: true },
  { header: "GROUP", path: "sectionGroup" },
  { header: "DRAFT", path: "draft", as: "flag" },
  { header: "ICON", path: "icon" },
  { header: "CONDITION", path: "condition", wide: true },
];

export const commands = noun({
  does: "Manage external links in the navigation of a site",
  own: "siteExternalLink",
  verbs: {
    add: act(contract.create, {
      done: 'Added the link "{title}" ({id}).',
      columns,
      examples: [
        'site external-link add --site Docs --title "Status" --url https://status.example.com',
        'site external-link add --site Docs --title "Status" --url https://status.example.com --group Product',
      ],
    }),
    update: act(contract.update, {
      done: 'Changed the link "{title}" ({id}).',
      columns,
      examples: [
        "site external-link update Status --site Docs --url https://status.example.org",
        "site external-link update Status --site Docs --no-group",
      ],
    }),
    remove: act(contract.remove, {
      done: "Removed the link {siteExternalLinkId} from the site.",
      absent: "External link {siteExternalLinkId} not found. No changes were made.",
      confirm: "Remove the link {siteExternalLinkId} from the navigation of the site?",
      examples: ["site external-link remove Status --site Docs --yes"],
    }),
  },
});
