/**
 * Packages that cannot be bundled into the chunks of the program: SQLite for Node versions without it,
 * jq, the fonts for PDFs, and the thread pool. Only the files that tome reads are included.
 */
import { createHash, randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { rolldown } from "rolldown";
import { bundleForImport } from "./bundle.mjs";

/** Saves 7% of the size of quality 9, in six times the time; the default saves 3% more and doubles the time. */
const quality = 10;
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
const pack = promisify(brotliCompress);

/**
 * @param {string} root
 * @param {string} folder the folder of the program
 * @returns {Promise<Record<string, string[]>>} each part, with the folders of its packages
 */
export async function putBeside(root, folder) {
  const target = join(folder, "beside");
  const from = join(root, "node_modules");
  await Promise.all([
    putSqlite(root, join(from, "@photostructure", "sqlite"), join(target, "sqlite")),
    putJq(root, join(from, "jq-web"), join(target, "jq-web")),
    putFonts(root, from, target),
    putPool(join(from, "tinypool", "dist"), join(target, "tinypool")),
  ]);
  return {
    "beside/sqlite": ["node_modules/@photostructure/sqlite"],
    "beside/jq-web": ["node_modules/jq-web"],
    "beside/dejavu-fonts-ttf": ["node_modules/dejavu-fonts-ttf"],
    "beside/@expo-google-fonts": ["node_modules/@expo-google-fonts/noto-emoji"],
    "beside/tinypool": ["node_modules/tinypool"],
  };
}

/**
 * The package loads its binaries from its parent folder. They are named by operating system,
 * processor and C library, for example `linux-x64-musl`.
 * @param {string} root
 * @param {string} from
 * @param {string} to
 */
async function putSqlite(root, from, to) {
  const alias = {
    "node-gyp-build": join(import.meta.dirname, "replaced", "compressed-binary.cjs"),
  };
  await bundleAlone(join(from, "dist", "index.cjs"), join(to, "dist"), alias);
  const prebuilds = join(from, "prebuilds");
  const files = (await readdir(prebuilds, { recursive: true })).filter((one) =>
    one.endsWith(".node"),
  );
  const binaries = await Promise.all(
    files.sort().map(async (file) => {
      const bytes = await readFile(join(prebuilds, file));
      const libc = file.includes(".musl.") ? "musl" : "glibc";
      const name = `${dirname(file)}-${libc}`;
      await writeFile(join(to, `${name}.node.br`), await compressed(root, bytes));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return [name, { size: bytes.length, sha256 }];
    }),
  );
  await writeFile(join(to, "binaries.json"), `${JSON.stringify(Object.fromEntries(binaries))}\n`);
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} to
 */
async function putJq(root, from, to) {
  const alias = { fs$: join(import.meta.dirname, "replaced", "fs-of-jq.cjs") };
  await bundleAlone(join(from, "jq.js"), to, alias);
  const program = withoutCustomSections(await readFile(join(from, "jq.wasm")));
  await writeFile(join(to, "jq.wasm.br"), await compressed(root, program));
}

const fontLicenses = [
  "dejavu-fonts-ttf/LICENSE",
  "@expo-google-fonts/noto-emoji/LICENSE",
  "@expo-google-fonts/noto-emoji/LICENSE_FONT",
];

/**
 * @param {string} root
 * @param {string} from the folder of packages
 * @param {string} to the folder of the parts beside the program
 */
async function putFonts(root, from, to) {
  const temporary = join(to, "temporary");
  const file = await bundleForImport(root, "src/service/engines/pdf/fonts.ts", temporary);
  const { fontFiles } = await import(pathToFileURL(file).href);
  await rm(temporary, { recursive: true });
  await Promise.all(
    fontFiles.map(async (/** @type {string} */ name) => {
      await mkdir(dirname(join(to, name)), { recursive: true });
      const bytes = await readFile(join(from, name));
      await writeFile(join(to, `${name}.br`), await compressed(root, bytes));
    }),
  );
  for (const license of fontLicenses) await copyFile(join(from, license), join(to, license));
}

/**
 * The pool starts its threads with its own worker script, which it locates by a relative path.
 * @param {string} from
 * @param {string} to
 */
async function putPool(from, to) {
  await bundleAlone(join(from, "index.js"), to);
  await bundleAlone(join(from, "entry", "worker.js"), join(to, "entry"));
}

/**
 * Bundles a file into CommonJS under the same name.
 * @param {string} file
 * @param {string} folder
 * @param {Record<string, string>} [alias] replacement files by package name
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

/**
 * Cached between builds, because packages rarely change and their compression takes half of the build time.
 * @param {string} root
 * @param {Buffer} bytes
 */
async function compressed(root, bytes) {
  const folder = join(root, "node_modules", ".cache", "tome-compressed");
  const digest = createHash("sha256").update(bytes).digest("hex");
  const cacheFile = join(folder, `${quality}-${digest}`);
  const cached = await readFile(cacheFile).catch(() => undefined);
  if (cached !== undefined) return cached;
  const packed = await pack(bytes, packing);
  await mkdir(folder, { recursive: true });
  const temporary = `${cacheFile}.${randomUUID()}`;
  await writeFile(temporary, packed);
  await rename(temporary, cacheFile);
  return packed;
}

const header = 8;
const custom = 0;

/**
 * Removes the custom sections of a WebAssembly module: function names and debugging data.
 * @param {Buffer} module
 */
function withoutCustomSections(module) {
  const parts = [module.subarray(0, header)];
  for (let offset = header; offset < module.length; ) {
    const [size, start] = readNumber(module, offset + 1);
    if (module[offset] !== custom) parts.push(module.subarray(offset, start + size));
    offset = start + size;
  }
  return Buffer.concat(parts);
}

/**
 * Reads a number in LEB128: seven bits per byte, lowest first; the eighth bit is set if more bytes follow.
 * @param {Buffer} bytes
 * @param {number} offset
 * @returns {[value: number, end: number]}
 */
function readNumber(bytes, offset) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes.readUInt8(offset++);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, offset];
  }
}
