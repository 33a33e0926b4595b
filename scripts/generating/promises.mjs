/** docs/promises.md, as far as it can be written without running what it tells of. */
import { refreshed } from "../promising/page.mjs";

/** @type {import("./generate.mjs").Generator} */
export async function promises({ root, read }) {
  const file = "docs/promises.md";
  return { [file]: refreshed(root, await read(file)) };
}
