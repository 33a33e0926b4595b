/** Markdown files of installed packages, as realistic samples. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../bin/built.ts";

const packages = [
  "bun-types",
  "fastify",
  "undici",
  "pino",
  "@biomejs/biome",
  "commander",
  "xml-crypto",
  "jq-web",
  "light-my-request",
  "fast-json-stringify",
  "node-addon-api",
  "cli-table3",
];

export interface MarkdownFile {
  /** The path relative to the folder of the packages. */
  readonly path: string;
  readonly text: string;
}

const installed = join(root, "node_modules");
/** npm comes with Node. */
const besideNode = join(dirname(process.execPath), "..", "lib", "node_modules");

/** Ordered by package and path. */
export function toMarkdown(name: string): MarkdownFile[] {
  return markdownIn(installed, name);
}

export function shippedMarkdown(): MarkdownFile[] {
  return packages.flatMap(toMarkdown);
}

/** The Markdown of all installed packages, npm and this repository, without duplicates. */
export function everyMarkdown(): MarkdownFile[] {
  const all = [
    ...shippedMarkdown(),
    ...markdownIn(installed, ""),
    ...(existsSync(besideNode) ? markdownIn(besideNode, "") : []),
    ...markdownIn(root, "docs"),
  ];
  return [...new Map(all.map((file) => [file.text, file])).values()];
}

function markdownIn(top: string, name: string): MarkdownFile[] {
  const folder = join(top, name);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => path.endsWith(".md"))
    .toSorted()
    .map((path) => ({
      path: join(name, path),
      // An import removes the byte order mark, and an export restores it.
      text: readFileSync(join(folder, path), "utf8").replace(/^\uFEFF/, ""),
    }));
}
