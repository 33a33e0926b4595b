/** `tome file`. */
import * as contract from "../contract/file.ts";
import { backlinkColumns, fileColumns, savingFields } from "./content-words.ts";
import { noun, show, task } from "./verb.ts";

export const commands = noun({
  does: "Manage the files of a space",
  own: "file",
  verbs: {
    list: show(contract.list, {
      columns: fileColumns,
      none: "No files in the space.",
      examples: [
        "file list --space Handbook",
        "file list --space Handbook --json name,downloadURL",
      ],
    }),
    get: task({
      does: contract.get.does,
      fields: {
        ...contract.get.input,
        ...savingFields,
      },
      arguments: ["fileId"],
      sends: [contract.get],
      examples: [
        "file get logo.png --space Handbook",
        "file get logo.png --space Handbook --save logo.png",
      ],
      load: () => import("../features/content/file-get.ts").then((m) => m.get),
    }),
    backlinks: show(contract.backlinks, {
      columns: backlinkColumns,
      none: "No content uses the file.",
      examples: ["file backlinks logo.png --space Handbook"],
    }),
  },
});
