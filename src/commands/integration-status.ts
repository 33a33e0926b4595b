/** `tome integration status` and `tome integration block`. */
import * as contract from "../contract/integration.ts";
import { optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun } from "./verb.ts";

const { organizationId, integrationName } = getCommandFields(contract.getStatus);
const { space, site } = getCommandFields(contract.listStatuses);

export const status = custom({
  summary: "Show the status of integrations in an organization, or on a space or site",
  fields: { integrationName: optional(integrationName), organizationId, space, site },
  arguments: ["integrationName"],
  operations: [contract.getStatus, contract.listStatuses],
  list: true,
  examples: [
    "integration status --org Acme",
    "integration status link-watch --json --jq .status",
    "integration status --space Handbook",
  ],
  load: () => import("../features/integrations/status.ts").then((m) => m.showStatus),
});

export const block = noun({
  summary: "List the blocks that integrations add to the editor",
  verbs: {
    list: custom({
      summary: contract.listBlocks.summary,
      fields: getCommandFields(contract.listBlocks),
      arguments: [],
      operations: [contract.listBlocks],
      list: true,
      examples: ["integration block list --space Handbook"],
      load: () => import("../features/integrations/blocks.ts").then((m) => m.listBlocks),
    }),
  },
});
