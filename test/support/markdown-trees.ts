/** The Markdown that packages of the registry ship: what people really write. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bin/built.ts";

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
  /** Below `node_modules`. */
  readonly path: string;
  readonly text: string;
}

/** In the order of the packages, then of their paths. */
export function markdownOf(name: string): MarkdownFile[] {
  const folder = join(root, "node_modules", name);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => path.endsWith(".md"))
    .toSorted()
    .map((path) => ({
      path: join(name, path),
      text: readFileSync(join(folder, path), "utf8"),
    }));
}

export function shippedMarkdown(): MarkdownFile[] {
  return packages.flatMap(markdownOf);
}
