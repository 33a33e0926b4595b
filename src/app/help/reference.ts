/** The reference of every command as Markdown. */
import { listHelpTexts } from "./table.ts";

/** The text of docs/reference.md. */
export async function buildReference(): Promise<string> {
  // A plural has the same text as its noun.
  const helps = [
    ...new Map((await listHelpTexts()).toReversed().map(([words, text]) => [text, words])),
  ]
    .map(([text, words]): [string, string] => [words, text])
    .toReversed();
  const parts = helps.map(([words, text]) => {
    const title = words === "" ? "tome" : words.startsWith("help ") ? words : `tome ${words}`;
    return `## ${title}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
  });
  const contents = helps
    .filter(([words]) => words !== "" && !words.includes(" "))
    .map(([words]) => `[${words}](#tome-${words})`);
  return `# Command reference

Generated from the commands by \`npm run generate\`.

${contents.join(" · ")}

${parts.join("\n")}`;
}
