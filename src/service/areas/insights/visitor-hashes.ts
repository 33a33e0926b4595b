/**
 * Hashes that distinguish the visitors of a day. They have a random salt, are only in memory, and
 * are forgotten with their salt at the end of the day.
 */
import { hash as computeHash, randomBytes } from "node:crypto";
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
  /** The hashes of the day by subject. */
  readonly #known = new Map<string, Set<string>>();
  #size = 0;
  #salt = createSalt();
  #day = "";

  /**
   * @param today the current day, with which the salt changes
   * @param visitor distinguishes visitors of the day
   * @returns the hash of the visitor
   */
  compute(today: string, visitor: string): string {
    if (this.#day !== today) {
      this.#day = today;
      this.#salt = createSalt();
      this.#known.clear();
      this.#size = 0;
    }
    return computeHash("sha256", `${this.#salt}${visitor}`, "base64url").slice(0, 16);
  }

  /**
   * Whether a visitor can be counted for a subject, because it is new.
   * @param subject what a visitor does once a day, such as visiting a page
   */
  isNew(subject: string, hash: string): boolean {
    if (this.#known.get(subject)?.has(hash)) return false;
    return this.#size < mostVisitorHashes;
  }

  /** Whether the visitor is new for the subject; it is remembered. */
  add(subject: string, hash: string): boolean {
    if (!this.isNew(subject, hash)) return false;
    const known = this.#known.get(subject) ?? new Set();
    this.#known.set(subject, known.add(hash));
    this.#size++;
    return true;
  }
}

/** Of a fixed length, so that it cannot be confused with the visitor after it. */
function createSalt(): string {
  return randomBytes(32).toString("base64url");
}
