/** Paths in repositories: parts separated by `/`, relative to a root, and never outside it. */
import { formatPageSlug, toSlug } from "../slugs.ts";

/**
 * Resolves `.` and `..`.
 * @param folder base of a relative path; "" at the root
 * @returns undefined if the path is outside the root
 */
export function resolvePath(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  const from = path.startsWith("/") ? [] : folder.split("/");
  for (const part of [...from, ...path.split("/")]) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/**
 * Resolves a path in a file, both below the content root. As in URLs, `..` at the repository root
 * stays there.
 * @param root content root, from the repository root
 * @returns undefined if the path is outside the content
 */
export function resolveLink(file: string, path: string, root: string): string | undefined {
  if (path.startsWith("/")) return resolvePath("", path);
  const parts = joinPath(root, resolveFolder(file)).split("/").filter(Boolean);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  const start = root.split("/").filter(Boolean);
  return start.every((part, at) => parts[at] === part)
    ? parts.slice(start.length).join("/")
    : undefined;
}

/**
 * Whether a path is safe to check out on any system: no part is Git's own folder or leads upwards,
 * even on systems that treat `\\` as `/`, ignore case, trailing dots and invisible characters, or
 * know `git~1`. Parts must not contain control characters.
 */
export function isOutsideGit(path: string): boolean {
  return path.split(/[/\\]/).every((part) => {
    const visible = part.replace(/\p{Cf}/gu, "");
    return part !== ".." && !/^(\.git|git~\d+)[ .]*(:|$)/i.test(visible) && !/\p{Cc}/u.test(part);
  });
}

/** "" for a file at the root. */
export function resolveFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(folder: string, path: string): string {
  return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

/** Relative path from one file to another. */
export function toRelativePath(from: string, to: string): string {
  const start = resolveFolder(from).split("/").filter(Boolean);
  const end = to.split("/");
  let shared = 0;
  while (shared < start.length && shared < end.length - 1 && start[shared] === end[shared]) {
    shared++;
  }
  return [...start.slice(shared).map(() => ".."), ...end.slice(shared)].join("/");
}

/** Path for links to a page: the folder for the page of a folder. */
export function toPageLocation(path: string): string {
  return path.replace(/(^|\/)README\.md$/i, "$1") || "./";
}

/** Whether a file is the page of its folder. */
export function isReadme(path: string): boolean {
  return /^(readme|index)\.(md|markdown)$/i.test(getBaseName(path));
}

/** Folder of files attached to pages on the platform, including Markdown files. */
export const assetsFolder = ".gitbook/assets";

/** Whether a file is a download and cannot be a page. */
export function isAttachment(location: string): boolean {
  return location.startsWith(`${assetsFolder}/`) || !isMarkdown(location);
}

export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}

/** Title for `getting-started.md`: "Getting started"; for the page of a folder, the folder's. */
export function toPathTitle(path: string): string {
  const words = getPathName(path).replace(/[-_]+/g, " ").trim();
  return words === "" ? "Untitled" : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Last part without extension; for the page of a folder, the folder's. */
export function getPathName(path: string): string {
  const folder = resolveFolder(path);
  if (isReadme(path) && folder !== "") return getBaseName(folder);
  return getBaseName(path).replace(/\.(md|markdown)$/i, "");
}

/** The slug of the README at the root is `readme`. */
export function toPageSlug(location: string): string {
  return formatPageSlug(getSlugName(location)) || "page";
}

/** The slug of the same page before slugs were transliterated. */
export function toFormerPageSlug(location: string): string {
  return toSlug(getSlugName(location)) || "page";
}

function getSlugName(location: string): string {
  return isReadme(location) && resolveFolder(location) === "" ? "readme" : getPathName(location);
}

/**
 * Possible files for a path, the most likely first: a folder refers to its README or index, and
 * `.md` is optional, as in URLs of published pages.
 */
export function listLocations(path: string): readonly string[] {
  return [path, `${path}.md`, joinPath(path, "README.md"), joinPath(path, "index.md")];
}
