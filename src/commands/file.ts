/** `tome file`. */
import * as contract from "../contract/file.ts";
import { backlinkColumns, fileColumns, savingFields } from "./content-words.ts";
import { noun, show, task } from "./verb.ts";

export const commands = noun({
  does: "Work with the files of a space",
  own: "file",
  verbs: {
    list: show(contract.list, {
      columns: fileColumns,
      none: "The space has no files.",
      examples: ["file list --space S1", "file list --space S1 --json name,downloadURL"],
    }),
    get: task({
      does: contract.get.does,
      fields: {
        ...contract.get.input,
        ...savingFields,
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
