import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount } from "../support/generators/amount.ts";
import { gitRepository } from "../support/git/git.ts";
import { openProgram } from "./program.ts";

/** Documentation of packages, with the known properties of each. */
const shipped = [
  {
    name: "fastify",
    question: "validation and serialization schema",
    answer: "validation-and-serialization",
    broken: ["./Contributing.md"],
  },
  {
    name: "undici",
    question: "mock an agent in tests",
    answer: "mocking-request",
    broken: ["/docs/docs/api/Pool.md"],
  },
  {
    name: "bun-types",
    question: "compile a standalone executable",
    answer: "executables",
    broken: ["./examples", "/docs/node-api", "/docs/api/ffi"],
  },
];

test.each(shipped.slice(0, amount({ short: 1, full: shipped.length })))(
  "the documentation of $name is imported, searched, changed by two users, and exported",
  async ({ name, question, answer, broken }) => {
    const { run, ok, home } = await openProgram("in process");
    const env = { TOME_ALLOW_PRIVATE: "true" };
    const folder = join("node_modules", name, "docs");
    const files = filesIn(folder);
    const texts = Object.keys(files).filter((path) => path.endsWith(".md"));
    const start = texts.some((path) => /^readme\.md$/i.test(path)) ? [] : ["README.md"];
    const repository = gitRepository();
    const before = repository.commit({
      ...files,
      ...Object.fromEntries(start.map((path) => [path, "# Start\n"])),
    });

    const space = await ok(`space create --title ${name} --format id`);
    const git = `--space ${space} --url ${repository.path} --ref refs/heads/main`;
    await ok(`git import ${git} --wait`, env);
    const paths = JSON.parse(await ok(`page list --space ${space} --json`)).pages.flatMap(gitPaths);
    expect(paths.sort()).toEqual([...texts, ...start].sort());
    const listed = await ok(`file list --space ${space} --all --format id`);
    const pictures = Object.keys(files).filter((path) => /\.(png|jpe?g|gif|svg)$/.test(path));
    expect(listed.split("\n").filter(Boolean).length).toBeGreaterThanOrEqual(pictures.length);

    const links = await run(`space links ${space} --status broken --all --fail --json`);
    expect(links.code).toBe(10);
    const targets: (string | undefined)[] = JSON.parse(links.stdout).map(getUrl);
    expect(targets).toEqual(
      expect.arrayContaining(broken.map((part) => expect.stringContaining(part))),
    );
    // A link to an existing file of the folder is not broken.
    for (const target of targets)
      expect(Object.keys(files)).not.toContain(target?.replace(/^\.\//, ""));

    const found = JSON.parse(await ok(`space search ${space} "${question}" --limit 3 --json`));
    expect(found.map(({ path }: { path: string }) => path).join(" ")).toContain(answer);
    const page: string = found[0].id;

    // Two users add different paragraphs to one page: the merge keeps both.
    const [mine, others] = [
      await ok(`cr create --space ${space} --subject Mine --format id`),
      await ok(`cr create --space ${space} --subject Others --format id`),
    ];
    const text = await ok(
      `page get ${page} --space ${space} --format markdown --json --jq .markdown`,
    );
    const edit = async (cr: string, words: string) => {
      const file = join(home, `${words}.md`);
      writeFileSync(file, `${text}\n\n${words} was here.\n`);
      await ok(`cr edit ${cr} --space ${space} --page ${page} --file ${file}`);
    };
    await edit(mine, "Ada");
    await edit(others, "Grace");
    const comment = await ok(
      `comment create --space ${space} --cr ${mine} --page ${page} --body "Is this right?" --format id`,
    );
    await ok(`cr merge ${others} --space ${space}`);
    await ok(`comment update ${comment} --space ${space} --cr ${mine} --resolve`);
    await ok(`cr merge ${mine} --space ${space}`);
    const merged = await ok(
      `page get ${page} --space ${space} --format markdown --json --jq .markdown`,
    );
    for (const words of ["Ada", "Grace"]) expect(merged).toContain(`${words} was here.`);

    await ok(`git export ${git} --message "Both people" --wait`, env);
    const path = repository.git("diff", "--name-only", before, "main").trim();
    expect(texts).toContain(path);
    expect(repository.git("diff", before, "main")).toContain("+Ada was here.");
    expect(repository.git("log", "--format=%s", "main").trim().split("\n")).toHaveLength(2);
  },
  120_000,
);

function filesIn(folder: string): Record<string, Uint8Array> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );
}

interface ListedPage {
  readonly git?: { readonly path: string };
  readonly pages?: readonly ListedPage[];
}

function gitPaths({ git, pages = [] }: ListedPage): string[] {
  return [...(git ? [git.path] : []), ...pages.flatMap(gitPaths)];
}

function getUrl(link: { targetReference?: { url?: string } }): string | undefined {
  return link.targetReference?.url;
}
