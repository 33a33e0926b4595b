/** The npm package, packed and installed without registry access. */
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
import { buildProgram, root } from "../../bin/built.ts";

export interface Packed {
  readonly tarball: string;
  /** SHA-256 of each published file and of the package, by name. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * Packs the current sources.
 * @param folder an empty folder
 * @param dist an existing build of these sources; built by default
 */
export function packIn(folder: string, dist?: string): Packed {
  const { files } = getManifest(root);
  for (const file of [...files, "package.json", "README.md", "LICENSE"]) {
    if (file !== "dist") cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  if (dist !== undefined) cpSync(dist, join(folder, "dist"), { recursive: true });
  else execFileSync(process.execPath, [join(root, "scripts", "build.mjs"), join(folder, "dist")]);
  // npm prints a description of the package to standard output.
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
 * Packs the sources once for all tests that install the package.
 * @returns the package file
 */
export function packedBuild(): string {
  buildProgram();
  const { files } = getManifest(root);
  // The fingerprint of dist/ covers all other inputs.
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
    // Renames atomically, because another test may create it at the same time.
    renameSync(packIn(folder, join(root, "dist")).tarball, kept);
    rmSync(folder, { recursive: true });
  }
  return kept;
}

/**
 * Installs the package globally with an empty cache and without scripts.
 * @param folder an empty folder, in which `bin`, `lib` and `share` are created
 */
export function installIn(folder: string, tarball: string): void {
  const quick = ["--ignore-scripts", "--offline", "--no-audit", "--no-fund"];
  npm(folder, "install", "--global", ...quick, "--prefix", folder, tarball);
}

/** Installs the package into a project. @param folder a folder with a package.json */
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

/** The package name, and the folder in which it is installed. */
export const packageName = getManifest(root).name;

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly files: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

export function getManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
