/** Texts and fields that commands for comments and replies share. */
import type { PrintedColumn } from "../context.ts";
import { UsageError } from "../errors.ts";
import { asObject, type JsonObject } from "../json/values.ts";
import { idColumn } from "./columns.ts";
import { boolean, optional } from "./fields.ts";

export const authorColumn: PrintedColumn = { header: "AUTHOR", path: "postedBy.displayName" };
export const bodyColumn: PrintedColumn = { header: "BODY", path: "body.markdown", wide: true };
export const postedColumn: PrintedColumn = { header: "POSTED", path: "postedAt", as: "time" };

export const replyColumns: readonly PrintedColumn[] = [
  idColumn,
  authorColumn,
  postedColumn,
  bodyColumn,
];

export const commenterColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "NAME", path: "user.displayName", as: "title", wide: true },
  { header: "EMAIL", path: "user.email" },
  { header: "ROLE", path: "role" },
];

/** Describes a comment or reply in a question: first words, author and id. */
export function getFirstWords({ id, body, postedBy }: JsonObject): string {
  const { markdown } = asObject(body);
  const line = (typeof markdown === "string" ? markdown : "").replace(/\s+/g, " ").trim();
  const letters = [...line];
  const words = letters.length > mostLetters ? `${letters.slice(0, mostLetters).join("")}…` : line;
  const { displayName } = asObject(postedBy);
  const by = typeof displayName === "string" ? ` by ${displayName}` : "";
  return `${words === "" ? "no text" : `"${words}"`}${by} (${id})`;
}

const mostLetters = 60;

/** Negation of `--resolve`. */
export const unresolve = { unresolve: optional(boolean("Reopen the comment")) };

/** @throws UsageError if both are given */
export function withResolved({ unresolve: again, ...input }: JsonObject): JsonObject {
  if (again === undefined) return input;
  if (input.resolved !== undefined) {
    throw new UsageError("Specify either --resolve or --unresolve, not both.");
  }
  return { ...input, resolved: again !== true };
}
