/** Shows a page, or its text alone, and lists the pages of a space. */

import type { Branch, Column, Context, JsonObject, Result, Span } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/page.ts";
import { UsageError } from "../errors.ts";
import { objectIn, textIn } from "../json/values.ts";
import { asksForForm } from "./output-form.ts";
import { listTree } from "./tree.ts";

interface GetInput extends Omit<Input<typeof contract.get>, "pageId"> {
  readonly pageId?: string;
  readonly pagePath?: string;
}

const columns: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "TYPE", path: "type" },
  { header: "PATH", path: "path", wide: true },
  { header: "DESCRIPTION", path: "description", wide: true },
  { header: "TARGET", path: "href", wide: true },
  { header: "CREATED", path: "createdAt", as: "time" },
  { header: "UPDATED", path: "updatedAt", as: "time" },
  { header: "TEXT", path: "markdown", wide: true },
];

export async function get(
  context: Context,
  { pageId, pagePath, ...asked }: GetInput,
): Promise<Result> {
  if ((pageId === undefined) === (pagePath === undefined)) {
    throw new UsageError(
      "Name the page by its id, or with --path <path>, one of them.",
      "tome page list",
    );
  }
  const client = await context.client();
  const { value } =
    pageId === undefined
      ? await client.call(contract.getByPath, { ...asked, pagePath: pagePath ?? "" })
      : await client.call(contract.get, { ...asked, pageId });
  const record = objectIn(value);
  if (asksForForm(context.choice) || asked.format === undefined) return { record, columns };
  // Whoever names the form of the text wants the text.
  return typeof record.markdown === "string" ? { text: record.markdown } : { record, asJson: true };
}

const listColumns: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "outline", as: "title", wide: true },
  { header: "TYPE", path: "type" },
  { header: "PATH", path: "path", wide: true },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

interface ListInput extends Input<typeof contract.list> {
  readonly tree?: boolean;
}

export async function list(context: Context, { tree, ...input }: ListInput): Promise<Result> {
  const { value } = await (await context.client()).call(contract.list, input);
  return listTree(context, objectIn(value), {
    member: "pages",
    below: ["pages"],
    columns: listColumns,
    drawn: tree ? draw : undefined,
    none: "The space has no pages.",
  });
}

function draw(page: JsonObject): Omit<Branch, "below"> {
  const text = (name: string) => textIn(page[name]);
  const notes: (Span | undefined)[] = [
    page.type === "document" ? undefined : { text: text("type") },
    text("path") === "" ? undefined : { text: text("path"), tone: "cyan" },
    text("href") === "" ? undefined : { text: text("href"), tone: "cyan" },
    page.hidden === true ? { text: "hidden", tone: "yellow" } : undefined,
  ];
  return {
    title: text("title"),
    tone: page.type === "document" ? undefined : "bold",
    notes: notes.filter((note) => note !== undefined),
    id: text("id"),
  };
}
