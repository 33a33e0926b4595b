/** Prepares what every command of this repository needs: the packages, and the program built from its sources. */
import { installMissing } from "./install.mjs";

/** @param {string} root */
export async function prepare(root) {
  await installMissing(root);
  // Imported late, as it needs a package that may have been installed only now.
  const { build } = await import("../building/build.mjs");
  if (await build(root)) console.log("dist/ is built.");
}
