/** `tome local storage`: the locations of file contents. */

import { enumeration, optional, text } from "./fields.ts";
import { custom, noun } from "./verb.ts";

const database = optional(
  text("URL of a PostgreSQL database with the data", { placeholder: "url" }),
);

export const commands = noun({
  summary: "Show and move the file contents of the local platform",
  verbs: {
    status: custom({
      summary: "Show where file contents are stored",
      fields: { database },
      load: () => import("../features/local/storage.ts").then((m) => m.getStatus),
    }),
    move: custom({
      summary: "Move file contents between the database and the object storage",
      fields: {
        to: enumeration(["s3", "database"], "Target of the move, and location of new files"),
        database,
      },
      examples: ["local storage move --to s3", "local storage move --to database"],
      load: () => import("../features/local/storage.ts").then((m) => m.move),
    }),
  },
});
