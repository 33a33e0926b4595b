/** `tome translation`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/translation.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { act, noun, show, task } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const columns: readonly Column[] = [
  idColumn,
  { header: "SOURCE", path: "source.space", as: "title", wide: true },
  { header: "FROM", path: "source.language" },
  { header: "TO", path: "language" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "RESULT", path: "result.space", wide: true },
  updatedColumn,
];

const record: readonly Column[] = [
  ...columns,
  createdColumn,
  { header: "RUNS", path: "stats.runs", as: "number" },
  { header: "PAGES", path: "stats.totalPages", as: "number" },
  { header: "WORDS", path: "stats.totalWords", as: "number" },
  { header: "LAST RUN PAGES", path: "stats.latestPages", as: "number" },
  { header: "LAST RUN WORDS", path: "stats.latestWords", as: "number" },
  { header: "LAST RUN MS", path: "stats.latestRunDuration", as: "number" },
  { header: "ERROR", path: "error", wide: true },
];

export const commands = noun({
  does: "Manage translations of spaces",
  verbs: {
    list: show(contract.list, {
      columns,
      belongs: {
        paths: ["source.space", "result.space"],
        within: "organizationId",
        from: () => import("../contract/space.ts").then((m) => m.list),
      },
      none: "No translations.",
    }),
    create: act(contract.create, {
      done: "Created the translation {id} into {language}.",
      next: "To translate its pages: tome translation run {id} --wait",
      columns: record,
      examples: ["translation create --source-space Handbook --source-language en --language fr"],
    }),
    get: show(contract.get, { columns: record }),
    update: act(contract.update, {
      done: "Changed the instructions of the translation {id}.",
      columns: record,
      examples: ['translation update TR1 --instructions "Call readers **vous**."'],
    }),
    delete: act(contract.remove, {
      done: "Deleted the translation {translationId}. The translated space is kept.",
      absent: "Translation {translationId} not found. No changes were made.",
      confirm: {
        question: "Delete the translation {translation}? The translated space is kept.",
        names: [{ of: "translationId", by: contract.get }],
      },
    }),
    run: task({
      does: contract.run.does,
      fields: { ...contract.run.input, ...waitFields },
      arguments: ["translationId"],
      sends: [contract.run],
      writes: true,
      examples: ["translation run TR1 --wait"],
      load: () => import("../features/content/translation-run.ts").then((m) => m.run),
    }),
  },
});
