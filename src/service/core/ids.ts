/** Random ids: letters and digits only, so that none looks like a flag on a command line. */
import { createHash, randomFillSync } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const length = 20;

/** Random bytes for many ids at a time, as each call to the system is slow. */
const pool = new Uint8Array(4096);
let used = pool.length;

/** @returns 20 characters, 119 bits of chance */
export function newId(): string {
  let id = "";
  while (id.length < length) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    // Six bits make 64 values; the two beyond the alphabet are left out, so each is as likely.
    id += alphabet[(pool[used++] ?? 0) & 63] ?? "";
  }
  return id;
}

/** Ids of the same form, the same ones each time: the source depends on its name only. */
export function idsFrom(name: string): () => string {
  let number = 0;
  return () => {
    const bytes = createHash("sha256").update(`${name} ${++number}`).digest();
    return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join(
      "",
    );
  };
}
