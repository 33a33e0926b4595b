/** `tome cr edit`. */
import * as contract from "../contract/cr.ts";
import { flag, id, optional, text } from "../contract/fields.ts";
import { task } from "./verb.ts";

const { spaceId, changeRequestId } = contract.edit.input;

export const command = task({
  does: "Edit a page of a change request, add one, or apply a list of changes",
  fields: {
    spaceId,
    changeRequestId,
    page: optional(id("page", "Page to edit")),
    new: optional(flag("Add a page instead of editing one")),
    file: optional(
      text("Markdown file with the text of the page, - for standard input", {
        placeholder: "file",
      }),
    ),
    title: optional(text("Title of the page", { min: 1, max: 255 })),
    slug: optional(text("Its part of the address", { min: 1, max: 100 })),
    into: optional(id("page", "Page to put it into", { flag: "into" })),
    delete: optional(flag("Delete the page with the pages below it")),
    revertTo: optional(
      text("Take the page back to what it was in this revision", { placeholder: "revision" }),
    ),
    input: optional(
      text('JSON or YAML file with {"changes": [...]}, the whole body, - for standard input', {
        placeholder: "file",
      }),
    ),
  },
  arguments: ["changeRequestId"],
  sends: [contract.edit],
  writes: true,
  examples: [
    "cr edit 3 --space S1 --page P1 --file start.md",
    'cr edit 3 --space S1 --new --title "Quiet hours" --file quiet-hours.md',
    "cr edit 3 --space S1 --page P1 --revert-to R1",
  ],
  load: () => import("../tasks/cr-edit.ts").then((m) => m.edit),
});
