/** Installs missing packages and builds the program, for the commands of this repository. */
import { installMissing } from "./install.mjs";

/** @param {string} root */
export async function prepare(root) {
  await installMissing(root);
  // Imported dynamically, because it needs a package that may have just been installed.
  const { build } = await import("../building/build.mjs");
  if (await build(root)) console.log("Built dist/.");
}
