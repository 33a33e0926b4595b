/**
 * Hashes that distinguish the visitors of a day. They have a random salt, are only in memory, and
 * are forgotten with their salt at the end of the day.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Queries } from "../../database/tables.ts";

/** Further visitors of a day are not counted as distinct. */
export const mostVisitorHashes = 100_000;

const hashesByDatabase = new WeakMap<object, VisitorHashes>();

/** The hashes of a database in this process. */
export function getVisitorHashes(db: Queries): VisitorHashes {
  const { adapter } = db.getExecutor();
  const hashes = hashesByDatabase.get(adapter) ?? new VisitorHashes();
  hashesByDatabase.set(adapter, hashes);
  return hashes;
}

export class VisitorHashes {
  readonly #hashes = new Set<string>();
  #salt = randomBytes(32);
  #day = "";

  /**
   * @param subject what the visitor does once, such as visiting a page
   * @param today the current day, with which the salt changes
   * @param visitor distinguishes visitors of the day
   */
  compute(subject: string, today: string, visitor: string): string {
    if (this.#day !== today) {
      this.#day = today;
      this.#salt = randomBytes(32);
      this.#hashes.clear();
    }
    return createHash("sha256")
      .update(this.#salt)
      .update(JSON.stringify([subject, visitor]))
      .digest("base64url")
      .slice(0, 16);
  }

  /** Whether a visitor with this hash can be counted, because it is new. */
  isNew(hash: string): boolean {
    return !this.#hashes.has(hash) && this.#hashes.size < mostVisitorHashes;
  }

  /** Whether the hash is new; it is remembered. */
  add(hash: string): boolean {
    const isNew = this.isNew(hash);
    if (isNew) this.#hashes.add(hash);
    return isNew;
  }
}
