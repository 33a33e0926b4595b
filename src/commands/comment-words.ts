/** What the commands on comments and on replies have in common. */
import type { Column } from "../context.ts";
import { flag, optional } from "../contract/fields.ts";
import type { JsonObject } from "../contract/wire.ts";
import { UsageError } from "../errors.ts";
import { idColumn } from "./columns.ts";

export const authorColumn: Column = { header: "AUTHOR", path: "postedBy.displayName" };
export const bodyColumn: Column = { header: "BODY", path: "body.markdown", wide: true };
export const postedColumn: Column = { header: "POSTED", path: "postedAt", as: "time" };

export const replyColumns: readonly Column[] = [idColumn, authorColumn, postedColumn, bodyColumn];

export const commenterColumns: readonly Column[] = [
  idColumn,
  { header: "NAME", path: "user.displayName", wide: true },
  { header: "EMAIL", path: "user.email" },
  { header: "ROLE", path: "role" },
];

/** The other way of `--resolve`. */
export const unresolve = { unresolve: optional(flag("Open the comment again")) };

/** @throws UsageError for both ways at once */
export function settled({ unresolve: again, ...input }: JsonObject): JsonObject {
  if (again === undefined) return input;
  if (input.resolved !== undefined) {
    throw new UsageError("--resolve and --unresolve contradict each other; give one of them.");
  }
  return { ...input, resolved: again !== true };
}
