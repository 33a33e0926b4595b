/**
 * `npm run package [-- platform… --compress gzip --output folder]`: builds packages that contain Node,
 * for all platforms or those that are named, in the folder packages/ (docs/releasing.md).
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { prepare } from "./preparing/prepare.mjs";

const root = resolve(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compress: { type: "string", default: "xz" },
    output: { type: "string", default: join(root, "packages") },
  },
});
const { compress, output } = values;
if (compress !== "xz" && compress !== "gzip" && compress !== "none") {
  throw new Error("--compress must be xz, gzip or none.");
}

await prepare(root);
// Imported dynamically, because they need packages that may just have been installed.
const { buildPackages } = await import("./packaging/build-packages.mjs");
const { findPlatform, platforms } = await import("./packaging/platforms.mjs");
const selected = positionals.length === 0 ? platforms : positionals.map(findPlatform);
const target = resolve(output);
const paths = await buildPackages(root, { selected, compression: compress, target });
for (const path of paths) console.log(join(target, path));
