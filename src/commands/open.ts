/** `tome open`. */
import { optional, text } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Open the page of a thing in the browser, or that of the organization",
  fields: {
    noun: optional(text("Kind of the thing", { placeholder: "noun" })),
    thing: optional(text("Id of the thing", { placeholder: "id" })),
  },
  arguments: ["noun", "thing"],
  examples: ["open", "open space Handbook", "open site Docs"],
  load: () => import("../features/workspace/open.ts").then((m) => m.open),
});
