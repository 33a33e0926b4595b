/** `tome serve`. */
import { flag, optional, text, whole } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Serve the embedded platform over HTTP until it is told to end",
  fields: {
    port: optional(whole("Port, 0 for any free one", { min: 0, max: 65535, default: 4620 })),
    host: optional(text("Address to bind", { placeholder: "address", default: "127.0.0.1" })),
    data: optional(text("Folder of the data", { placeholder: "folder" })),
    memory: optional(flag("Keep the data in memory, and lose it at the end")),
    seed: optional(flag("Add the sample workspace where it is not there yet")),
    readyFile: optional(
      text("File that is written when it accepts requests", { placeholder: "path" }),
    ),
    allowPrivate: optional(flag("Let the platform fetch from private and loopback addresses")),
  },
  examples: ["serve", "serve --memory --seed --port 0 --ready-file ready.json"],
  load: () => import("../tasks/serve.ts").then((m) => m.serve),
});
