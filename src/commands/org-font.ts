/** `tome org font`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/font.ts";
import * as storage from "../contract/storage.ts";
import { idColumn } from "./columns.ts";
import { integer, list, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "FAMILY", path: "fontFamily", as: "title", wide: true },
  { header: "WEIGHTS", path: "fontFaces.weight", as: "list" },
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "FILES", path: "fontFaces.sources.url", as: "list", wide: true },
  { header: "MAY EDIT", path: "permissions.edit", as: "flag" },
];

const face = text("weight and file", { min: 1, placeholder: "weight=file" });
const { organizationId, fontFamily } = getCommandFields(contract.create);
const { fontId } = getCommandFields(contract.update);

export const commands = noun({
  summary: "Manage the custom fonts of an organization",
  own: "font",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No custom fonts.",
      order: "Oldest first.",
      examples: ["org font list", "org font list --json id,fontFamily"],
    }),
    get: query(contract.get, { columns: record, examples: ['org font get "Acme Sans"'] }),
    create: custom({
      summary: contract.create.summary,
      fields: {
        organizationId,
        fontFamily,
        faces: list(
          face,
          "Weight and its WOFF2, WOFF, TTF or OTF file, such as 400=regular.woff2",
          { flag: "face", max: 20 },
        ),
      },
      arguments: ["fontFamily"],
      operations: [storage.upload, contract.create],
      isWrite: true,
      examples: [
        'org font create "Acme Sans" --face 400=acme-regular.woff2 --face 700=acme-bold.woff2',
      ],
      load: () => import("../features/organization/fonts.ts").then((m) => m.create),
    }),
    update: custom({
      summary: contract.update.summary,
      fields: {
        organizationId,
        fontId,
        fontFamily: optional({ ...fontFamily, flag: "family" }),
        faces: optional(
          list(face, "Weight to add or replace and its file, such as 700=bold.woff2", {
            flag: "face",
            max: 20,
          }),
        ),
        removed: optional(
          list(integer("weight", { min: 1, max: 1000 }), "Weight to remove", {
            flag: "remove-weight",
            max: 20,
          }),
        ),
      },
      arguments: ["fontId"],
      operations: [storage.upload, contract.update],
      isWrite: true,
      examples: [
        'org font update "Acme Sans" --face 500=acme-medium.woff2',
        'org font update "Acme Sans" --family Acme --remove-weight 500',
      ],
      load: () => import("../features/organization/fonts.ts").then((m) => m.update),
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the custom font {fontId}.",
      absentText: "Custom font {fontId} not found. No changes were made.",
      confirm: {
        question:
          "Delete the custom font {font} and its files? Sites that use it return to the default font.",
        names: [
          {
            field: "fontId",
            endpoints: contract.list,
            describe: ({ id, fontFamily }) => `"${fontFamily}" (${id})`,
          },
        ],
      },
      examples: ['org font delete "Acme Sans" --yes'],
    }),
  },
});
