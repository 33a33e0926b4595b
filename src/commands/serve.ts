/** `tome serve`. */
import { enumeration, flag, optional, text, whole } from "../contract/fields.ts";
import { simulationFields } from "./simulation-fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Serve the embedded platform over HTTP until it is interrupted",
  fields: {
    port: optional(whole("Port, 0 for any free one", { min: 0, max: 65535, default: 4620 })),
    host: optional(text("Address to bind", { placeholder: "address", default: "127.0.0.1" })),
    data: optional(text("Folder of the data", { placeholder: "folder" })),
    database: optional(
      text("Address of a PostgreSQL database to keep the data in", { placeholder: "address" }),
    ),
    memory: optional(flag("Keep the data in memory, so that it is lost at the end")),
    seed: optional(flag("Add the sample workspace if it is not there yet")),
    readyFile: optional(
      text("File that is written when it accepts requests", { placeholder: "path" }),
    ),
    allowPrivate: optional(flag("Let the platform fetch from private and loopback addresses")),
    jobs: optional(
      whole("Maximum number of long jobs at a time, such as imports", {
        min: 1,
        max: 64,
        default: 4,
      }),
    ),
    ...simulationFields,
    log: optional(
      enumeration(["text", "json", "off"], "One line on standard error for each request", {
        default: "off",
      }),
    ),
    metrics: optional(flag("Let whoever reaches the address read /metrics without a token")),
    publicUrl: optional(
      text("Address that callers use, if there is a proxy in between", { format: "url" }),
    ),
  },
  examples: [
    "serve",
    "serve --memory --seed --port 0 --ready-file ready.json",
    "serve --faults faults.yaml --log text",
  ],
  load: () => import("../features/local/serve.ts").then((m) => m.serve),
});
