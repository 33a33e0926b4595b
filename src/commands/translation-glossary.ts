/** `tome translation glossary`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/translation-glossary.ts";
import { idColumn, updatedColumn } from "./columns.ts";
import { list, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "TERMS", path: "translations", as: "list", wide: true },
  updatedColumn,
];
const { organizationId } = getCommandFields(contract.get);
const entry = text("A term of the entry in any language, or its id", { placeholder: "entry" });
const terms = list(
  text("Term"),
  "Term in a language, such as fr=espace; repeat for each language",
  {
    flag: "term",
    placeholder: "language=term",
    max: 100,
  },
);

export const glossary = noun({
  summary: "Manage the glossary that translations use",
  own: "glossaryEntry",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "The glossary has no entries.",
      examples: ["translation glossary list --order-by fr"],
    }),
    get: custom({
      summary: contract.get.summary,
      fields: { organizationId, entry },
      arguments: ["entry"],
      operations: [contract.list, contract.get],
      examples: ["translation glossary get space"],
      load: () => import("../features/content/glossary.ts").then((m) => m.get),
    }),
    add: custom({
      summary: "Add an entry to the glossary",
      fields: { organizationId, terms },
      operations: [contract.put],
      isWrite: true,
      examples: ["translation glossary add --term en=space --term fr=espace --term de=Bereich"],
      load: () => import("../features/content/glossary.ts").then((m) => m.add),
    }),
    update: custom({
      summary: "Change terms of a glossary entry; other languages keep theirs",
      fields: { organizationId, entry, terms },
      arguments: ["entry"],
      operations: [contract.list, contract.put],
      isWrite: true,
      examples: ["translation glossary update space --term fr=Espace --term de="],
      load: () => import("../features/content/glossary.ts").then((m) => m.update),
    }),
    delete: custom({
      summary: "Delete an entry of the glossary",
      fields: { organizationId, entry },
      arguments: ["entry"],
      operations: [contract.list, contract.put],
      isWrite: true,
      mayPrompt: true,
      examples: ["translation glossary delete space"],
      load: () => import("../features/content/glossary.ts").then((m) => m.remove),
    }),
    put: mutation(contract.put, {
      summary: "Apply a file of changes to the glossary at once",
      doneText: "Changed the glossary.",
      examples: ["translation glossary put --input glossary.yaml"],
    }),
  },
});
