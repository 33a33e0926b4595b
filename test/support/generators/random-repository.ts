/** Random documentation repositories without findings, and defects to add to them. */
import type { RepositoryRule } from "../../../src/document/repository/repository-fault.ts";
import type { Random } from "./random.ts";

/** Texts by path. */
export type Files = Record<string, string>;

export interface RandomRepository {
  readonly files: Files;
  /** The paths of all pages except the first, in the order of the table of contents. */
  readonly pages: readonly string[];
}

const words = "start guide login team billing search export import webhooks limits".split(" ");

/** Pages in folders, with links, anchors, blocks, an included text, an image and a redirect. */
export function randomRepository(random: Random): RandomRepository {
  const pages: string[] = [];
  const count = 4 + random.below(8);
  for (let at = 0; at < count; at++) {
    const folder = random.chance(0.5) ? "" : `${random.pick(words)}/`;
    pages.push(`${folder}${random.pick(words)}-${at}.md`);
  }
  const files: Files = {
    "README.md": `# Welcome\n\nSee [the first](${pages[0]}).\n`,
    "SUMMARY.md": getSummary(pages, random),
    ".gitbook.yaml": `redirects:\n  former/page: ${random.pick(pages)}\n`,
    ".gitbook/includes/note.md": "A note that several pages have.\n",
    ".gitbook/assets/picture.svg": "<svg/>",
  };
  for (const [at, path] of pages.entries()) files[path] = getText(path, at, pages, random);
  return { files, pages };
}

function getSummary(pages: readonly string[], random: Random): string {
  const lines = ["# Table of contents", "", "* [Welcome](README.md)"];
  const cut = 1 + random.below(pages.length - 1);
  let wasNested = true;
  for (const [at, path] of pages.entries()) {
    if (at === cut) lines.push("", "## More", "");
    const isNested: boolean = at !== cut && !wasNested && random.chance(0.4);
    lines.push(`${isNested ? "  " : ""}* [Page ${at}](${path})`);
    wasNested = isNested;
  }
  return `${lines.join("\n")}\n`;
}

function getText(path: string, at: number, pages: readonly string[], random: Random): string {
  const up = path.includes("/") ? "../" : "";
  const other = random.pick(pages);
  const parts = [
    `# Page ${at}`,
    "## Set up",
    `Read [another](${up}${other}#set-up), [this](#set-up) and [the web](https://example.com/x).`,
  ];
  if (random.chance(0.5)) parts.push(`![Picture](${up}.gitbook/assets/picture.svg)`);
  if (random.chance(0.5)) parts.push('{% hint style="info" %}\nMind this.\n{% endhint %}');
  if (random.chance(0.5)) parts.push(`{% include "${up}.gitbook/includes/note.md" %}`);
  if (random.chance(0.3)) parts.push("```\n{% hint %} [code](nowhere.md)\n```");
  const head = random.chance(0.5) ? "---\ndescription: About it\n---\n\n" : "";
  return `${head}${parts.join("\n\n")}\n`;
}

/** The files with one finding of each rule. */
export const faults: Readonly<
  Record<
    Exclude<RepositoryRule, "symbolic-link">,
    (repository: RandomRepository, random: Random) => Files
  >
> = {
  "settings-invalid": ({ files }) => ({
    ...files,
    ".gitbook.yaml": `${files[".gitbook.yaml"]}rot: ./docs\n`,
  }),
  "readme-missing": ({ files }) => {
    const { "README.md": _, ...rest } = files;
    const summary = (files["SUMMARY.md"] ?? "").replace("* [Welcome](README.md)\n", "");
    return { ...rest, "SUMMARY.md": summary };
  },
  "summary-missing": ({ files }) => {
    const { "SUMMARY.md": _, ...rest } = files;
    return rest;
  },
  "name-case": ({ files }) => {
    const { "SUMMARY.md": summary = "", ...rest } = files;
    return { ...rest, "Summary.md": summary };
  },
  "page-missing": ({ files }) => withSummary(files, "* [Gone](gone.md)"),
  "page-twice": ({ files, pages }, random) =>
    withSummary(files, `* [Again](${random.pick(pages)})`),
  "summary-line": ({ files }) => withText(files, "SUMMARY.md", "\n---\n\n[Start](README.md)\n"),
  "page-unlisted": ({ files }) => ({ ...files, "draft.md": "# Draft\n" }),
  "redirect-broken": ({ files }) => withRedirect(files, "old/way: gone.md"),
  "redirect-slash": ({ files, pages }) => withRedirect(files, `/old/way: ${pages[0]}`),
  "too-large": ({ files, pages }, random) =>
    withText(files, random.pick(pages), `\n${"word ".repeat(110_000)}\n`),
  "link-broken": ({ files, pages }, random) =>
    withText(files, random.pick(pages), "\n[Gone](/gone.md)\n"),
  "anchor-broken": ({ files, pages }, random) =>
    withText(files, random.pick(pages), "\n[Gone](#no-such-heading)\n"),
  "block-unknown": ({ files, pages }, random) =>
    withText(files, random.pick(pages), "\n{% hind %}\n\nText\n\n{% endhind %}\n"),
  "block-unclosed": ({ files, pages }, random) =>
    withText(files, random.pick(pages), "\n{% hint %}\n\nText\n"),
  "tag-as-text": ({ files, pages }, random) =>
    withText(
      files,
      random.pick(pages),
      random.pick([
        '\n{% hint style="info" %} Mind this. {% endhint %}\n',
        "\n{ % hint % }\n",
        "\n| Table |\n| --- |\n| {% hint %} |\n",
        '\n{% hint style = "info" %}\nMind this.\n{% endhint %}\n',
        "\n<div>{% endhint %}</div>\n",
      ]),
    ),
  "expression-invalid": ({ files, pages }, random) =>
    withText(
      files,
      random.pick(pages),
      random.pick([
        "\n{% if visitor.claims.beta ~ %}\n\nText\n\n{% endif %}\n",
        "\n{% if visitor.claim.beta %}\n\nText\n\n{% endif %}\n",
        '\nVersion <code class="expression">space.vars.</code>\n',
      ]),
    ),
  "table-cells": ({ files, pages }, random) =>
    withText(
      files,
      random.pick(pages),
      "\n| One | Two |\n| --- | --- |\n| `x|y` | second |\n| third | fourth |\n",
    ),
  "lfs-pointer": ({ files, pages }, random) => ({
    ...withText(files, random.pick(pages), "\n![Large](/.gitbook/assets/large.png)\n"),
    ".gitbook/assets/large.png": `version https://git-lfs.github.com/spec/v1\noid sha256:${"4d7a".repeat(16)}\nsize 12345\n`,
  }),
  "name-normalization": ({ files }) => ({
    ...withSummary(files, "* [Composed](caf\u00e9.md)\n* [Decomposed](cafe\u0301.md)"),
    "caf\u00e9.md": "# Composed\n",
    "cafe\u0301.md": "# Decomposed\n",
  }),
  "front-matter-lost": ({ files, pages }, random) => {
    const path = random.pick(pages);
    const text = (files[path] ?? "").replace(/^---[\s\S]*?---\n/, "");
    return { ...files, [path]: `---\ntitle: "one\n---\n${text}` };
  },
  "review-due": ({ files, pages }, random) => {
    const path = random.pick(pages);
    const text = (files[path] ?? "").replace(/^---[\s\S]*?---\n/, "");
    const front = "---\nreviewBy: 2020-01-31\nowner: ada@example.com\n---\n";
    return { ...files, [path]: `${front}${text}` };
  },
};

function withSummary(files: Files, line: string): Files {
  return withText(files, "SUMMARY.md", `${line}\n`);
}

function withText(files: Files, path: string, text: string): Files {
  return { ...files, [path]: `${files[path]}${text}` };
}

function withRedirect(files: Files, line: string): Files {
  return withText(files, ".gitbook.yaml", `  ${line}\n`);
}
