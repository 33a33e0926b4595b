/** `tome org audit`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/audit-event.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { idColumn } from "./columns.ts";
import { noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  { header: "TIME", path: "occurredAt", as: "time" },
  { header: "PERSON", path: "actor.label" },
  { header: "ACTION", path: "action" },
  { header: "TYPE", path: "target.type" },
  { header: "TARGET", path: "target.label", as: "title", wide: true },
  { header: "TARGET ID", path: "target.id", as: "id" },
];

export const commands = noun({
  does: "Look up who changed what in an organization",
  own: "auditEvent",
  verbs: {
    list: show(contract.list, {
      shape: withTimes,
      columns: [...columns, { ...idColumn, wide: true }],
      order: "The newest first.",
      none: "No such changes are recorded.",
      examples: [
        "org audit list --since yesterday",
        "org audit list --since 12h --action deleteSpaceById",
        "org audit list --actor ada@example.com --since 2026-03-01 --until 2026-03-08",
      ],
    }),
    get: show(contract.get, {
      columns: [
        ...columns,
        { header: "GIVEN", path: "payload.values" },
        { header: "TOKEN", path: "payload.token" },
        { header: "FROM", path: "payload.address" },
        { header: "THROUGH", path: "payload.forwardedFor" },
        { header: "PROGRAM", path: "payload.userAgent" },
        { header: "REQUEST", path: "executionId" },
      ],
      examples: ["org audit get 0b5c6f0e-7a52-4c52-9d3a-6b1f0e2d4c11 --json payload"],
    }),
    actions: show(contract.actions, {
      columns: [
        { header: "ACTION", path: "id" },
        { header: "DOES", path: "label", wide: true },
      ],
      listIn: "items",
    }),
  },
});

const day = 24 * 60 * 60 * 1000;
const units: Readonly<Record<string, number>> = { m: 60 * 1000, h: 60 * 60 * 1000, d: day };

/** `12h`, `yesterday` and `2026-03-01` as the times that they mean here. */
function withTimes(input: JsonObject): JsonObject {
  const { from, to } = input;
  return {
    ...input,
    ...(typeof from === "string" && { from: timeOf("since", from, "begins") }),
    ...(typeof to === "string" && { to: timeOf("until", to, "ends") }),
  };
}

/** @throws UsageError for what is no time */
function timeOf(flag: string, word: string, side: "begins" | "ends"): string {
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(word) ?? [];
  if (count !== undefined)
    return new Date(Date.now() - Number(count) * (units[unit] ?? 0)).toISOString();
  const date = dateOf(word);
  if (date !== undefined) {
    const end = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
    return (side === "begins" ? date : new Date(end.getTime() - 1)).toISOString();
  }
  if (/^\d{4}-\d{2}-\d{2}T/.test(word) && !Number.isNaN(Date.parse(word))) return word;
  throw new UsageError(
    `--${flag} must be a time such as 12h, 7d, yesterday, 2026-03-01 or 2026-03-01T09:30:00Z, not ${JSON.stringify(word)}.`,
    "tome org audit list --help",
  );
}

/** The beginning of a day, by the clock of this machine. */
function dateOf(word: string): Date | undefined {
  const now = new Date();
  const ago = ["today", "yesterday"].indexOf(word);
  if (ago >= 0) return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word) ?? [];
  if (year === undefined) return undefined;
  const given = new Date(Number(year), Number(month) - 1, Number(date));
  return given.getMonth() === Number(month) - 1 ? given : undefined;
}
