/** Columns that several nouns share. */
import type { ApiClient, JsonObject, PrintedColumn } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";

export const idColumn: PrintedColumn = { header: "ID", path: "id", as: "id" };
export const titleColumn: PrintedColumn = {
  header: "TITLE",
  path: "title",
  as: "title",
  wide: true,
};
export const createdColumn: PrintedColumn = { header: "CREATED", path: "createdAt", as: "time" };
export const updatedColumn: PrintedColumn = { header: "UPDATED", path: "updatedAt", as: "time" };
export const addressColumn: PrintedColumn = {
  header: "URL",
  path: "urls.app",
  as: "address",
  wide: true,
};

export const integrationColumns: readonly PrintedColumn[] = [
  { header: "NAME", path: "name" },
  titleColumn,
  { header: "VERSION", path: "version", as: "number" },
  { header: "VISIBILITY", path: "visibility" },
  { header: "TARGET", path: "target" },
  { header: "OWNER", path: "owner.title" },
];

/** Kind of resource that rows refer to, whose ids are shown as titles on a terminal. */
export interface TitleLookup {
  /** Paths of the columns. */
  readonly paths: readonly string[];
  /** Input field that selects the list. */
  readonly within: string;
  /**
   * Operation that lists the resources with titles, or a function that finds them for some rows.
   */
  readonly from: () => Promise<Endpoint | TitleSearch>;
}

/** Titles by id; if the request is refused, ids are shown. */
export type TitleSearch = (
  client: ApiClient,
  input: JsonObject,
  rows: readonly JsonObject[],
) => Promise<ReadonlyMap<string, string>>;
