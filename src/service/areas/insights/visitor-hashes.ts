/**
 * Hashes that distinguish the visitors of a day. They have a random salt, are only in memory, and
 * are forgotten with their salt at the end of the day. Addresses are forgotten within half a minute.
 */
import { hash as computeHash, randomBytes } from "node:crypto";
import type { Queries } from "../../database/tables.ts";
import { runOutsideSpan } from "../../engines/tracing/spans.ts";

/** Milliseconds for which an address stays in memory, so that not every view computes a hash. */
const rememberFor = 30_000;
/** The number of visitors whose hashes are remembered. */
const mostRecent = 500;

/** Distinguishes visitors of a day; it is hashed and not stored. */
export interface DayVisitor {
  /** An address, or an identifier that a tracked event contains. */
  readonly client: string;
  readonly userAgent: string;
}

/** Further visitors of a day are not counted as distinct. */
export const mostVisitorHashes = 100_000;

const hashesByDatabase = new WeakMap<object, VisitorHashes>();

/** The hashes of a database in this process. */
export function getVisitorHashes(db: Queries): VisitorHashes {
  const { adapter } = db.getExecutor();
  const existing = hashesByDatabase.get(adapter);
  if (existing) return existing;
  const hashes = new VisitorHashes();
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
   * The hashes of the most recent visitors by client and user agent, until the timer forgets them. A
   * key of both parts would take longer to compute than the rest of the lookup.
   */
  readonly #recent = new Map<string, Map<string, string>>();
  #recentCount = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param today the current day, with which the salt changes
   * @returns the hash of the visitor
   */
  compute(today: string, { client, userAgent }: DayVisitor): string {
    if (this.#day !== today) {
      this.#day = today;
      this.#salt = createSalt();
      this.#known.clear();
      this.#size = 0;
      this.forgetRecent();
    }
    const recent = this.#recent.get(client)?.get(userAgent);
    if (recent !== undefined) return recent;
    if (this.#recentCount >= mostRecent) this.forgetRecent();
    const text = `${this.#salt}${client}\n${userAgent}`;
    const hash = computeHash("sha256", text, "base64url").slice(0, 16);
    const hashes = this.#recent.get(client) ?? new Map<string, string>();
    this.#recent.set(client, hashes.set(userAgent, hash));
    this.#recentCount++;
    // The visitors are those of many requests.
    this.#timer ??= runOutsideSpan(() =>
      setTimeout(() => this.forgetRecent(), rememberFor).unref(),
    );
    return hash;
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

  /** Forgets the addresses; the hashes remain until the end of the day. */
  forgetRecent(): void {
    this.#recent.clear();
    this.#recentCount = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Of a fixed length, so that it cannot be confused with the visitor after it. */
function createSalt(): string {
  return randomBytes(32).toString("base64url");
}
