/**
 * Random ids of letters and digits, so that none looks like a flag on a command line. The first
 * character is a letter, because an id is also used as a CSS selector (`#…`), which cannot begin
 * with a digit.
 */
import { createHash, randomFillSync } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const letters = 52;
const length = 20;

/** Random bytes for many ids, because each system call is slow. Of the process: they are random. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** @returns 20 characters with 118 bits of entropy */
export function createId(): string {
  let id = "";
  while (id.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    // Six bits have 64 values; those above the alphabet are skipped, so that all characters are
    // equally likely.
    const value = (pool[used++] ?? 0) & 63;
    if (id !== "" || value < letters) id += alphabet[value] ?? "";
  }
  return id;
}

/** Repeatable ids of the same form: the sequence depends only on the name. */
export function createIdSource(name: string): () => string {
  let number = 0;
  return () => {
    const bytes = createHash("sha256").update(`${name} ${++number}`).digest();
    const values = Array.from(bytes.subarray(0, length), (byte) => byte % alphabet.length);
    if ((values[0] ?? 0) >= letters) values[0] = (bytes[0] ?? 0) % letters;
    return values.map((value) => alphabet[value]).join("");
  };
}
