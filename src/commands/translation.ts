/** `tome translation`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/translation.ts";
import { asObject, asText } from "../json/values.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { getCommandFields } from "./flag-words.ts";
import { glossary } from "./translation-glossary.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "SOURCE", path: "source.space", as: "title", wide: true, refers: "space" },
  { header: "FROM", path: "source.language" },
  { header: "TO", path: "language" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "RESULT", path: "result.space", wide: true, refers: "space" },
  updatedColumn,
];

const record: readonly PrintedColumn[] = [
  ...columns,
  createdColumn,
  { header: "RUNS", path: "stats.runs", as: "number" },
  { header: "PAGES IN ALL RUNS", path: "stats.totalPages", as: "number" },
  { header: "WORDS IN ALL RUNS", path: "stats.totalWords", as: "number" },
  { header: "LAST RUN PAGES", path: "stats.latestPages", as: "number" },
  { header: "LAST RUN WORDS", path: "stats.latestWords", as: "number" },
  { header: "LAST RUN MS", path: "stats.latestRunDuration", as: "number" },
  // Manual corrections of pages whose source has changed; not all pages that the next run translates.
  { header: "CORRECTIONS TO REVIEW", path: "outdated.page", as: "list", wide: true },
  { header: "ERROR", path: "error", wide: true },
];

export const commands = noun({
  summary: "Manage translations of spaces",
  verbs: {
    list: query(contract.list, {
      columns,
      titleLookup: {
        paths: ["source.space", "result.space"],
        within: "organizationId",
        from: () => import("../contract/space.ts").then((m) => m.list),
      },
      emptyText: "No translations.",
    }),
    create: mutation(contract.create, {
      doneText: "Created the translation {id} into {language}.",
      toOutcome: ({ id, language, source }) =>
        `Created the translation of the space ${asText(asObject(source ?? {}).space)} into ${asText(language)} (${asText(id)}).`,
      nextStep: "To translate its pages: tome translation run {id} --wait",
      loadNames: () =>
        import("../features/content/translation-name.ts").then((m) => m.findTranslationName),
      columns: record,
      examples: ["translation create --source-space Handbook --source-language en --language fr"],
    }),
    get: query(contract.get, { columns: record }),
    update: mutation(contract.update, {
      doneText: "Changed the instructions of the translation {id}.",
      columns: record,
      examples: ['translation update "Handbook -> fr" --instructions "Call readers **vous**."'],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the translation {translationId}. The translated space is kept.",
      absentText: "Translation {translationId} not found. No changes were made.",
      confirm: {
        question: "Delete the translation {translation}? The translated space is kept.",
        names: [{ field: "translationId", endpoints: contract.get }],
      },
    }),
    run: custom({
      summary: contract.run.summary,
      fields: { ...getCommandFields(contract.run), ...waitFields },
      arguments: ["translationId"],
      operations: [contract.run],
      isWrite: true,
      examples: ['translation run "Handbook -> fr" --wait'],
      load: () => import("../features/content/translation-run.ts").then((m) => m.run),
    }),
    glossary,
  },
});
