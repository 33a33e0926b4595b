/**
 * Puts beside the program what cannot be part of its chunks: SQLite for a Node that has none, jq, and
 * the typefaces of PDFs. Of each package that is only what is read when tome runs.
 */
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { rolldown } from "rolldown";
import { bundleForImport } from "./bundle.mjs";
import { withoutCustomSections } from "./wasm.mjs";

const compress = promisify(brotliCompress);

/** Half of the time for a twentieth more of the size. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * @param {string} root
 * @param {string} folder of the program
 * @returns {Promise<Record<string, string[]>>} each part made, with the folders of the packages in it
 */
export async function putBeside(root, folder) {
  const place = join(folder, "beside");
  const from = join(root, "node_modules");
  await Promise.all([
    putSqlite(join(from, "@photostructure", "sqlite"), join(place, "sqlite")),
    putJq(join(from, "jq-web"), join(place, "jq-web")),
    putFonts(root, join(from, "dejavu-fonts-ttf"), join(place, "dejavu-fonts-ttf")),
  ]);
  return {
    "beside/sqlite": ["node_modules/@photostructure/sqlite", "node_modules/node-gyp-build"],
    "beside/jq-web": ["node_modules/jq-web"],
    "beside/dejavu-fonts-ttf": ["node_modules/dejavu-fonts-ttf"],
  };
}

/**
 * The package finds its binaries from the folder above its program, so both keep their places.
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
  await bundleAlone(join(from, "jq.js"), to);
  const program = await readFile(join(from, "jq.wasm"));
  await writeFile(join(to, "jq.wasm"), withoutCustomSections(program));
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
 * One file in CommonJS, under the name that it had.
 * @param {string} file
 * @param {string} folder
 */
async function bundleAlone(file, folder) {
  const bundle = await rolldown({ input: file, platform: "node" });
  await bundle.write({
    dir: folder,
    format: "cjs",
    minify: true,
    comments: false,
    entryFileNames: "[name].js",
  });
  await bundle.close();
}
