/** Conflicts between a change request and its space, by page and block. */

import type { JsonObject, ViewLine } from "../../context.ts";
import { quoteLine } from "../../json/quote-line.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";

/** In characters. */
const mostQuoted = 100;

/** A clause: the page "Start" at start (P1) was edited on both sides. */
export function describeConflict(conflict: JsonObject): string {
  const { kind, id, title, path, reason } = conflict;
  const atPath = typeof path === "string" && path !== "" ? ` at ${path}` : "";
  const changes: Readonly<Record<string, string>> = {
    edited: "edited on both sides",
    deleted: "deleted on one side and changed on the other",
    moved: "moved on both sides",
    ordered: "reordered on both sides",
  };
  return `the ${kind} "${title}"${atPath} (${id}) was ${changes[String(reason)] ?? String(reason)}`;
}

export function listBlocks({ blocks }: JsonObject): readonly JsonObject[] {
  return asObjects(blocks);
}

/** Both versions of each block in conflict. */
export function formatConflictBlocks(conflict: JsonObject): ViewLine[] {
  return listBlocks(conflict).flatMap((block): ViewLine[] => [
    [`  ${asText(block.type)}  `, { text: asText(block.id), tone: "dim" }],
    ["    space:           ", { text: describeVersion(block, "space") }],
    ["    change request:  ", { text: describeVersion(block, "changeRequest") }],
  ]);
}

export function describeVersion(block: JsonObject, side: "space" | "changeRequest"): string {
  if (block.reason === "ordered") return "another order";
  const text = block[side];
  return typeof text === "string" ? quoteLine(text, mostQuoted) : "deleted";
}

/** Whether a word on the command line refers to this content: its id, path, title or name. */
export function isNamed({ id, path, title }: JsonObject, word: string): boolean {
  return id === word || (typeof path === "string" && path === word) || title === word;
}

/** Sentences about the text that the choices replace; empty if they replace none. */
export function describeDiscarded(discarded: readonly JsonObject[], former: string): string {
  const list = (from: string) => {
    const parts = discarded.filter((one) => one.from === from).map(describePart);
    const rest = parts.length - mostParts;
    return [...parts.slice(0, mostParts), ...(rest > 0 ? [`${rest} more`] : [])].join("; ");
  };
  const [published, proposed] = [list("space"), list("cr")];
  return [
    ...(published === "" ? [] : [` The merge will replace this published content: ${published}.`]),
    ...(proposed === ""
      ? []
      : [` Revision ${former} still has this content of the change request: ${proposed}.`]),
  ].join("");
}

const mostParts = 5;

function describePart(part: JsonObject): string {
  const { title, path, block, text, fields } = asObject(part);
  const name = JSON.stringify(asText(title) || asText(path));
  if (typeof text === "string") return `${quoteLine(text, mostQuoted)} in ${name}`;
  if (typeof block === "string") return `the deleted or moved block ${block} in ${name}`;
  const names = Array.isArray(fields) ? fields.map(asText).join(", ") : "";
  return names === "" ? name : `${names} of ${name}`;
}
