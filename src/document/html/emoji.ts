/** Emoji by their short codes, as in `:rocket:`. */
import { nameToEmoji } from "gemoji";

/** @param name without colons */
export function findEmoji(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}
