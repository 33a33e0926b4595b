/** Canonical text of a value, independent of the order of its members, as input for hashes. */
import { createHash } from "node:crypto";

/** JSON with sorted members, without those that are undefined. */
export function toCanonicalText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(",")}]`;
  let text = "";
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${toCanonicalText(member)}`;
  }
  return `{${text}}`;
}

/** @returns SHA-256 in hex */
export function computeHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
