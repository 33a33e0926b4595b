/** `tome integration event`. */
import * as contract from "../contract/integration-event.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { noun, show, task } from "./verb.ts";

export const commands = noun({
  does: "Show the events of an integration and their delivery",
  verbs: {
    list: show(contract.list, {
      columns: [
        idColumn,
        { header: "TYPE", path: "payload.type" },
        { header: "STATUS", path: "status", as: "state" },
        { header: "FAILURE", path: "failure", wide: true },
        { header: "INSTALLATION", path: "installationId" },
        createdColumn,
      ],
      none: "No events.",
      examples: ["integration event list link-watch --json id,payload.type,status"],
    }),
    get: task({
      does: contract.get.does,
      fields: contract.get.input,
      arguments: ["integrationName", "eventId"],
      sends: [contract.get],
      examples: ["integration event get link-watch E1"],
      load: () => import("../features/integrations/event.ts").then((m) => m.showEvent),
    }),
  },
});
