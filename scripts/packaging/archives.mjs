/** Archives with the same bytes for the same files: tar, compressed by xz or gzip, and zip. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { gzipSync, zipSync } from "fflate";
import { packTar } from "modern-tar";

/** @import { InstalledFile } from "./installation.mjs" */

/** @typedef {"xz" | "gzip" | "none"} Compression */

/** @type {Readonly<Record<Compression, string>>} */
export const extensions = { xz: ".xz", gzip: ".gz", none: "" };

/**
 * @param {readonly InstalledFile[]} files
 * @param {Date} date the time of every file
 * @param {string} prefix of every path; ends with a slash
 * @returns {Promise<Uint8Array>}
 */
export async function createTar(files, date, prefix) {
  const owner = { uid: 0, gid: 0, uname: "root", gname: "root", mtime: date };
  const folders = listFolders(files.map(({ path }) => `${prefix}${path}`)).map((name) => ({
    header: { ...owner, name, size: 0, mode: 0o755, type: /** @type {const} */ ("directory") },
  }));
  const entries = files.map(({ path, bytes, isProgram }) => ({
    header: {
      ...owner,
      name: `${prefix}${path}`,
      size: bytes.length,
      mode: isProgram ? 0o755 : 0o644,
      type: /** @type {const} */ ("file"),
    },
    body: bytes,
  }));
  return await packTar([...folders, ...entries]);
}

/**
 * Every folder above the paths, once, each before the folders in it.
 * @param {readonly string[]} paths
 */
function listFolders(paths) {
  const folders = paths.flatMap((path) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
  });
  return [...new Set(folders)].sort();
}

/**
 * @param {Uint8Array} bytes
 * @param {Compression} compression gzip is part of a package and takes seconds; xz needs its program,
 * takes minutes, and the result is a third smaller; none is for trials of the package
 * @returns {Promise<Uint8Array>}
 */
export async function compress(bytes, compression) {
  if (compression === "none") return bytes;
  return compression === "gzip" ? gzipSync(bytes, { level: 6, mtime: 0 }) : await runXz(bytes);
}

/**
 * In one thread: with several, the result depends on their number.
 * @param {Uint8Array} bytes
 */
async function runXz(bytes) {
  const xz = spawn("xz", ["--compress", "--stdout", "--threads=1", "-6", "--check=crc32"], {
    stdio: ["pipe", "pipe", "inherit"],
    // Options that the user has set would change the result.
    env: { PATH: process.env.PATH },
  });
  const ended = once(xz, "close");
  // The exit code of the program reports the error.
  xz.stdin.on("error", () => {});
  xz.stdin.end(bytes);
  try {
    const [compressed, [status]] = await Promise.all([buffer(xz.stdout), ended]);
    if (status === 0) return compressed;
  } catch (error) {
    throw new Error("The program xz is missing. Install it, or use --compress gzip.", {
      cause: error,
    });
  }
  throw new Error("The program xz failed.");
}

/**
 * @param {readonly InstalledFile[]} files
 * @param {Date} date
 * @param {string} prefix of every path; ends with a slash
 * @returns {Uint8Array}
 */
export function createZip(files, date, prefix) {
  // A zip has local times. Noon exists on every day in every time zone.
  const mtime = new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12);
  const contents = files.map(
    ({ path, bytes }) => /** @type {const} */ ([`${prefix}${path}`, bytes]),
  );
  return zipSync(Object.fromEntries(contents), { level: 6, mtime });
}
