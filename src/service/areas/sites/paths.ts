/** The parts of addresses: what they may contain, and how one is made from a title. */
import { slug } from "../../../document/slugs.ts";
import { Problem } from "../../../errors.ts";

const longest = 100;
/** Leaves room for the number that makes it unique. */
const longestSlug = longest - 6;

/** One part of an address: without slashes, and without characters that would be escaped twice. */
const segment = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._~-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Makes a free path from a title: `getting-started`, or `getting-started-2`.
 * @param otherwise replaces a title without letters and digits
 */
export function createPath(
  title: string,
  otherwise: string,
  isTaken: (path: string) => boolean,
): string {
  const cut = [...slug(title)].slice(0, longestSlug).join("");
  const plain = cut.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, "");
  const base = segment.test(plain) ? plain : otherwise;
  if (!isTaken(base)) return base;
  let number = 2;
  while (isTaken(`${base}-${number}`)) number++;
  return `${base}-${number}`;
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

/** The answer to a path that a sibling has already. */
export function pathTaken(field: string, path: string, where: string): Problem {
  return new Problem(409, `${field} ${path} is taken ${where}; choose another.`, { field });
}
