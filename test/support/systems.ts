/** Systems that one program can be run on: other surroundings, other versions of Node with other engines, another processor. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export interface System {
  readonly name: string;
  /** What the program is started with. */
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** What newly made files are not allowed. */
  readonly umask: number;
  /** It is emulated, and takes thirty times as long. */
  readonly isSlow: boolean;
}

export interface Systems {
  readonly there: readonly System[];
  /** What is left out, each with its reason. */
  readonly absent: readonly string[];
}

/** The oldest supported one, with what Unicode and ICU were then, and those with SQLite of their own. */
const versions = ["20.19.0", "22.23.3", "24.21.0", "26.10.0"];
/** One with the SQLite that is shipped, one with its own. */
const emulated = ["20.20.2", "24.21.0"];
const otherLibraries = "/usr/aarch64-linux-gnu";
const remedy = "apt-get install qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross";

/**
 * This Node in another time zone, language and folder: what needs nothing but this machine.
 * @param folder an empty folder, to be at home in
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

/** All of them; each Node comes from the registry. @param folder as before */
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

/** @returns where it is, if the registry has it */
function fetchNode(folder: string, processor: string, version: string): string {
  const name = `node-${process.platform}-${processor}`;
  const prefix = join(folder, `${name}-${version}`);
  mkdirSync(prefix, { recursive: true });
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--silent"];
  // It is for another processor than npm runs on.
  const words = [...quiet, "--force", "--prefix", prefix, `${name}@${version}`];
  spawnSync("npm", ["install", ...words], { stdio: "ignore", cwd: prefix });
  return join(prefix, "node_modules", name, "bin", "node");
}
