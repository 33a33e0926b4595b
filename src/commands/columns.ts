/** Columns that several nouns share. */
import type { Column } from "../context.ts";

export const idColumn: Column = { header: "ID", path: "id" };
export const titleColumn: Column = { header: "TITLE", path: "title", wide: true };
export const createdColumn: Column = { header: "CREATED", path: "createdAt", as: "time" };
export const updatedColumn: Column = { header: "UPDATED", path: "updatedAt", as: "time" };
