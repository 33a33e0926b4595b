/** Finds places in the text of JSON, which is only needed where something is wrong. */
import { type AnyNode, parse } from "@humanwhocodes/momoa";
import type { Path } from "../../../contract/openapi-references.ts";
import type { Fault, Place } from "./fault.ts";

/** The first fault of a text that is not JSON. */
export function jsonSyntaxFault(text: string): Fault {
  try {
    parse(text, { mode: "json" });
    return { code: "JSON_SYNTAX", message: "The JSON cannot be read." };
  } catch (error) {
    const { message, line, column } = error as Error & Partial<Place>;
    const place = line !== undefined && column !== undefined ? { line, column } : undefined;
    // The library ends its sentence with the place.
    const what = message.replace(/\s*\(\d+:\d+\)$/, "").replace(/\.$/, "");
    return { code: "JSON_SYNTAX", message: `It is not JSON: ${what}.`, place };
  }
}

/** @returns where the value at a path begins, or the nearest one above it */
export function placesInJson(text: string): (path: Path) => Place {
  const { body } = parse(text, { mode: "json" });
  return (path) => {
    let found: AnyNode = body;
    for (const step of path) {
      const next = child(found, step);
      if (!next) break;
      found = next;
    }
    return { line: found.loc.start.line, column: found.loc.start.column };
  };
}

function child(node: AnyNode, step: string | number): AnyNode | undefined {
  if (node.type === "Array") return node.elements[Number(step)]?.value;
  if (node.type !== "Object") return undefined;
  // The last of several members of a name is the one that counts.
  return node.members.findLast(
    ({ name }) => (name.type === "String" ? name.value : name.name) === String(step),
  )?.value;
}
