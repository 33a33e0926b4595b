/** Worker of the check benchmark: reads documentation as an import does, and checks it. */
import { parseMarkdown } from "../../src/document/markdown.ts";
import { checkRepository } from "../../src/document/repository/check.ts";
import { readHead } from "../../src/document/repository/front-matter.ts";

const folderSize = 100;

/** Pages that link to each other, with headings, a block, code and a list. */
function documentation(pages: number): Map<string, string> {
  const toPath = (page: number) => `part-${Math.floor(page / folderSize)}/page-${page}.md`;
  const files = new Map([["README.md", `# Welcome\n\nBegin with [the first](${toPath(0)}).\n`]]);
  const lines = ["# Table of contents", "", "* [Welcome](README.md)"];
  for (let page = 0; page < pages; page++) {
    const other = `../${toPath((page * 7919) % pages)}`;
    lines.push(`* [Page ${page}](${toPath(page)})`);
    files.set(
      toPath(page),
      `---
description: About ${page}
---

# Page ${page}

## Set up

Read [another](${other}#set-up), [this](#set-up) and [the web](https://example.com/x).

{% hint style="info" %}
Mind this.
{% endhint %}

${"Some words that explain a thing at length. ".repeat(40)}

\`\`\`sh
tome check --repo .
\`\`\`

- one
- two
`,
    );
  }
  return files.set("SUMMARY.md", `${lines.join("\n")}\n`);
}

/** The CPU time of this process in milliseconds, which does not depend on the load of the machine. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @returns the milliseconds for reading alone, and for a check, which includes reading */
export async function measure(pages: number, rounds: number) {
  const files = documentation(pages);
  const reading: number[] = [];
  const checking: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = busy();
    for (const text of files.values()) parseMarkdown(readHead(text).body);
    const middle = busy();
    const { faults } = await checkRepository({
      files: [...files].map(([path, text]) => ({ path, size: Buffer.byteLength(text) })),
      read: async (path) => files.get(path) ?? "",
      mayBeUnlisted: () => false,
    });
    const end = busy();
    if (faults.length > 0) throw new Error(`${faults[0]?.message}`);
    reading.push(middle - start);
    checking.push(end - middle);
  }
  return { reading, checking };
}
