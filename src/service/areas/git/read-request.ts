/** Validation of the repository, branch and folder in requests. */
import { isOutsideGit, resolvePath } from "../../../document/repository/paths.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { parseRepositoryUrl, type RepositoryAddress } from "../../engines/git/address.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { findSshKey } from "../../engines/git/ssh.ts";

/** @throws ApiError 400 for a URL that is invalid or not allowed */
export function readAddress(url: string, { outside }: Pick<Call, "outside">): RepositoryAddress {
  try {
    const address = parseRepositoryUrl(url, outside.mayReadFiles);
    if (address.scheme === "ssh") findSshKey(address, outside.sshKeys);
    return address;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new ApiError(400, error.message, { field: "url" });
  }
}

/**
 * @param field the name of the field in the request
 * @throws ApiError 400 for a ref that is not the full name of a branch
 */
export function checkBranch(ref: string, field: string): void {
  const isRef =
    /^refs\/heads\/(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)))[^./-].*[^./]$|^refs\/heads\/\w$/.test(
      ref,
    );
  // Git forbids these characters; a colon or an asterisk would be read as part of a refspec.
  if (isRef && !/[\p{Cc} ~^:?*[\\]/u.test(ref)) return;
  throw new ApiError(400, `${field} must be the full name of a branch, such as refs/heads/main.`, {
    field,
  });
}

/**
 * @param field the name of the field in the request
 * @returns the folder without surrounding slashes; "" for the whole repository
 * @throws ApiError 400 for a folder outside the repository
 */
export function readDirectory(folder: string, field: string): string {
  const directory = resolvePath("", folder.replace(/^\/+/, ""));
  if (directory !== undefined && isOutsideGit(directory)) return directory;
  throw new ApiError(
    400,
    `${field} must be a folder in the repository and outside .git, such as docs.`,
    { field },
  );
}
