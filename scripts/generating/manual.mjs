/** man/: the manual pages, and in package.json their names, by which npm puts them where man finds them. */

/** @type {import("./generate.mjs").Generator} */
export async function manual({ load, read }) {
  const [source] = await load("src/app/manual/manual.ts");
  /** @type {[file: string, text: string][]} */
  const pages = await source.manual();
  const files = pages.map(([name, text]) => [`man/${name}`, text]);
  const about = JSON.parse(await read("package.json"));
  const man = files.map(([file]) => file);
  const text = `${JSON.stringify({ ...about, man }, null, 2)}\n`;
  return { ...Object.fromEntries(files), "package.json": text };
}
