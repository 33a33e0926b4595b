/** Members of objects by names from outside, such as words of users and of documents. */

/** @returns undefined also for an inherited member, such as `constructor` */
export function findOwn<Value>(
  object: Readonly<Record<string, Value>>,
  name: string | number,
): Value | undefined {
  if (!Object.hasOwn(object, name)) return undefined;
  return object[name];
}
