/** Path segments of sites: validation, and creation from titles. */
import { slug } from "../../../../document/slugs.ts";
import { ApiError } from "../../../../errors.ts";

const maxLength = 100;
/** Leaves room for a numeric suffix. */
const maxSlugLength = maxLength - 6;

/** A path segment, without slashes and characters that require percent-encoding. */
const segment = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._~-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Creates an unused path from a title: `getting-started`, or `getting-started-2`.
 * @param fallback the path for a title without letters and digits
 */
export function createPath(
  title: string,
  fallback: string,
  isTaken: (path: string) => boolean,
): string {
  const truncated = [...slug(title)].slice(0, maxSlugLength).join("");
  const plain = truncated.replace(
    /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu,
    "",
  );
  const base = segment.test(plain) ? plain : fallback;
  if (!isTaken(base)) return base;
  let number = 2;
  while (isTaken(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

/** @throws ApiError 400 if the path is not a valid path segment */
export function refuseBadPath(field: string, path: string | undefined): void {
  if (path === undefined || segment.test(path)) return;
  throw new ApiError(
    400,
    `${field} ${JSON.stringify(path)} is not a valid URL segment. Use letters and digits, separated by - _ . or ~, and no slash.`,
    { field },
  );
}

/** The error for a path that a sibling already has. */
export function createPathTakenError(field: string, path: string, where: string): ApiError {
  return new ApiError(409, `${field} ${path} is already used ${where}. Choose another path.`, {
    field,
  });
}
