/** Environments in which a program can run: locale and time zone, versions of Node, another processor. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export interface System {
  readonly name: string;
  /** The command prefix. */
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The umask. */
  readonly umask: number;
  /** Whether it is emulated, which is thirty times slower. */
  readonly isSlow: boolean;
}

export interface Systems {
  readonly there: readonly System[];
  /** Omitted systems, with the reason for each. */
  readonly absent: readonly string[];
}

/** The oldest supported version, with its Unicode and ICU versions, and versions with built-in SQLite. */
const versions = ["20.19.0", "22.23.3", "24.21.0", "26.10.0"];
/** One version with the bundled SQLite, and one with built-in SQLite. */
const emulated = ["20.20.2", "24.21.0"];
const otherLibraries = "/usr/aarch64-linux-gnu";
const remedy = "apt-get install qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross";

/**
 * The current Node with other time zones, languages and folders, which require no download.
 * @param folder an empty folder for the home folders
 */
export function elsewhere(folder: string): System {
  return {
    name: "this Node in Kathmandu, in Turkish",
    command: [process.execPath],
    env: surroundings(folder, "Asia/Kathmandu", "tr_TR.UTF-8"),
    cwd: folder,
    umask: 0o077,
    isSlow: false,
  };
}

/** All systems. Other versions of Node are installed from the registry. @param folder an empty folder */
export function allSystems(folder: string): Systems {
  const there = [elsewhere(folder)];
  const absent: string[] = [];
  const system = (zone: string, language: string) => ({
    env: surroundings(folder, zone, language),
    cwd: folder,
    umask: 0o022,
    isSlow: false,
  });
  const narrow = ["taskset", "-c", "0", process.execPath];
  if (runs(narrow)) {
    const name = "this Node on one core in Newfoundland";
    there.push({ ...system("America/St_Johns", "C"), name, command: narrow });
  } else absent.push("one core (there is no taskset)");
  for (const version of versions) {
    const node = fetchNode(folder, process.arch, version);
    const name = `Node ${version}`;
    if (runs([node])) {
      there.push({ ...system("Pacific/Kiritimati", "de_DE.UTF-8"), name, command: [node] });
    } else absent.push(`${name} (the registry has not given it)`);
  }
  const emulator = ["qemu-aarch64-static", "qemu-aarch64"].find((name) => runs([name]));
  for (const version of emulated) {
    const name = `Node ${version} on arm64`;
    if (process.platform !== "linux" || process.arch === "arm64" || emulator === undefined) {
      absent.push(`${name} (it needs Linux, and ${remedy})`);
      continue;
    }
    const node = fetchNode(folder, "arm64", version);
    const command = [emulator, "-L", otherLibraries, node];
    if (runs(command)) {
      there.push({ ...system("Asia/Tokyo", "ja_JP.UTF-8"), name, command, isSlow: true });
    } else absent.push(`${name} (it does not run; ${remedy})`);
  }
  return { there, absent };
}

function surroundings(folder: string, zone: string, language: string): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return { PATH, HOME: folder, TMPDIR: folder, TZ: zone, LANG: language, LC_ALL: language };
}

function runs([command = "", ...words]: readonly string[]): boolean {
  return spawnSync(command, [...words, "--version"], { stdio: "ignore" }).status === 0;
}

/** @returns the path of the binary, if the registry has it */
function fetchNode(folder: string, processor: string, version: string): string {
  const name = `node-${process.platform}-${processor}`;
  const prefix = join(folder, `${name}-${version}`);
  mkdirSync(prefix, { recursive: true });
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--silent"];
  // The package is for another processor.
  const words = [...quiet, "--force", "--prefix", prefix, `${name}@${version}`];
  spawnSync("npm", ["install", ...words], { stdio: "ignore", cwd: prefix });
  return join(prefix, "node_modules", name, "bin", "node");
}
