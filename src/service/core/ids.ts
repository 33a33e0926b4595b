/**
 * Random ids: letters and digits only, so that none looks like a flag on a command line. The first is a
 * letter, as programs use an id as it is in a selector of CSS (`#…`), in which a digit cannot come first.
 */
import { createHash, randomFillSync } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const letters = 52;
const length = 20;

/** Random bytes for many ids at a time, as each call to the system is slow. Of the process: it is chance. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** @returns 20 characters, 118 bits of chance */
export function newId(): string {
  let id = "";
  while (id.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    // Six bits make 64 values; those beyond are left out, so each is as likely.
    const value = (pool[used++] ?? 0) & 63;
    if (id !== "" || value < letters) id += alphabet[value] ?? "";
  }
  return id;
}

/** Ids of the same form, the same ones each time: the source depends on its name only. */
export function idsFrom(name: string): () => string {
  let number = 0;
  return () => {
    const bytes = createHash("sha256").update(`${name} ${++number}`).digest();
    const values = Array.from(bytes.subarray(0, length), (byte) => byte % alphabet.length);
    if ((values[0] ?? 0) >= letters) values[0] = (bytes[0] ?? 0) % letters;
    return values.map((value) => alphabet[value]).join("");
  };
}
