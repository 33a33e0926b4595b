/** `tome file`. */
import * as contract from "../contract/file.ts";
import { backlinkColumns, fileColumns, savingFields, shortenReference } from "./content-words.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Manage the files of a space",
  own: "file",
  verbs: {
    list: query(contract.list, {
      columns: fileColumns,
      emptyText: "No files in the space.",
      examples: [
        "file list --space Handbook",
        "file list --space Handbook --json name,downloadURL",
      ],
    }),
    get: custom({
      summary: contract.get.summary,
      fields: {
        ...getCommandFields(contract.get),
        ...savingFields,
      },
      arguments: ["fileId"],
      operations: [contract.get],
      examples: [
        "file get logo.png --space Handbook",
        "file get logo.png --space Handbook --save logo.png",
      ],
      load: () => import("../features/content/file-get.ts").then((m) => m.get),
    }),
    backlinks: query(contract.backlinks, {
      columns: backlinkColumns,
      shorten: shortenReference,
      emptyText: "No content uses the file.",
      examples: ["file backlinks logo.png --space Handbook"],
    }),
  },
});
