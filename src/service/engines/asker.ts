/** Who asks for long work, and that none of it is asked for in a transaction, which keeps others waiting. */

/** Whose work it is, and the database that the same call uses. */
export interface Asker {
  readonly caller: string;
  readonly db: object;
}

const transactions = new WeakSet<object>();

/** To be called when a transaction begins. @returns it */
export function noteTransaction<T extends object>(transaction: T): T {
  transactions.add(transaction);
  return transaction;
}

/** Long work comes before a transaction or after it. @throws an error in one */
export function refuseInTransaction({ db }: Asker): void {
  if (transactions.has(db)) throw new Error("Long work was asked for in a transaction.");
}
