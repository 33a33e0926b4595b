/** Paths in repositories: parts joined by `/`, relative to a root, and never outside it. */
import { slugFrom } from "../slugs.ts";

/**
 * A path with `.` and `..` resolved.
 * @param folder where a relative path begins; "" at the root
 * @returns absent if it leads out of the root
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
 * Where a path in a file leads, both below the root of the content. As in any web address, `..` at the
 * top of the repository stays there.
 * @param root of the content, from that of the repository
 * @returns absent if it leads out of the content
 */
export function pathFrom(file: string, path: string, root: string): string | undefined {
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
 * Whether no part of a path is Git's own folder or leads upwards, on any system that checks it out:
 * some take `\\` for `/`, ignore case, trailing dots and invisible characters, or know `git~1`.
 * No part has control characters either.
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

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(folder: string, path: string): string {
  return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

/** The relative path from one file to another. */
export function relativePath(from: string, to: string): string {
  const start = resolveFolder(from).split("/").filter(Boolean);
  const end = to.split("/");
  let shared = 0;
  while (shared < start.length && shared < end.length - 1 && start[shared] === end[shared]) {
    shared++;
  }
  return [...start.slice(shared).map(() => ".."), ...end.slice(shared)].join("/");
}

/** The path by which texts link to a page: that of a folder for the page of the folder. */
export function pathToPage(path: string): string {
  return path.replace(/(^|\/)README\.md$/i, "$1") || "./";
}

/** Whether a file is the page of its folder. */
export function isReadme(path: string): boolean {
  return /^(readme|index)\.(md|markdown)$/i.test(baseName(path));
}

/** What people attach to pages on the platform is kept here, Markdown too. */
export const assetsFolder = ".gitbook/assets";

/** Whether a file is one to download, and none that could be a page. */
export function isAttachment(location: string): boolean {
  return location.startsWith(`${assetsFolder}/`) || !isMarkdown(location);
}

export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}

/** `getting-started.md` as a title: "Getting started"; of the page of a folder, the folder's. */
export function toPathTitle(path: string): string {
  const words = getPathName(path).replace(/[-_]+/g, " ").trim();
  return words === "" ? "Untitled" : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** The last part without its ending; of the page of a folder, the folder's. */
export function getPathName(path: string): string {
  const folder = resolveFolder(path);
  if (isReadme(path) && folder !== "") return baseName(folder);
  return baseName(path).replace(/\.(md|markdown)$/i, "");
}

/** The slug of the README at the root is `readme`. */
export function pageSlug(location: string): string {
  return (
    slugFrom(
      isReadme(location) && resolveFolder(location) === "" ? "readme" : getPathName(location),
    ) || "page"
  );
}

/**
 * Where the file may be that a path names, the likeliest first: a folder leads to its README or
 * index, and `.md` can be left out, as in addresses of published pages.
 */
export function locationsFor(path: string): readonly string[] {
  return [path, `${path}.md`, joinPath(path, "README.md"), joinPath(path, "index.md")];
}
