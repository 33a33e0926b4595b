/** Markers of lists: adjacent lists with the same marker would become one list. */

/** Whether two adjacent lists have the same marker and would become one. */
export function isOneList(one: string, other: string): boolean {
  const findSign = (list: string) => /^\s*(?:([*+-])|\d+([.)]))/.exec(list)?.slice(1).join("");
  return findSign(one) === findSign(other);
}

/** Changes the marker of a list. */
export function otherSigns(list: string, prefix: string): string {
  const indent = /^ */.exec(list)?.[0] ?? "";
  const item = new RegExp(`^((?:${prefix})?${indent})(?:([-*+])|(\\d+)([.)]))(?=\\s|$)`, "gm");
  return list.replace(item, (_, start, bullet, number, end) =>
    bullet === undefined
      ? `${start}${number}${end === "." ? ")" : "."}`
      : `${start}${bullet === "*" ? "-" : "*"}`,
  );
}
