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

/** What the rows of a list belong to, whose ids a column shows people as titles. */
export interface Belonging {
  /** The paths of the columns. */
  readonly paths: readonly string[];
  /** The field of the input that the things are listed by. */
  readonly within: string;
  /** The operation that lists the things with their titles, or what finds them for some rows. */
  readonly from: () => Promise<Endpoint | TitleSearch>;
}

/** Titles by id; if it is refused, the ids stay. */
export type TitleSearch = (
  client: Client,
  input: JsonObject,
  rows: readonly JsonObject[],
) => Promise<ReadonlyMap<string, string>>;
