/** What every command of this repository needs first: the packages, and the program built of its sources. */
import { installMissing } from "./install.mjs";

/** @param {string} root */
export async function prepare(root) {
  await installMissing(root);
  // It needs a package that may have been installed only now.
  const { build } = await import("../building/build.mjs");
  if (await build(root)) console.log("dist/ is built.");
}
