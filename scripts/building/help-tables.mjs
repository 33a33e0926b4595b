/** Writes the help of every command as files that the launcher reads without loading the program. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * `help.txt` is the help of the whole. The rest is a file for each first word, so that no more is
 * read than one noun: `help/space.json` holds `{"": …, "list": …}`. A plural has the words under which
 * its text stands, which unlike the text end without a line: `help/spaces.json`, `{"list": "space list"}`.
 * @param {Iterable<readonly [path: string, text: string]>} texts the path of the whole is empty
 * @param {string} folder
 */
export async function writeHelpTables(texts, folder) {
  /** @type {Map<string, Record<string, string>>} */
  const tables = new Map();
  /** @type {Map<string, string>} */
  const wordsOf = new Map();
  await mkdir(join(folder, "help"));
  for (const [path, text] of texts) {
    const [noun = "", ...rest] = path.split(" ");
    if (noun === "") await writeFile(join(folder, "help.txt"), text);
    else tables.set(noun, { ...tables.get(noun), [rest.join(" ")]: wordsOf.get(text) ?? text });
    if (!wordsOf.has(text)) wordsOf.set(text, path);
  }
  for (const [noun, table] of tables) {
    await writeFile(join(folder, "help", `${noun}.json`), JSON.stringify(table));
  }
}
