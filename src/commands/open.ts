/** `tome open`. */
import { boolean, optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Open a resource or the organization in the browser",
  fields: {
    noun: optional(
      text("Kind (org, collection, space, page, cr, site), or the name of a space", {
        placeholder: "kind",
      }),
    ),
    thing: optional(text("Title, number, path or id of the resource", { placeholder: "name" })),
    space: optional(text("Space of the page or change request", { placeholder: "space" })),
    published: optional(boolean("Open the published page instead")),
  },
  arguments: ["noun", "thing"],
  examples: [
    "open",
    "open Handbook",
    "open cr 1 --space Handbook",
    "open page guides/start --space Handbook",
    "open site Docs --published",
  ],
  load: () => import("../features/workspace/open.ts").then((m) => m.open),
});
