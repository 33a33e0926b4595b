/** Emoji by their short codes, as in `:rocket:`. */
import { nameToEmoji } from "gemoji";
import { findOwn } from "../../json/own-members.ts";

/** @param name without colons */
export function findEmoji(name: string): string | undefined {
  return findOwn(nameToEmoji, name);
}
