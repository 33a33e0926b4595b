/** Generator of the reference in docs/library.md, from the docstrings of src/library. */
import { libraryDeclarations } from "../building/library-types.mjs";
import { withParts } from "./parts.mjs";

const page = "docs/library.md";

/** @type {import("./generate.mjs").Generator} */
export async function libraryPage({ root, read }) {
  const declarations = await libraryDeclarations(root);
  const exported = declarations.filter(({ isExported }) => isExported);
  const surface = `\n\n${exported.map(getPart).join("\n")}\n`;
  return { [page]: withParts(page, await read(page), { surface }) };
}

/** @param {import("../building/library-types.mjs").Declaration} declaration */
function getPart({ name, comment, text }) {
  const [description = "", ...tags] = comment.split(/^@/m);
  const prose = description.replace(/\{@link (\w+)\}/g, "`$1`").trim();
  const notes = tags.map((tag) => `- ${getNote(tag.replace(/\s+/g, " ").trim())}\n`);
  const code = text.replace(/^\/\*\*.*?\*\/\s*/s, "").replace("export declare ", "export ");
  return [
    `### ${name}\n`,
    ...(prose === "" ? [] : [`${prose}\n`]),
    ...(notes.length === 0 ? [] : [notes.join("")]),
    `\`\`\`ts\n${code}\n\`\`\`\n`,
  ].join("\n");
}

/** @param {string} tag for example `throws UsageError if …` */
function getNote(tag) {
  const [, name = "", rest = ""] = /^(\w+) (.*)$/s.exec(tag) ?? [];
  return name === "throws" ? `Throws ${rest}.` : `${name}: ${rest}.`;
}
