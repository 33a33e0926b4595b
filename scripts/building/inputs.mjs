/** The fingerprint of the build inputs, and the name of a build. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import { join, relative } from "node:path";

const inputs = ["bin", "package.json", "package-lock.json", "scripts/building", "src"];

/**
 * @param {string} root
 * @returns {Promise<string>} SHA-256 of all build inputs in this repository, in hexadecimal
 */
export async function computeFingerprint(root) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of await listFiles(join(root, input))) {
      const content = await readFile(file);
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * The commit if the build inputs are unmodified, or else the beginning of the fingerprint.
 * @param {string} root
 * @param {string} fingerprint
 */
export async function buildName(root, fingerprint) {
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync("git", words, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    const isOwn = (await realpath(git("rev-parse", "--show-toplevel").trim())) === root;
    if (isOwn && git("status", "--porcelain", "--", ...inputs) === "") {
      return git("rev-parse", "HEAD").slice(0, 9);
    }
  } catch {
    // Git is not installed, or this is not a repository, such as a published copy.
  }
  return fingerprint.slice(0, 9);
}

/** @param {string} path */
async function listFiles(path) {
  if (path.endsWith(".json")) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
