/**
 * The requester of long work, and the rule that long work is not started within a transaction,
 * which would block other requests.
 */

/** The caller on whose behalf the work is done, and the database that the call uses. */
export interface RequestContextKey {
  readonly caller: string;
  readonly db: object;
}

const transactions = new WeakSet<object>();

/**
 * Registers the start of a transaction.
 * @returns the argument
 */
export function noteTransaction<T extends object>(transaction: T): T {
  transactions.add(transaction);
  return transaction;
}

export function isInTransaction({ db }: Pick<RequestContextKey, "db">): boolean {
  return transactions.has(db);
}

/**
 * Long work runs before or after a transaction.
 * @throws Error within a transaction
 */
export function refuseInTransaction(asker: RequestContextKey): void {
  if (isInTransaction(asker)) throw new Error("Long work was started within a transaction.");
}
