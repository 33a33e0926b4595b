/** Generator of the list of migrations and of the schema version, from the files of the folder. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const folder = "src/service/database/migrations";
const versionFile = "src/service/database/migrations.ts";

const head = `/**
 * All migrations, oldest first. A released migration is never changed; a change is a further one.
 * Written by \`npm run generate\` from the files of this folder; do not edit.
 */
import type { Migration } from "../migrate.ts";
`;

/** @type {import("./generate.mjs").Generator} */
export async function migrations({ root, read }) {
  const files = (await readdir(join(root, folder))).filter((file) => /^\d{4}-/.test(file)).sort();
  const names = /** @type {string[]} */ ([]);
  for (const file of files) {
    const name = /^export const (\w+): Migration\b/m.exec(await read(`${folder}/${file}`))?.[1];
    if (name === undefined)
      throw new Error(`${folder}/${file} exports no constant of the type Migration.`);
    names.push(name);
  }
  const imports = files.map((file, at) => `import { ${names[at]} } from "./${file}";`);
  const list = names.map((name) => `  ${name},`);
  const version = (await read(versionFile)).replace(/version: \d+,/, `version: ${files.length},`);
  return {
    [`${folder}/all.ts`]: `${head}${imports.join("\n")}

export const allMigrations: readonly Migration[] = [
${list.join("\n")}
];
`,
    [versionFile]: version,
  };
}
