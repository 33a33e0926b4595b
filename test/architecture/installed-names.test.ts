/** No text tells users to install a package name that another publisher may own. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import { slowTest } from "../support/generators/amount.ts";

const root = resolve(import.meta.dirname, "../..");
const { name: ownName, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Instructions to install or run a package from a registry by name. */
const commands = [
  /\bnpm\s+(?:install|i|add|exec|x|create|init)\b([^\n`|&;]*)/g,
  /\b(?:npx|pnpx|bunx)\b([^\n`|&;]*)/g,
  /\b(?:pnpm|yarn|bun)\s+(?:add|install|dlx|global add|i)\b([^\n`|&;]*)/g,
  /\b(?:pipx?3?|uv|gem|cargo|brew|go)\s+install\b([^\n`|&;]*)/g,
  /\bdocker\s+(?:pull|run)\b([^\n`|&;]*)/g,
];

/** A file, a URL, or a name below a reserved host. */
const isElsewhere = /^(?:\.{0,2}\/|https:|git\+)|\.tgz$|\.example\//;

/**
 * Variables for local builds, or for packages that action.yml and templates/tome.yml have verified.
 */
const isChecked = /^\$(?:image|PACKAGE|TOME_PACKAGE|PREFIX)$/;

/** The scope of a package belongs to its publisher. */
const isOwn = (word: string) => word === ownName || word.startsWith(`${ownName}@`);

/** The words of a text that name a package of a registry. */
function foreignNames(text: string): string[] {
  return commands.flatMap((command) =>
    [...text.matchAll(command)].flatMap(([line = "", rest = ""]) => {
      const words = rest
        .replace(/\s#.*/, "")
        .split(/["'\s\\]+/)
        .filter((word) => /^[\w@.*/$+:-]+$/.test(word) && !word.startsWith("-"));
      // The words after the name are arguments of the program.
      const named = /^(?:npx|pnpx|bunx|docker)/.test(line) ? getLast(line, words) : words;
      return named.filter(
        (word) =>
          ![isElsewhere, isChecked].some((form) => form.test(word)) &&
          !isOwn(word) &&
          !(word.replace(/@[\d.]+$/, "") in devDependencies),
      );
    }),
  );
}

function getLast(line: string, words: readonly string[]): readonly string[] {
  return words.slice(...(line.startsWith("docker") ? [-1] : [0, 1]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

slowTest("no document, help text, script or sample installs a package by name", () => {
  const files = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "action.yml",
    "Dockerfile",
    "compose.yaml",
    ".ci/release",
    ".pre-commit-hooks.yaml",
    ...["templates", "docs", "completions", "src", "scripts", "bin"].flatMap(filesBelow),
  ];
  expect(files.length).toBeGreaterThan(500);
  const foreign = files.flatMap((file) =>
    foreignNames(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(foreign).toEqual([]);
});

/** The trusted code in a pipeline: that of the host, and the official Node image. */
const isTrusted = /^(?:(?:actions|github)\/[\w./-]+@\S+|node(?:[:@]\S+)?)$/;

function foreignCode(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:- )?(?:uses|image|container):[ \t]+["']?([^\s"'#]+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !isTrusted.test(name));
}

/** The locations with the token in the `env` of more than one step: of a job, or of a workflow. */
function wideTokens(text: string): string[] {
  return parseAllDocuments(text).flatMap((document) => {
    const given = Workflow.safeParse(document.toJS());
    if (!given.success) return [];
    const { env, variables, jobs = {} } = given.data;
    return Object.entries({ workflow: { env }, variables: { env: variables }, ...jobs })
      .filter(([, one]) => one.env !== undefined && "TOME_TOKEN" in one.env)
      .map(([name]) => name);
  });
}

const env = z.optional(z.record(z.string(), z.unknown()));
const Workflow = z.looseObject({
  env,
  variables: env,
  jobs: z.optional(z.record(z.string(), z.looseObject({ env }))),
});

test("no pipeline in a document runs untrusted code or passes the token to it", () => {
  const files = ["README.md", ...filesBelow("docs")].filter((file) => file.endsWith(".md"));
  const texts = files.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
  const pipelines = texts.flatMap(([file, text]) =>
    [...text.matchAll(/```ya?ml\n(.*?)```/gs)].map(([, yaml = ""]) => [file, yaml] as const),
  );
  expect(pipelines.length).toBeGreaterThan(3);
  const told = (found: (text: string) => string[]) =>
    pipelines.flatMap(([file, yaml]) => found(yaml).map((name) => `${file}: ${name}`));
  expect(told(foreignCode)).toEqual([]);
  expect(told(wideTokens)).toEqual([]);
});

test.each([
  ["      - uses: somebody/publish@v1", ["somebody/publish@v1"]],
  ["        uses: 'somebody/publish@v1'", ["somebody/publish@v1"]],
  ["    container: somebody/node:22", ["somebody/node:22"]],
  ["  image: nodes:22", ["nodes:22"]],
  ["      - uses: actions/checkout@v4", []],
  ["  image: node:22", []],
])("%j runs the code of %j", (text, names) => {
  expect(foreignCode(text)).toEqual(names);
});

test.each([
  ["env: { TOME_TOKEN: x }", ["workflow"]],
  ["variables: { TOME_TOKEN: x }", ["variables"]],
  ["jobs: { a: { env: { TOME_TOKEN: x } } }", ["a"]],
  ["jobs: { a: { steps: [{ env: { TOME_TOKEN: x } }] } }", []],
])("%j passes the token to all of %j", (text, names) => {
  expect(wideTokens(text)).toEqual(names);
});

test.each([
  ["run: npm install --global tome", ["tome"]],
  ["- npm i -g tome@latest", ["tome@latest"]],
  ["npx tome space list", ["tome"]],
  ["yarn global add tome", ["tome"]],
  ["npm install @scope/name", ["@scope/name"]],
  ["npm install @tome-docs/tome", ["@tome-docs/tome"]],
  ["npm install --global @tome-docs/cli@0.1.0", []],
  ["npm install ./tome-docs-cli-*.tgz   # in yours", []],
  ["docker run --rm somebody/tome", ["somebody/tome"]],
  ["pip install tome", ["tome"]],
  ["npm install --global --ignore-scripts ./tools/tome.tgz", []],
  ["npm install https://example.com/tome.tgz", []],
  ["npm install", []],
  ["npx vitest run test/app", []],
])("%j names %j", (text, names) => {
  expect(foreignNames(text)).toEqual(names);
});
