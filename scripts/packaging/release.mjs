/** Metadata of a release, for its packages and manifests. */
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} description
 * @property {string} homepage
 * @property {string} license an SPDX id
 * @property {string} downloads base URL of the files of this release
 * @property {string} maintainer with an email address
 * @property {string} changelog
 * @property {string} copyright
 * @property {Date} date the time of every packaged file
 */

/**
 * The maintainer is `author` in package.json. The date is SOURCE_DATE_EPOCH, or that of the commit.
 * @param {string} root
 * @returns {Promise<Release>}
 */
export async function readRelease(root) {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { version, description, license, author } = manifest;
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");
  return {
    version,
    description,
    license,
    homepage: repository,
    downloads: `${repository}/releases/download/v${version}`,
    maintainer: author ?? "tome maintainers <maintainers@tome-docs.invalid>",
    changelog: await readFile(join(root, "CHANGELOG.md"), "utf8"),
    copyright: await describeCopyright(root, repository),
    date: new Date(readEpoch(root) * 1000),
  };
}

/**
 * @param {string} root
 * @param {string} repository
 */
async function describeCopyright(root, repository) {
  return [
    `Source: ${repository}`,
    "",
    (await readFile(join(root, "LICENSE"), "utf8")).trim(),
    "",
    "Licenses of the packages in tome: /usr/lib/tome/dist/THIRD-PARTY-LICENSES.txt",
    "License of Node: /usr/lib/tome/NODE-LICENSE.txt",
    "",
  ].join("\n");
}

/** @param {string} root @returns {number} in seconds */
function readEpoch(root) {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  try {
    const options = /** @type {const} */ ({ cwd: root, encoding: "utf8", stdio: "pipe" });
    return Number(execFileSync("git", ["log", "-1", "--format=%ct"], options));
  } catch {
    // A copy without a repository: the first date that a zip can have is in 1980.
    return Date.UTC(2000, 0, 1) / 1000;
  }
}
