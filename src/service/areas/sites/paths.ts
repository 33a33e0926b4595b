/** The names that addresses are made of: what they may hold, and how one is made from a title. */

import { slug } from "../../../document/slugs.ts";
import { Problem } from "../../../errors.ts";

const longest = 100;
/** Leaves room for the number that keeps it apart from others. */
const longestSlug = longest - 6;

/** One part of an address: no slash in it, and nothing that would have to be escaped twice. */
const segment = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._~-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Makes a path that is not taken out of a title: `getting-started`, or `getting-started-2`.
 * @param otherwise stands in for a title without letters and digits
 */
export function pathFrom(
  title: string,
  otherwise: string,
  isTaken: (path: string) => boolean,
): string {
  const cut = [...slug(title)].slice(0, longestSlug).join("");
  const plain = cut.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
  const wanted = segment.test(plain) ? plain : otherwise;
  if (!isTaken(wanted)) return wanted;
  let number = 2;
  while (isTaken(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** @throws Problem 400 for a text that cannot be part of an address */
export function refuseBadPath(field: string, path: string | undefined): void {
  if (path === undefined || segment.test(path)) return;
  throw new Problem(
    400,
    `${field} ${JSON.stringify(path)} cannot be part of an address; use letters, digits and - _ . ~ between them, and no slash.`,
    { field },
  );
}

/** The answer to a path that another thing of the same level has. */
export function pathTaken(field: string, path: string, where: string): Problem {
  return new Problem(409, `${field} ${path} is taken ${where}; choose another.`, { field });
}
