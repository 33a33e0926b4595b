/** `tome open`. */
import { optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Open a resource or the organization in the browser",
  fields: {
    noun: optional(text("Kind of the resource", { placeholder: "kind" })),
    thing: optional(text("Id of the resource", { placeholder: "id" })),
  },
  arguments: ["noun", "thing"],
  examples: ["open", "open space Handbook", "open site Docs"],
  load: () => import("../features/workspace/open.ts").then((m) => m.open),
});
