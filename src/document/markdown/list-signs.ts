/** The signs of printed lists: two lists side by side with the same ones are one list. */

/** Whether two lists side by side have the same signs, which makes them one. */
export function isOneList(one: string, other: string): boolean {
  const findSign = (list: string) => /^\s*(?:([*+-])|\d+([.)]))/.exec(list)?.slice(1).join("");
  return findSign(one) === findSign(other);
}

/** A list with other signs for its items. */
export function otherSigns(list: string, prefix: string): string {
  const indent = /^ */.exec(list)?.[0] ?? "";
  const item = new RegExp(`^((?:${prefix})?${indent})(?:([-*+])|(\\d+)([.)]))(?=\\s|$)`, "gm");
  return list.replace(item, (_, start, bullet, number, end) =>
    bullet === undefined
      ? `${start}${number}${end === "." ? ")" : "."}`
      : `${start}${bullet === "*" ? "-" : "*"}`,
  );
}
