/** Structure of a site: a tree on a terminal, rows in a pipe, or data for programs. */

import type {
  Context,
  JsonObject,
  PrintedColumn,
  Result,
  Span,
  ViewBranch,
} from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/site.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";
import { listTree } from "../workspace/tree.ts";
import { findDisabledClaims, listConditional } from "./condition-warning.ts";

export const structureColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "outline", as: "title", wide: true },
  { header: "KIND", path: "object" },
  { header: "PATH", path: "path" },
  { header: "DEFAULT", path: "default", as: "flag" },
  { header: "SPACE", path: "space.id", as: "id" },
  { header: "CONDITION", path: "condition", wide: true },
  { header: "URL", path: "url", wide: true },
];

export async function showStructure(
  context: Context,
  input: Input<typeof contract.structure>,
): Promise<Result> {
  const { value } = await (await context.client()).call(contract.structure, input);
  const record = asObject(value);
  const none = "The site has no content.";
  const below = ["children", "siteSpaces"];
  const drawn = isForPerson(context) ? drawPart : undefined;
  if (listConditional(asObjects(record.structure)).length > 0) {
    const client = await context.client({ lookup: true });
    const warning = await findDisabledClaims(client, input).catch(() => undefined);
    if (warning !== undefined) context.terminal.warn(warning);
  }
  return listTree(context, record, {
    member: "structure",
    below,
    columns: structureColumns,
    drawn,
    none,
  });
}

const kinds: Readonly<Record<string, string>> = {
  "site-section": "section",
  "site-section-group": "group",
  "site-space": "space",
  "site-external-link": "link",
};

/** One part of a site in a tree. */
export function drawPart(item: JsonObject): Omit<ViewBranch, "below"> {
  const text = (name: string) => asText(item[name]);
  const notes: (Span | undefined)[] = [
    { text: findOwn(kinds, text("object")) ?? text("object") },
    text("path") === "" ? undefined : { text: text("path"), tone: "cyan" },
    text("url") === "" ? undefined : { text: text("url"), tone: "cyan" },
    item.default === true ? { text: "default" } : undefined,
    item.draft === true ? { text: "draft", tone: "yellow" } : undefined,
    text("condition") === "" ? undefined : { text: `if ${text("condition")}`, tone: "yellow" },
  ];
  return {
    title: text("title"),
    tone: item.object === "site-space" ? undefined : "bold",
    notes: notes.filter((note) => note !== undefined),
    id: text("id"),
  };
}
