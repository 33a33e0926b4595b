/** docs/reference.md: the help of every command. */

/** @type {import("./generate.mjs").Generator} */
export async function reference({ load }) {
  const [source] = await load("src/app/reference.ts");
  return { "docs/reference.md": await source.reference() };
}
