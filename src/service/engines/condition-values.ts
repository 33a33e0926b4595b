/** Values in conditions: comparison, and methods of strings and lists. */

/** Strings, numbers, booleans, null and undefined: values that can be compared without a call. */
export function isPlain(value: unknown): boolean {
  return value === null || !["object", "function", "symbol", "bigint"].includes(typeof value);
}

/** Negates a plain value as JavaScript does. */
export function negative(value: unknown): number {
  return isPlain(value) ? -Number(value) : Number.NaN;
}

export type CompareValues = (one: unknown, other: unknown) => boolean;

/**
 * Compares plain values as JavaScript does. An object is not equal to any value, and neither less
 * nor greater.
 */
export const comparisons: Readonly<Record<string, CompareValues>> = {
  "===": (one, other) => isPlain(one) && one === other,
  "!==": (one, other) => !(isPlain(one) && one === other),
  "==": looselyEqual,
  "!=": (one, other) => !looselyEqual(one, other),
  "<": ordered((one, other) => one < other),
  "<=": ordered((one, other) => one <= other),
  ">": ordered((one, other) => one > other),
  ">=": ordered((one, other) => one >= other),
};

function looselyEqual(one: unknown, other: unknown): boolean {
  if (!isPlain(one) || !isPlain(other)) return false;
  if (one === null || one === undefined) return other === null || other === undefined;
  if (other === null || other === undefined) return false;
  return typeof one === typeof other ? one === other : Number(one) === Number(other);
}

/** Strings by code unit, everything else by number. */
function ordered(
  compare: (one: string | number, other: string | number) => boolean,
): CompareValues {
  return (one, other) => {
    if (!isPlain(one) || !isPlain(other)) return false;
    if (typeof one === "string" && typeof other === "string") return compare(one, other);
    return compare(Number(one), Number(other));
  };
}

export interface ValueMethod {
  readonly takes: 0 | 1;
  readonly answer: (receiver: unknown, argument: unknown) => unknown;
}

/** String methods; `includes` also applies to lists. For any other value they return undefined. */
export const methods: Readonly<Record<string, ValueMethod>> = {
  includes: {
    takes: 1,
    answer: (receiver, argument) =>
      Array.isArray(receiver)
        ? receiver.includes(argument)
        : ofTexts(receiver, argument, (text, part) => text.includes(part)),
  },
  startsWith: {
    takes: 1,
    answer: (receiver, argument) =>
      ofTexts(receiver, argument, (text, part) => text.startsWith(part)),
  },
  endsWith: {
    takes: 1,
    answer: (receiver, argument) =>
      ofTexts(receiver, argument, (text, part) => text.endsWith(part)),
  },
  toLowerCase: { takes: 0, answer: (receiver) => ofText(receiver, (text) => text.toLowerCase()) },
  toUpperCase: { takes: 0, answer: (receiver) => ofText(receiver, (text) => text.toUpperCase()) },
  trim: { takes: 0, answer: (receiver) => ofText(receiver, (text) => text.trim()) },
};

function ofText<T>(receiver: unknown, answer: (text: string) => T): T | undefined {
  return typeof receiver === "string" ? answer(receiver) : undefined;
}

function ofTexts(
  receiver: unknown,
  argument: unknown,
  answer: (text: string, part: string) => boolean,
): boolean | undefined {
  return typeof argument === "string"
    ? ofText(receiver, (text) => answer(text, argument))
    : undefined;
}
