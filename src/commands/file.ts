/** `tome file`. */

import type { Column } from "../context.ts";
import { flag, optional, text } from "../contract/fields.ts";
import * as contract from "../contract/file.ts";
import { idColumn } from "./columns.ts";
import { backlinkColumns } from "./content-words.ts";
import { noun, show, task } from "./verb.ts";

const columns: readonly Column[] = [
  idColumn,
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "TYPE", path: "contentType" },
  { header: "SIZE", path: "size", as: "number" },
];

export const commands = noun({
  does: "Work with the files of a space",
  own: "file",
  verbs: {
    list: show(contract.list, {
      columns,
      none: "The space has no files.",
      examples: ["file list --space S1", "file list --space S1 --json name,downloadURL"],
    }),
    get: task({
      does: contract.get.does,
      fields: {
        ...contract.get.input,
        save: optional(text("Save the bytes as this file", { placeholder: "path" })),
        force: optional(flag("Replace the file if it exists")),
      },
      arguments: ["fileId"],
      sends: [contract.get],
      examples: ["file get F1 --space S1", "file get F1 --space S1 --save logo.png"],
      load: () => import("../tasks/file-get.ts").then((m) => m.get),
    }),
    backlinks: show(contract.backlinks, {
      columns: backlinkColumns,
      none: "Nothing uses the file.",
      examples: ["file backlinks F1 --space S1"],
    }),
  },
});
