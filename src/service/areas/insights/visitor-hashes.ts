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
  readonly #known = new Set<string>();
  /** Short numbers of the subjects of the day. */
  readonly #subjects = new Map<string, number>();
  #salt = randomBytes(32);
  #day = "";

  /**
   * @param today the current day, with which the salt changes
   * @param visitor distinguishes visitors of the day
   * @returns the hash of the visitor
   */
  compute(today: string, visitor: string): string {
    if (this.#day !== today) {
      this.#day = today;
      this.#salt = randomBytes(32);
      this.#known.clear();
      this.#subjects.clear();
    }
    return createHash("sha256").update(this.#salt).update(visitor).digest("base64url").slice(0, 16);
  }

  /**
   * Whether a visitor can be counted for a subject, because it is new.
   * @param subject what a visitor does once a day, such as visiting a page
   */
  isNew(subject: string, hash: string): boolean {
    const number = this.#subjects.get(subject);
    if (number !== undefined && this.#known.has(`${number} ${hash}`)) return false;
    return this.#known.size < mostVisitorHashes;
  }

  /** Whether the visitor is new for the subject; it is remembered. */
  add(subject: string, hash: string): boolean {
    if (!this.isNew(subject, hash)) return false;
    const number = this.#subjects.get(subject) ?? this.#subjects.size;
    this.#subjects.set(subject, number);
    this.#known.add(`${number} ${hash}`);
    return true;
  }
}
