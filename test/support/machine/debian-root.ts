/** A root file system with a few Debian packages of this machine, and without Node. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface DebianRoot {
  readonly folder: string;
  readonly home: string;
  /** Runs a shell script in it as root. */
  readonly asRoot: (script: string) => Ran;
  /** The same as a user, in their home folder. */
  readonly asUser: (script: string) => Ran;
}

const user = 1000;
const home = "/home/ada";
const database = "/var/lib/dpkg";

/** They are copied with the essential packages and all that they depend on. */
const requested = ["bash", "dpkg", "gzip", "libgcc-s1", "libstdc++6", "man-db", "tar"];

/** @returns why such a root cannot be created here; undefined if it can */
export function findObstacle(): string | undefined {
  if (process.platform !== "linux") return "Only Linux has Debian packages.";
  if (process.arch !== "x64" && process.arch !== "arm64") return "Packages are for x64 and arm64.";
  if (process.getuid?.() !== 0) return "Only root can install a package.";
  if (!existsSync(`${database}/status`)) return "This machine has no Debian packages.";
  const installed = readPackages();
  const missing = requested.filter((name) => !installed.has(name));
  if (missing.length > 0) return `This machine lacks the Debian packages ${missing.join(", ")}.`;
  if (spawnSync("chroot", ["/", "true"]).status !== 0) return "chroot is not permitted.";
  return undefined;
}

/** @param folder an empty folder */
export function createDebianRoot(folder: string): DebianRoot {
  const installed = readPackages();
  const packages = collectDependencies(installed);
  linkMergedFolders(folder);
  copyFiles(folder, [...packages].flatMap(listPackageFiles));
  copyDatabase(folder, packages, installed);
  createDevices(folder);
  appendFileSync(join(folder, "etc", "passwd"), "root:x:0:0::/root:/bin/bash\n");
  appendFileSync(join(folder, "etc", "passwd"), `ada:x:${user}:${user}::${home}:/bin/bash\n`);
  appendFileSync(join(folder, "etc", "group"), `root:x:0:\nada:x:${user}:\n`);
  for (const path of ["tmp", "root", home, "var/cache/man", "var/log"]) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  execFileSync("chown", ["-R", `${user}:${user}`, join(folder, home)]);
  execFileSync("chmod", ["1777", join(folder, "tmp")]);
  const run = (identity: string, homeFolder: string) => (script: string) => {
    const variables = [`HOME=${homeFolder}`, "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"];
    const command = ["env", "-i", "-C", homeFolder, ...variables, "bash", "-ec", script];
    const words = [`--userspec=${identity}`, folder, ...command];
    return spawnSync("chroot", words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  };
  return {
    folder,
    home: join(folder, home),
    asRoot: run("0:0", "/root"),
    asUser: run(`${user}:${user}`, home),
  };
}

/** The paragraph of each installed package in dpkg's database, by name. */
function readPackages(): ReadonlyMap<string, string> {
  const paragraphs = readFileSync(`${database}/status`, "utf8").split("\n\n");
  return new Map(
    paragraphs
      .filter((paragraph) => paragraph.includes("\nStatus: install ok installed\n"))
      .map((paragraph): [string, string] => [readField(paragraph, "Package"), paragraph]),
  );
}

function readField(paragraph: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "m").exec(paragraph)?.[1] ?? "";
}

function collectDependencies(installed: ReadonlyMap<string, string>): ReadonlySet<string> {
  const provided = new Map(
    [...installed].flatMap(([name, paragraph]) =>
      readField(paragraph, "Provides")
        .split(", ")
        .map((one): [string, string] => [one.replace(/ .*/, ""), name]),
    ),
  );
  const isEssential = (paragraph: string) => paragraph.includes("\nEssential: yes\n");
  const essential = [...installed.keys()].filter((name) => isEssential(installed.get(name) ?? ""));
  const collected = new Set<string>();
  const queue = [...requested, ...essential];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const found = installed.has(name) ? name : provided.get(name);
    if (found === undefined || collected.has(found)) continue;
    collected.add(found);
    const paragraph = installed.get(found) ?? "";
    const depends = `${readField(paragraph, "Pre-Depends")}, ${readField(paragraph, "Depends")}`;
    queue.push(...depends.split(/[,|]/).map((one) => one.trim().replace(/[ :].*/, "")));
  }
  return collected;
}

function listPackageFiles(name: string): string[] {
  return execFileSync("dpkg", ["--listfiles", name], { encoding: "utf8" })
    .split("\n")
    .filter((path) => path.startsWith("/") && path !== "/." && existsSync(path));
}

/** Debian has /bin, /lib and others as links into /usr. */
function linkMergedFolders(folder: string): void {
  for (const name of ["bin", "sbin", "lib", "lib32", "lib64", "libx32"]) {
    const isLink = lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (!isLink) continue;
    const target = readlinkSync(`/${name}`);
    mkdirSync(join(folder, target), { recursive: true });
    symlinkSync(target, join(folder, name));
  }
}

function copyFiles(folder: string, paths: readonly string[]): void {
  const list = join(folder, "paths");
  writeFileSync(list, [...new Set(paths)].map((path) => `${path.slice(1)}\n`).join(""));
  const packing = ["--create", "--directory", "/", "--no-recursion", "--files-from", list];
  const bytes = execFileSync("tar", packing, { maxBuffer: 2 ** 30, stdio: "pipe" });
  execFileSync("tar", ["--extract", "--keep-directory-symlink", "--directory", folder], {
    input: bytes,
  });
  // update-alternatives creates some links, and others belong to no package.
  for (const path of ["/usr/bin/awk", "/etc/alternatives/awk"]) {
    const target = join(folder, path);
    if (!existsSync(path) || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    cpSync(path, target, { verbatimSymlinks: true });
  }
}

/** The part of dpkg's database that is about the packages. */
function copyDatabase(
  folder: string,
  packages: ReadonlySet<string>,
  installed: ReadonlyMap<string, string>,
): void {
  const target = join(folder, database);
  for (const part of ["info", "updates", "triggers"]) {
    mkdirSync(join(target, part), { recursive: true });
  }
  const paragraphs = [...packages].map((name) => installed.get(name) ?? "");
  writeFileSync(join(target, "status"), `${paragraphs.join("\n\n")}\n`);
  const owner = (file: string) => file.replace(/(?::\w+)?\.\w+$/, "");
  for (const file of readdirSync(`${database}/info`).filter((one) => packages.has(owner(one)))) {
    cpSync(`${database}/info/${file}`, join(target, "info", file));
  }
  const triggers = readFileSync(`${database}/triggers/File`, "utf8").split("\n");
  const isKnown = (line: string) => packages.has(line.replace(/^\S+ /, "").split(/[:/]/)[0] ?? "");
  const lines = triggers.filter((line) => line !== "" && isKnown(line));
  writeFileSync(join(target, "triggers", "File"), lines.map((line) => `${line}\n`).join(""));
}

function createDevices(folder: string): void {
  mkdirSync(join(folder, "dev"), { recursive: true });
  for (const [name, minor] of [
    ["null", "3"],
    ["zero", "5"],
    ["urandom", "9"],
  ] as const) {
    const path = join(folder, "dev", name);
    if (!existsSync(path)) {
      execFileSync("mknod", ["--mode=666", path, "c", "1", minor]);
    }
  }
}
