/** Pages of a space, revision or change request: list, show and print as text. */

import type {
  ApiClient,
  Context,
  JsonObject,
  JsonValue,
  PrintedColumn,
  Result,
  Span,
  ViewBranch,
} from "../../context.ts";
import * as changeRequest from "../../contract/cr-content.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/page.ts";
import * as revision from "../../contract/revision.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { asksForForm } from "../output-form.ts";
import { listTree } from "../workspace/tree.ts";

const columns: readonly PrintedColumn[] = [
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

interface PageResponse {
  readonly value: JsonValue | undefined;
}

interface PageInput {
  readonly pageId?: string;
  readonly pagePath?: string;
  readonly format?: "document" | "markdown";
}

/** Reads a page by id or path, from the space or one of its revisions. */
function showPage<I extends PageInput>(
  byId: (
    client: ApiClient,
    input: Omit<I, "pageId" | "pagePath">,
    id: string,
  ) => Promise<PageResponse>,
  byPath: (
    client: ApiClient,
    input: Omit<I, "pageId" | "pagePath">,
    path: string,
  ) => Promise<PageResponse>,
  listing: string,
) {
  return async (context: Context, { pageId, pagePath, ...rest }: I): Promise<Result> => {
    if ((pageId === undefined) === (pagePath === undefined)) {
      const message =
        pageId === undefined
          ? "Specify a page by id, title or path."
          : "Specify either <page> or --path <path>, not both.";
      throw new UsageError(message, listing);
    }
    const client = await context.client();
    const { value } =
      pageId === undefined
        ? await byPath(client, rest, pagePath ?? "")
        : await byId(client, rest, pageId);
    const record = asObject(value);
    if (asksForForm(context.choice) || rest.format === undefined) return { record, columns };
    // A text format implies that only the text is wanted.
    return typeof record.markdown === "string"
      ? { text: record.markdown }
      : { record, asJson: true };
  };
}

/** Input of an operation that shows a page by id. */
type PageContentInput<E> = Omit<Input<E>, "pageId"> & PageInput;

export const get = showPage<PageContentInput<typeof contract.get>>(
  (client, input, pageId) => client.call(contract.get, { ...input, pageId }),
  (client, input, pagePath) => client.call(contract.getByPath, { ...input, pagePath }),
  "tome page list",
);

export const getInRevision = showPage<PageContentInput<typeof revision.page>>(
  (client, input, pageId) => client.call(revision.page, { ...input, pageId }),
  (client, input, pagePath) => client.call(revision.pageByPath, { ...input, pagePath }),
  "tome revision pages <revision>",
);

export const getInChangeRequest = showPage<PageContentInput<typeof changeRequest.page>>(
  (client, input, pageId) => client.call(changeRequest.page, { ...input, pageId }),
  (client, input, pagePath) => client.call(changeRequest.pageByPath, { ...input, pagePath }),
  "tome cr pages <cr>",
);

const listColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "outline", as: "title", wide: true },
  { header: "TYPE", path: "type" },
  { header: "PATH", path: "path", wide: true },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

function listPages<I extends object>(
  read: (client: ApiClient, input: Omit<I, "tree">) => Promise<PageResponse>,
  none: string,
) {
  return async (
    context: Context,
    { tree, ...input }: I & { readonly tree?: boolean },
  ): Promise<Result> => {
    const { value } = await read(await context.client(), input);
    return listTree(context, asObject(value), {
      member: "pages",
      below: ["pages"],
      columns: listColumns,
      drawn: tree ? draw : undefined,
      none,
    });
  };
}

export const list = listPages<Input<typeof contract.list>>(
  (client, input) => client.call(contract.list, input),
  "No pages in the space.",
);

export const listInRevision = listPages<Input<typeof revision.pages>>(
  (client, input) => client.call(revision.pages, input),
  "No pages in the revision.",
);

export const listInChangeRequest = listPages<Input<typeof changeRequest.pages>>(
  (client, input) => client.call(changeRequest.pages, input),
  "No pages in the change request.",
);

function draw(page: JsonObject): Omit<ViewBranch, "below"> {
  const text = (name: string) => asText(page[name]);
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
