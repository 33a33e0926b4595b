/** Simulated responses of a newer platform, and a canonical JSON form for comparison. */
import type { Random } from "./random.ts";

const newNames = ["newField", "10", "2", "__proto__", "constructor", "toString", "é", "a.b", ""];
const newTexts = [
  "brand_new_value",
  "ünï\u0000\u001b[31m\u202e",
  "::error::x",
  "##[group]x",
  "🙂",
  "\u2028",
];
const numbers = ["9007199254740993", "-12345678901234567890123", "0.1", "-0.5", "1200", "0"];

/**
 * The JSON text of a value with random changes: unknown members, other texts and numbers, null and
 * missing members, and a different order.
 * @param kept names of top-level members that are never removed, such as the items of a list
 */
export function newerText(value: unknown, random: Random, kept: readonly string[] = []): string {
  if (Array.isArray(value)) return `[${value.map((one) => newerText(one, random)).join(",")}]`;
  if (typeof value === "object" && value !== null) return newerObject(value, random, kept);
  if (typeof value === "number") return random.chance(0.3) ? random.pick(numbers) : String(value);
  if (typeof value === "string" && random.chance(0.15))
    return JSON.stringify(random.pick(newTexts));
  return JSON.stringify(value);
}

function newerObject(value: object, random: Random, kept: readonly string[]): string {
  const members: [string, string][] = [];
  for (const [name, member] of Object.entries(value)) {
    const stays = kept.includes(name);
    if (!stays && random.chance(0.08)) continue;
    members.push([name, !stays && random.chance(0.06) ? "null" : newerText(member, random)]);
  }
  for (const name of newNames) {
    if (name in value && Object.hasOwn(value, name)) continue;
    if (random.chance(0.1)) members.push([name, unknownText(random, 2)]);
  }
  if (random.chance(0.3)) members.sort(() => random.next() - 0.5);
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

function unknownText(random: Random, depth: number): string {
  const kind = random.below(depth > 0 ? 5 : 3);
  if (kind === 0) return JSON.stringify(random.pick(newTexts));
  if (kind === 1) return random.pick(numbers);
  if (kind === 2) return random.pick(["true", "false", "null"]);
  if (kind === 3) return `[${unknownText(random, depth - 1)},${unknownText(random, depth - 1)}]`;
  const names = ["z", "404", "200", "a", "__proto__"].filter(() => random.chance(0.7));
  const members = names.map((name) => `${JSON.stringify(name)}:${unknownText(random, depth - 1)}`);
  return `{${members.join(",")}}`;
}

/** The JSON without white space and with normalized strings. Order and digits are unchanged. */
export function spelled(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) =>
    part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : "",
  );
}
