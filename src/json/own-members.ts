/** Members of objects by names from outside, such as words of users and of documents. */

/** @returns undefined also for an inherited member, such as `constructor` */
export function findOwn<Value>(
  object: Readonly<Record<string, Value>>,
  name: string | number,
): Value | undefined {
  if (!Object.hasOwn(object, name)) return undefined;
  return object[name];
}

/**
 * Merges tables with hundreds of members. Spreading them into one literal takes milliseconds, because
 * V8 computes a layout for each member that is added; an object without a prototype has none.
 */
export function mergeTables<A extends object, B extends object, C extends object, D extends object>(
  first: A,
  second: B,
  third: C,
  fourth: D,
): A & B & C & D {
  const table: object = Object.create(null);
  return Object.assign(Object.assign(table, first, second), third, fourth);
}
