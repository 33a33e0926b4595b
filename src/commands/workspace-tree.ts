/** `tome tree`. */
import * as collection from "../contract/collection.ts";
import * as organization from "../contract/organization.ts";
import * as space from "../contract/space.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Show the collections and spaces of an organization as a tree",
  fields: { organizationId: getCommandFields(space.list).organizationId },
  list: true,
  operations: [organization.get, collection.list, space.list],
  examples: ["tree", "tree --org Acme --json"],
  load: () => import("../features/workspace/workspace-tree.ts").then((m) => m.showTree),
});
