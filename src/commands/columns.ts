/** Columns that several nouns share. */
import type { Client, Column, JsonObject } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";

export const idColumn: Column = { header: "ID", path: "id", as: "id" };
export const titleColumn: Column = { header: "TITLE", path: "title", as: "title", wide: true };
export const createdColumn: Column = { header: "CREATED", path: "createdAt", as: "time" };
export const updatedColumn: Column = { header: "UPDATED", path: "updatedAt", as: "time" };
export const addressColumn: Column = {
  header: "URL",
  path: "urls.app",
  as: "address",
  wide: true,
};

export const integrationColumns: readonly Column[] = [
  { header: "NAME", path: "name" },
  titleColumn,
  { header: "VERSION", path: "version", as: "number" },
  { header: "VISIBILITY", path: "visibility" },
  { header: "TARGET", path: "target" },
  { header: "OWNER", path: "owner.title" },
];

/** Kind of resource that rows refer to, whose ids are shown as titles on a terminal. */
export interface Belonging {
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
  client: Client,
  input: JsonObject,
  rows: readonly JsonObject[],
) => Promise<ReadonlyMap<string, string>>;
