/** The files of an installation: the program, its Node, the manual pages and the completions. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { describeRuntime } from "./runtime-sbom.mjs";

/** @import { Platform } from "./platforms.mjs" */

/**
 * @typedef {object} InstalledFile
 * @property {string} path with slashes, relative to the folder of the installation
 * @property {Uint8Array} bytes
 * @property {boolean} isProgram
 */

/** Parts of dist/ that a package omits, or has in another folder. */
const omitted = [
  // Every Node that is packaged has its own SQLite.
  join("dist", "beside", "sqlite"),
  join("dist", "man"),
  join("dist", "sbom.cdx.json"),
];

const unixLauncher = `#!/bin/sh
# Starts tome with the Node of this package.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=\${self%/*}/$target ;;
  esac
done
program=\${self%/*}/../lib/tome
exec "$program/node" "$program/bin/tome.js" "$@"
`;

const windowsLauncher = [
  "@echo off",
  "rem Starts tome with the Node of this package.",
  '"%~dp0lib\\tome\\node.exe" "%~dp0lib\\tome\\bin\\tome.js" %*',
  "",
].join("\r\n");

/**
 * The same bytes for each build of the same sources.
 * @param {string} root with a current dist/
 * @param {Platform} platform
 * @param {{ program: Uint8Array, license: Uint8Array }} node
 * @returns {Promise<{ files: InstalledFile[], sbom: string }>} the files in the order of their paths
 */
export async function listInstallation(root, platform, node) {
  const sbom = await describeRuntime(root, platform);
  const files = [
    ...(await listProgram(root)),
    createText("lib/tome/dist/sbom.cdx.json", sbom),
    createFile(`lib/tome/${platform.program}`, node.program, true),
    createFile("lib/tome/NODE-LICENSE.txt", node.license),
    ...(platform.program === "node.exe"
      ? [
          createText("tome.cmd", windowsLauncher, true),
          createFile("tome.ps1", await readFile(join(root, "completions", "tome.ps1"))),
        ]
      : [
          createText("bin/tome", unixLauncher, true),
          ...(await listManualPages(root)),
          ...(await listCompletions(root)),
        ]),
  ];
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), sbom };
}

/** @param {string} root */
async function listProgram(root) {
  const paths = [
    "LICENSE",
    "README.md",
    "package.json",
    ...(await listFiles(root, "bin")),
    ...(await listFiles(root, "dist")),
  ];
  const isOmitted = (/** @type {string} */ path) =>
    omitted.some((one) => path === one || path.startsWith(`${one}${sep}`));
  return await Promise.all(
    paths
      .filter((path) => !isOmitted(path))
      .map(async (path) =>
        createFile(
          `lib/tome/${path.replaceAll(sep, "/")}`,
          await readFile(join(root, path)),
          path === join("bin", "tome.js"),
        ),
      ),
  );
}

/** @param {string} root */
async function listManualPages(root) {
  const folder = join(root, "dist", "man");
  return await Promise.all(
    (await readdir(folder)).map(async (name) =>
      createFile(`share/man/man1/${name}`, await readFile(join(folder, name))),
    ),
  );
}

/** In the folders where bash-completion, zsh and fish look for completions. @param {string} root */
async function listCompletions(root) {
  const targets = {
    "tome.bash": "share/bash-completion/completions/tome",
    _tome: "share/zsh/site-functions/_tome",
    "tome.fish": "share/fish/vendor_completions.d/tome.fish",
  };
  return await Promise.all(
    Object.entries(targets).map(async ([name, path]) =>
      createFile(path, await readFile(join(root, "completions", name))),
    ),
  );
}

/**
 * @param {string} root
 * @param {string} folder
 */
async function listFiles(root, folder) {
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map((one) => relative(root, join(one.parentPath, one.name)));
}

/**
 * @param {string} path
 * @param {Uint8Array} bytes
 * @returns {InstalledFile}
 */
function createFile(path, bytes, isProgram = false) {
  return { path, bytes, isProgram };
}

/**
 * @param {string} path
 * @param {string} text
 */
function createText(path, text, isProgram = false) {
  return createFile(path, Buffer.from(text), isProgram);
}
