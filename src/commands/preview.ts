/** `tome preview`. */
import { flag, optional, text, whole } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Show a folder of Markdown as a published site, and again whenever a file is saved",
  fields: {
    folder: optional(
      text("Folder with a README.md, and perhaps SUMMARY.md and .gitbook.yaml", {
        placeholder: "folder",
        default: ".",
      }),
    ),
    port: optional(whole("Port, 0 for any free one", { min: 0, max: 65535, default: 4630 })),
    open: optional(flag("Open it in the browser")),
    rules: optional(
      text("Configuration of the findings, as tome check takes it", {
        placeholder: "file",
        default: ".tome.check.yaml",
      }),
    ),
  },
  arguments: ["folder"],
  examples: ["preview", "preview docs --open", "preview ../handbook --port 0"],
  load: () => import("../features/preview/preview.ts").then((m) => m.preview),
});
