/** Change notification for a folder. */
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { openForeignFolder } from "../../files/foreign-folder.ts";

export interface FolderWatch {
  /**
   * Watches added folders, and forgets the changes so far (saving a file causes several). Call it
   * before reading the files, which contain these changes.
   */
  readonly follow: () => Promise<void>;
  /** Resolves when something has changed since the last call; immediately if it has already. */
  readonly next: () => Promise<void>;
  readonly close: () => void;
}

/** Folders that contain no content and are often larger than all of it. */
const leftOut = new Set([".git", "node_modules"]);
/**
 * Above the size of any documentation, and below the limits of operating systems for one process.
 */
const mostFolders = 5000;

/** @throws an error of the operating system if the folder cannot be watched */
export function watchFolder(root: string): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  /** Systems other than Linux watch a folder recursively. */
  const isDeep = process.platform === "darwin" || process.platform === "win32";
  let hasChanged = false;
  let wake = () => {};

  function onChange(name: string | null): void {
    if (name?.split(/[\\/]/).some((part) => leftOut.has(part))) return;
    hasChanged = true;
    wake();
  }

  function add(folder: string): void {
    const watcher = watch(folder, { recursive: isDeep }, (_, name) => onChange(name));
    watcher.on("error", () => drop(folder));
    watchers.set(folder, watcher);
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    onChange(null);
  }

  return {
    async follow() {
      hasChanged = false;
      if (!watchers.has(root)) add(root);
      if (isDeep) return;
      const there = new Set([root]);
      for (const folder of there) {
        // The folder may have been deleted.
        const entries = await openForeignFolder(folder)
          .list()
          .catch(() => undefined);
        for (const entry of entries ?? []) {
          if (!entry.isDirectory() || leftOut.has(entry.name)) continue;
          const path = join(folder, entry.name);
          if (there.size >= mostFolders) break;
          if (!watchers.has(path)) tryToAdd(path);
          there.add(path);
        }
      }
      for (const [folder, watcher] of watchers) {
        if (there.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
    },
    async next() {
      if (!hasChanged) await new Promise<void>((resolve) => (wake = resolve));
      hasChanged = false;
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };

  function tryToAdd(folder: string): void {
    try {
      add(folder);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOENT") throw error;
    }
  }
}
