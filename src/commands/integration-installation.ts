/** `tome integration installation`. */

import type { Column } from "../context.ts";
import * as contract from "../contract/integration-installation.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { noun, show } from "./verb.ts";

export const installationColumns: readonly Column[] = [
  idColumn,
  { header: "STATUS", path: "status", as: "state" },
  { header: "ORGANIZATION", path: "target.organization" },
  { header: "SPACES", path: "spaces", as: "number" },
  createdColumn,
];

export const commands = noun({
  does: "Show an installation of an integration",
  verbs: {
    get: show(contract.get, {
      columns: [
        ...installationColumns,
        updatedColumn,
        { header: "ON SPACES", path: "space_selection" },
        { header: "ON SITES", path: "site_selection" },
        { header: "SETTINGS", path: "configuration", wide: true },
        { header: "EXTERNAL IDS", path: "externalIds", as: "list" },
      ],
      examples: ["integration installation get link-watch I1"],
    }),
  },
});
