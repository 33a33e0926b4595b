/** Columns of conversations with an agent. */
import type { PrintedColumn } from "../context.ts";
import { createdColumn, idColumn, titleColumn, updatedColumn } from "./columns.ts";

export const conversationColumns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "SHARED", path: "shared", as: "flag" },
  createdColumn,
  updatedColumn,
];
