/** Columns that several nouns share. */
import type { Column } from "../context.ts";

export const idColumn: Column = { header: "ID", path: "id", as: "id" };
export const titleColumn: Column = { header: "TITLE", path: "title", as: "title", wide: true };
export const createdColumn: Column = { header: "CREATED", path: "createdAt", as: "time" };
export const updatedColumn: Column = { header: "UPDATED", path: "updatedAt", as: "time" };
export const addressColumn: Column = {
  header: "ADDRESS",
  path: "urls.app",
  as: "address",
  wide: true,
};
