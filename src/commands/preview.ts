/** `tome preview`. */
import { boolean, integer, optional, text } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Preview a folder of Markdown as a site, with live reload",
  fields: {
    folder: optional(
      text("Folder with Markdown; README.md, SUMMARY.md and .gitbook.yaml are used", {
        placeholder: "folder",
        default: ".",
      }),
    ),
    port: optional(integer("Port, 0 for any free port", { min: 0, max: 65535, default: 4630 })),
    open: optional(boolean("Open the browser")),
    rules: optional(
      text("Configuration file of tome check", {
        placeholder: "file",
        default: ".tome.check.yaml",
      }),
    ),
  },
  arguments: ["folder"],
  examples: ["preview", "preview docs --open", "preview ../handbook --port 0"],
  load: () => import("../features/preview/preview.ts").then((m) => m.preview),
});
