/** `tome integration event`. */
import * as contract from "../contract/integration-event.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Show the events of an integration and their delivery",
  verbs: {
    list: query(contract.list, {
      columns: [
        idColumn,
        { header: "TYPE", path: "payload.type" },
        { header: "STATUS", path: "status", as: "state" },
        { header: "FAILURE", path: "failure", wide: true },
        { header: "INSTALLATION", path: "installationId" },
        createdColumn,
      ],
      emptyText: "No events.",
      examples: ["integration event list link-watch --json id,payload.type,status"],
    }),
    get: custom({
      summary: contract.get.summary,
      fields: getCommandFields(contract.get),
      arguments: ["integrationName", "eventId"],
      operations: [contract.get],
      examples: ["integration event get link-watch E1"],
      load: () => import("../features/integrations/event.ts").then((m) => m.showEvent),
    }),
  },
});
