/** Reports of imports and exports in words. */
import type { JsonObject, JsonValue } from "../../context.ts";
import { findOwn } from "../../json/own-members.ts";
import { formatCount } from "../../json/pluralize.ts";
import { quoteLine } from "../../json/quote-line.ts";
import { asObject, asObjects } from "../../json/values.ts";

type SyncDirection = "import" | "export";

const kinds = ["added", "changed", "moved", "removed"] as const;

/** Whether there are no changes and no conflicts. */
export function isEmpty(report: JsonObject): boolean {
  const all = [asObject(report.pages), asObject(report.files)];
  const count = all.flatMap((one) => kinds.map((kind) => readNumber(one[kind])));
  return count.every((number) => number === 0) && listConflicts(report).length === 0;
}

/**
 * ": 3 pages added, 1 changed; 2 files changed; 12 lines added, 4 removed; 5 blocks reformatted",
 * or " nothing", to follow a verb.
 */
export function describeChanges(report: JsonObject): string {
  const { added, removed } = asObject(report.lines);
  const parts = [
    describe(asObject(report.pages), "page"),
    describe(asObject(report.files), "file"),
    describeCounts(
      [
        [readNumber(added), "added"],
        [readNumber(removed), "removed"],
      ],
      "line",
    ),
  ];
  const clauses = parts.filter((part) => part !== "");
  if (clauses.length === 0) return " nothing";
  const blocks = readNumber(report.blocks);
  if (blocks > 0) clauses.push(`${formatCount(blocks, "block")} reformatted`);
  return `: ${clauses.join("; ")}`;
}

/** Differences that remain for the other direction, one sentence each. */
export function describeRest(report: JsonObject, direction: SyncDirection): string[] {
  const remaining = readNumber(direction === "import" ? report.ahead : report.behind);
  if (remaining === 0) return [];
  const things = formatCount(remaining, "change");
  return [
    direction === "import"
      ? `The space has ${things} that the repository does not have. The next export adds ${remaining === 1 ? "it" : "them"}.`
      : `The branch has ${things} that the space does not have. The next import adds ${remaining === 1 ? "it" : "them"}.`,
  ];
}

/**
 * "It read 8.1 kB and took 1.5 s: fetch 0.3 s, read 1.2 s." Counts the bytes of files that are new
 * to the other side. Empty if the platform does not return the values.
 */
export function describeCost({ phases, bytes }: JsonObject, direction: SyncDirection): string[] {
  const list = Array.isArray(phases) ? phases.map(asObject) : [];
  if (list.length === 0) return [];
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const each = list.map((one) => `${one.phase} ${seconds(readNumber(one.milliseconds))}`);
  const whole = list.reduce((sum, { milliseconds }) => sum + readNumber(milliseconds), 0);
  const verb = direction === "import" ? "read" : "wrote";
  const moved = readNumber(bytes) > 0 ? ` ${verb} ${describeBytes(readNumber(bytes))} and` : "";
  return [`It${moved} took ${seconds(whole)}: ${each.join(", ")}.`];
}

export function listConflicts({ conflicts }: JsonObject): JsonObject[] {
  return Array.isArray(conflicts) ? conflicts.map(asObject) : [];
}

const mostBlocks = 5;

/** ": paragraph in the space "a", in the repository "b"", for the blocks of a conflict. */
export function describeBlocks({ blocks }: JsonObject): string {
  const all = asObjects(blocks);
  if (all.length === 0) return "";
  const describeSide = (text: JsonValue | undefined) =>
    typeof text === "string" ? quoteLine(text, mostQuoted) : "deleted";
  const list = all.slice(0, mostBlocks).map((block) => {
    const { type, space, repository } = block;
    return `${type} in the space ${describeSide(space)}, in the repository ${describeSide(repository)}`;
  });
  const rest = all.length - list.length;
  return `: ${[...list, ...(rest > 0 ? [`${rest} more`] : [])].join("; ")}`;
}

/** Content of the space that an import with --force replaced. */
export function describeReplaced(report: JsonObject): string[] {
  const conflicts = listConflicts(report);
  if (conflicts.length === 0) return [];
  const parts = conflicts.flatMap((conflict) => {
    const name = typeof conflict.path === "string" ? conflict.path : String(conflict.title);
    const texts = asObjects(conflict.blocks).flatMap(({ space }) =>
      typeof space === "string" ? [`${quoteLine(space, mostQuoted)} in ${name}`] : [],
    );
    return texts.length > 0 ? texts : [name];
  });
  const rest = parts.length - mostBlocks;
  const list = [...parts.slice(0, mostBlocks), ...(rest > 0 ? [`${rest} more`] : [])];
  return [
    `The repository's version replaced this content of the space: ${list.join("; ")}. Its revisions still have it.`,
  ];
}

/** In characters. */
const mostQuoted = 100;

/** "reading, 120 of 283", or only the state. */
export function describeProgress({ state, progress }: JsonObject): string {
  const { phase, done, total } = asObject(progress);
  const verb = typeof phase === "string" ? (findOwn(verbs, phase) ?? phase) : String(state);
  return typeof done === "number" && typeof total === "number"
    ? `${verb} ${done} of ${total}`
    : verb;
}

const verbs: Readonly<Record<string, string>> = {
  fetch: "fetching the repository",
  read: "reading files",
  merge: "merging",
  write: "writing files",
  push: "pushing",
};

function describe(counts: JsonObject, thing: string): string {
  return describeCounts(
    kinds.map((kind) => [readNumber(counts[kind]), kind] as const),
    thing,
  );
}

/** Names the kind once: "2 pages added, 1 changed". */
function describeCounts(counts: readonly (readonly [number, string])[], thing: string): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, kind], at) => `${at === 0 ? formatCount(count, thing) : count} ${kind}`)
    .join(", ");
}

function describeBytes(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, "byte");
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}

function readNumber(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
