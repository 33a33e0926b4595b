/** `tome cr pdf`. */
import * as contract from "../contract/cr.ts";
import { flag, optional, text } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: contract.pdf.does,
  fields: {
    ...contract.pdf.input,
    save: optional(text("Save the PDF as this file", { placeholder: "file" })),
    force: optional(flag("Replace the file where it is there already")),
  },
  arguments: ["changeRequestId"],
  sends: [contract.pdf],
  examples: [
    "cr pdf 3 --space S1 --save changes.pdf",
    "cr pdf 3 --space S1 --page P1 --only --save page.pdf",
  ],
  load: () => import("../tasks/cr-pdf.ts").then((m) => m.pdf),
});
