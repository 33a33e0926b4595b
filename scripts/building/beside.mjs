/**
 * Puts packages beside the program that cannot be part of its chunks: SQLite for a Node without it, jq,
 * the fonts of PDFs, and the pool of threads. Of each package only the files that tome reads are included.
 */
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { rolldown } from "rolldown";
import { bundleForImport } from "./bundle.mjs";

const compress = promisify(brotliCompress);

/** It takes half the time, for 5 % more size. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * @param {string} root
 * @param {string} folder of the program
 * @returns {Promise<Record<string, string[]>>} each part made, with the folders of the packages in it
 */
export async function putBeside(root, folder) {
  const target = join(folder, "beside");
  const from = join(root, "node_modules");
  await Promise.all([
    putSqlite(join(from, "@photostructure", "sqlite"), join(target, "sqlite")),
    putJq(join(from, "jq-web"), join(target, "jq-web")),
    putFonts(root, join(from, "dejavu-fonts-ttf"), join(target, "dejavu-fonts-ttf")),
    putPool(join(from, "tinypool", "dist"), join(target, "tinypool")),
  ]);
  return {
    "beside/sqlite": ["node_modules/@photostructure/sqlite", "node_modules/node-gyp-build"],
    "beside/jq-web": ["node_modules/jq-web"],
    "beside/dejavu-fonts-ttf": ["node_modules/dejavu-fonts-ttf"],
    "beside/tinypool": ["node_modules/tinypool"],
  };
}

/**
 * The package looks for its binaries in the folder above its program, so both keep their positions.
 * @param {string} from
 * @param {string} to
 */
async function putSqlite(from, to) {
  await bundleAlone(join(from, "dist", "index.cjs"), join(to, "dist"));
  await cp(join(from, "prebuilds"), join(to, "prebuilds"), { recursive: true });
}

/**
 * @param {string} from
 * @param {string} to
 */
async function putJq(from, to) {
  const alias = { fs$: join(import.meta.dirname, "replaced", "fs-of-jq.cjs") };
  await bundleAlone(join(from, "jq.js"), to, alias);
  const program = withoutCustomSections(await readFile(join(from, "jq.wasm")));
  await writeFile(join(to, "jq.wasm.br"), await compress(program, packing));
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} to
 */
async function putFonts(root, from, to) {
  const temporary = join(dirname(to), "temporary");
  const file = await bundleForImport(root, "src/service/engines/pdf/fonts.ts", temporary);
  const { fontFiles } = await import(pathToFileURL(file).href);
  await rm(temporary, { recursive: true });
  await mkdir(join(to, "ttf"), { recursive: true });
  await Promise.all(
    fontFiles.map(async (/** @type {string} */ name) => {
      const bytes = await readFile(join(from, "ttf", `${name}.ttf`));
      await writeFile(join(to, "ttf", `${name}.ttf.br`), await compress(bytes, packing));
    }),
  );
  await copyFile(join(from, "LICENSE"), join(to, "LICENSE"));
}

/**
 * The pool starts its threads with a program of its own, which it finds relative to itself.
 * @param {string} from
 * @param {string} to
 */
async function putPool(from, to) {
  await bundleAlone(join(from, "index.js"), to);
  await bundleAlone(join(from, "entry", "worker.js"), join(to, "entry"));
}

/**
 * Bundles one file into CommonJS, under the same name.
 * @param {string} file
 * @param {string} folder
 * @param {Record<string, string>} [alias] files in place of packages
 */
async function bundleAlone(file, folder, alias = {}) {
  const bundle = await rolldown({ input: file, platform: "node", resolve: { alias } });
  await bundle.write({
    dir: folder,
    format: "cjs",
    minify: true,
    comments: false,
    exports: "named",
    entryFileNames: "[name].js",
  });
  await bundle.close();
}

const header = 8;
const custom = 0;

/**
 * Removes the sections that no engine needs: names of functions, and data for debuggers.
 * @param {Buffer} module
 */
function withoutCustomSections(module) {
  const parts = [module.subarray(0, header)];
  for (let at = header; at < module.length; ) {
    const [size, begins] = readNumber(module, at + 1);
    if (module[at] !== custom) parts.push(module.subarray(at, begins + size));
    at = begins + size;
  }
  return Buffer.concat(parts);
}

/**
 * A number in LEB128: seven bits in each byte, the lowest first, the eighth bit if more follow.
 * @param {Buffer} bytes
 * @param {number} at
 * @returns {[value: number, end: number]}
 */
function readNumber(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes.readUInt8(at++);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}
