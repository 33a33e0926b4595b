/** Nothing that people read tells them to install a name that somebody else may own. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What tells to install or to run something that a registry gives by its name. */
const commands = [
  /\bnpm\s+(?:install|i|add|exec|x|create|init)\b([^\n`|&;]*)/g,
  /\b(?:npx|pnpx|bunx)\b([^\n`|&;]*)/g,
  /\b(?:pnpm|yarn|bun)\s+(?:add|install|dlx|global add|i)\b([^\n`|&;]*)/g,
  /\b(?:pipx?3?|uv|gem|cargo|brew|go)\s+install\b([^\n`|&;]*)/g,
  /\bdocker\s+(?:pull|run)\b([^\n`|&;]*)/g,
];

/** A file, an address, or a name below a host that nobody can register. */
const isOwn = /^(?:\.{0,2}\/|https:|git\+)|\.tgz$|\.example\//;

/** The words of the text that name something of a registry. */
function foreignNames(text: string): string[] {
  return commands.flatMap((command) =>
    [...text.matchAll(command)].flatMap(([line = "", rest = ""]) => {
      const words = rest
        .split(/["'\s\\]+/)
        .filter((word) => /^[\w@.*/$+:-]+$/.test(word) && !word.startsWith("-"));
      // What comes after the name are words of the program itself.
      const named = /^(?:npx|pnpx|bunx|docker)/.test(line) ? lastOf(line, words) : words;
      return named.filter((word) => !isOwn.test(word) && !(word in devDependencies));
    }),
  );
}

function lastOf(line: string, words: readonly string[]): readonly string[] {
  return words.slice(...(line.startsWith("docker") ? [-1] : [0, 1]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

test("No document, help, script or sample tells anybody to install a name of a registry", () => {
  const files = [
    "README.md",
    "CHANGELOG.md",
    ...["docs", "man", "completions", "src", "scripts", "bin"].flatMap(filesBelow),
  ];
  expect(files.length).toBeGreaterThan(500);
  const foreign = files.flatMap((file) =>
    foreignNames(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(foreign).toEqual([]);
});

test.each([
  ["run: npm install --global tome", ["tome"]],
  ["- npm i -g tome@latest", ["tome@latest"]],
  ["npx tome space list", ["tome"]],
  ["yarn global add tome", ["tome"]],
  ["npm install @scope/name", ["@scope/name"]],
  ["docker run --rm somebody/tome", ["somebody/tome"]],
  ["pip install tome", ["tome"]],
  ["npm install --global --ignore-scripts ./tools/tome.tgz", []],
  ["npm install https://example.com/tome.tgz", []],
  ["npm install", []],
  ["npx vitest run test/app", []],
])("%j names %j", (text, names) => {
  expect(foreignNames(text)).toEqual(names);
});
