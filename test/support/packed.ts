/** The package as npm makes and installs it: each build in a folder of its own, and no way to a registry. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { buildProgram, root } from "../bin/built.ts";

export interface Packed {
  readonly tarball: string;
  /** SHA-256 of each published file and of the package, by their names. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * Packs what the sources are now.
 * @param folder an empty folder
 * @param dist a build of these sources; made anew if absent
 */
export function packIn(folder: string, dist?: string): Packed {
  const { files } = manifestOf(root);
  for (const file of [...files, "package.json", "README.md", "LICENSE"]) {
    if (file !== "dist") cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  if (dist !== undefined) cpSync(dist, join(folder, "dist"), { recursive: true });
  else execFileSync(process.execPath, [join(root, "scripts", "build.mjs"), join(folder, "dist")]);
  // npm puts what it knows of the package on standard output.
  const [{ filename }] = JSON.parse(npm(folder, "pack", "--ignore-scripts", "--json"));
  const hashes = filesBelow(folder)
    .filter((file) => !file.includes("npm-cache"))
    .map((file): [string, string] => [
      relative(folder, file),
      createHash("sha256").update(readFileSync(file)).digest("hex"),
    ]);
  return { tarball: join(folder, filename), hashes: Object.fromEntries(hashes) };
}

/**
 * The package of these sources, made once for all tests that install it.
 * @returns the file
 */
export function packedBuild(): string {
  buildProgram();
  const { files } = manifestOf(root);
  // The rest is in dist/, whose facts have the sum of all that it is made of.
  const parts = ["dist/about.json", "package.json", "README.md", "LICENSE"];
  const hash = createHash("sha256");
  for (const part of [...parts, ...files.filter((one) => one !== "dist")].sort()) {
    const path = join(root, part);
    for (const file of statSync(path).isDirectory() ? filesBelow(path) : [path]) {
      hash.update(file).update(readFileSync(file));
    }
  }
  const kept = join(root, "node_modules", ".cache", "tome-packed", `${hash.digest("hex")}.tgz`);
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    const folder = mkdtempSync(`${kept}.`);
    // Another test may make it at the same time: a file takes its place as a whole.
    renameSync(packIn(folder, join(root, "dist")).tarball, kept);
    rmSync(folder, { recursive: true });
  }
  return kept;
}

/**
 * For all users of the folder, as `npm install --global` does: with scripts off, and nothing in the cache.
 * @param folder an empty folder, under which `bin`, `lib` and `share` are made
 */
export function installIn(folder: string, tarball: string): void {
  const quick = ["--ignore-scripts", "--offline", "--no-audit", "--no-fund"];
  npm(folder, "install", "--global", ...quick, "--prefix", folder, tarball);
}

/** Into a project of somebody else, in the same way. @param folder with a package.json */
export function addTo(folder: string, tarball: string): void {
  npm(folder, "install", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", tarball);
}

function npm(folder: string, ...words: string[]): string {
  const cache = join(folder, "npm-cache");
  mkdirSync(cache, { recursive: true });
  const env = { ...process.env, npm_config_cache: cache };
  return execFileSync("npm", words, { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Its name on the registry, and the folder that it is installed in. */
export const packageName = manifestOf(root).name;

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly files: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  /** npm compiles the package if the package says so. */
  readonly gypfile?: boolean;
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
