import { expect, test } from "vitest";
import { checkRepository } from "../../../src/document/repository/check.ts";

interface FolderOptions {
  readonly links?: readonly string[];
  readonly ignored?: readonly string[];
  readonly sizes?: Readonly<Record<string, number>>;
}

/** The findings of a folder as lines. */
async function listFindings(
  files: Readonly<Record<string, string>>,
  { links, ignored = [], sizes = {} }: FolderOptions = {},
): Promise<readonly string[]> {
  const { faults } = await checkRepository({
    files: Object.entries(files).map(([path, { length }]) => ({
      path,
      size: sizes[path] ?? length,
    })),
    links,
    read: async (path) => files[path] ?? "",
    readSmall: async (path) => files[path],
    exists: async (path) => ignored.includes(path),
    mayBeUnlisted: () => false,
    today: "2026-11-27",
  });
  return faults.map(({ rule, path, line, message }) => `${path}:${line ?? ""} ${rule}: ${message}`);
}

test.each<[Readonly<Record<string, string>>, readonly string[]]>([
  [
    {},
    [
      "README.md: readme-missing: README.md, the first page, was not found, and neither was SUMMARY.md, so an import is refused.",
    ],
  ],
  [
    { "SUMMARY.md": "* [A](a.md)\n" },
    [
      "README.md: readme-missing: README.md, the first page, was not found.",
      "SUMMARY.md:1 page-missing: a.md was not found.",
    ],
  ],
  [
    { "README.md": "# Home\n", "a.md": "# A\n" },
    [
      "SUMMARY.md: summary-missing: SUMMARY.md was not found. An import creates the table of contents from the folders and files.",
    ],
  ],
  [
    { "README.md": "# Home\n", "a:b.md": "# X\n" },
    [
      "SUMMARY.md: summary-missing: SUMMARY.md was not found. An import creates the table of contents from the folders and files.",
    ],
  ],
  [
    { "README.md": "# Home\n", "sub/x.md": "# X\n" },
    [
      "SUMMARY.md: summary-missing: SUMMARY.md was not found. An import creates the table of contents from the folders and files.",
    ],
  ],
  [
    { "README.md": "# Home\n", "Summary.md": "# X\n" },
    [
      "Summary.md: name-case: Summary.md is named SUMMARY.md in the settings and by the platform. On case-sensitive systems these are different files.",
    ],
  ],
  [
    { "README.md": "# Home\n", "sub/README.md": "# X\n" },
    [
      "SUMMARY.md: summary-missing: SUMMARY.md was not found. An import creates the table of contents from the folders and files.",
    ],
  ],
  [{ "README.md": "# Home\n", "SUMMARY.md": "* [Home](README.md)\n", ".git/x.md": "# X\n" }, []],
  [
    { "README.md": "# Home\n", "SUMMARY.md": "* [Home](README.md)\n* Text\n", "a.md": "# A\n" },
    ["a.md: page-unlisted: The page is not listed in SUMMARY.md."],
  ],
  [
    { "README.md": "# Home\n", "SUMMARY.md": "* [Home](README.md)\n", ".gitbook/vars.yaml": "" },
    [],
  ],
  [
    { "README.md": "# Home\n", "SUMMARY.md": "* [Home](README.md)\n* [](a.md)\n", "a.md": "# A\n" },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](sub/)\n",
      "a.md": "# A\n",
    },
    [
      "SUMMARY.md:2 link-broken: sub/ points to sub, which was not found.",
      "a.md: page-unlisted: The page is not listed in SUMMARY.md.",
    ],
  ],
  [
    {
      "README.md": "---\na: [\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [
      "README.md:1 front-matter-lost: The front matter is not valid YAML, so it becomes part of the text.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "node_modules/x.md": "# X\n",
    },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      ".gitbook/vars.yaml": "- x\n",
    },
    [
      ".gitbook/vars.yaml:1 settings-invalid: .gitbook/vars.yaml must have a name and a value on each line, such as version: 3.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n  * [A](a.md)\n",
      "a.md": "# A\n",
    },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md#x)\n",
      "a.md": "# A\n",
    },
    [
      "SUMMARY.md:2 link-broken: a.md#x points to a.md, which is not a page because it is not in the table of contents.",
      "a.md: page-unlisted: The page is not listed in SUMMARY.md.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      ".gitbook/vars.yaml": "a: {\n",
    },
    [
      ".gitbook/vars.yaml:1 settings-invalid: .gitbook/vars.yaml cannot be read: Flow map in block collection must be sufficiently indented and end with a } at line 2, column 1.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a%20b.md)\n",
      "a.md": "# A\n",
    },
    [
      "SUMMARY.md:2 page-missing: a b.md was not found.",
      "a.md: page-unlisted: The page is not listed in SUMMARY.md.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      ".gitbook/vars.yaml": "a: [1]\n",
    },
    [
      ".gitbook/vars.yaml:1 settings-invalid: The variable a in .gitbook/vars.yaml must be text, a number, true or false. Use several variables instead of a list.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n\nText [A](a.md)\n",
      "a.md": "# A\n",
    },
    [
      'SUMMARY.md:3 summary-line: The line "A" is not in a list, so it is not a page. Start it with an asterisk.',
      "a.md: page-unlisted: The page is not listed in SUMMARY.md.",
    ],
  ],
  [
    {
      "README.md": "---\nvars: [1]\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [
      "README.md:2 front-matter-lost: vars must be an object with text, numbers, true or false as values; this value has no effect.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [S](SUMMARY.md)\n",
      "a.md": "# A\n",
    },
    ["a.md: page-unlisted: The page is not listed in SUMMARY.md."],
  ],
  [
    {
      "README.md": "---\nif: x == 1\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      ".gitbook/vars.yaml": 'a: " "\n',
    },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [X](<a:b.md>)\n",
      "a:b.md": "# X\n",
    },
    ["a:b.md: page-unlisted: The page is not listed in SUMMARY.md."],
  ],
  [
    {
      "README.md": "---\nhidden: yes\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    ["README.md:2 front-matter-lost: hidden must be true or false; this value has no effect."],
  ],
  [
    {
      "README.md": "---\nhidden: true\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [],
  ],
  [
    {
      "README.md": "---\nvars:\n  p: 1\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [],
  ],
  [
    {
      "README.md": "---\ndescription: [5]\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [
      "README.md:2 front-matter-lost: description must be text of at most 2048 characters; this value has no effect.",
    ],
  ],
  [
    {
      "README.md": "---\ncover: gone.png\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    ["README.md:1 link-broken: gone.png was not found."],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n* [A2](a.md)\n",
      "a.md": "# A\n",
    },
    [
      "SUMMARY.md:3 page-twice: a.md is listed twice. A file is one page, so this line becomes a link to it.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n\n## Part\n\n## Other\n\n* [A](a.md)\n",
      "a.md": "# A\n",
    },
    [],
  ],
  [
    {
      "README.md": "---\ndescription: >-\n  long\n  text\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [],
  ],
  [
    {
      "README.md": "---\nlayout:\n  nope: 1\n  width: wide\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "structure: x\n",
    },
    [
      ".gitbook.yaml:1 settings-invalid: structure of .gitbook.yaml must have the fields readme and summary.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "redirects: x\n",
    },
    [
      ".gitbook.yaml:1 settings-invalid: redirects of .gitbook.yaml must consist of lines such as previous/page: new-folder/page.md.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "root: .\nRoot: x\n",
    },
    [
      ".gitbook.yaml:2 settings-invalid: .gitbook.yaml has the unknown field Root. Allowed fields: root, structure, redirects.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "structure:\n  nope: x\n",
    },
    [
      ".gitbook.yaml:2 settings-invalid: .gitbook.yaml has the unknown field structure.nope. Allowed fields: structure.readme, structure.summary.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "redirects:\n  a: README.md\n",
    },
    [],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "redirects:\n  old: https://a.example\n",
    },
    [
      ".gitbook.yaml:2 redirect-broken: The redirect from old points to https://a.example, which is not a page.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "redirects:\n  /old/: a.md\n  old: a.md\n",
    },
    [
      ".gitbook.yaml:2 redirect-slash: The redirect from /old/ must not start with a slash. Write old/.",
    ],
  ],
  [
    {
      "README.md":
        "---\nlayout:\n  title:\n    visible: false\n  outline:\n    visible: no\n---\n# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "x",
    },
    [
      "README.md:2 front-matter-lost: layout must be an object of page parts, each with `visible`, and `width`; this value has no effect.",
    ],
  ],
  [
    {
      "README.md": "# H\n\n![x](i.png)\n",
      "SUMMARY.md": "* [Home](README.md)\n",
      "i.png": "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 5\n",
    },
    [
      "i.png: lfs-pointer: The file is a Git LFS pointer, so readers see the pointer and not the file.",
    ],
  ],
  [
    {
      "README.md": "# Home\n",
      "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "a.md": "# A\n",
      ".gitbook.yaml": "root: docs/\nstructure:\n  readme: HOME.md\n  summary: TOC.md\n",
    },
    [".gitbook.yaml:1 settings-invalid: root is the folder docs, which was not found."],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "- x\n",
    },
    [
      ".gitbook.yaml:1 settings-invalid: .gitbook.yaml must consist of names and values, such as root: ./docs.",
    ],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "a: [\n",
    },
    [
      ".gitbook.yaml:2 settings-invalid: .gitbook.yaml cannot be read: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1.",
    ],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "root: 5\n",
    },
    [
      ".gitbook.yaml:1 settings-invalid: root of .gitbook.yaml is not a folder inside the project. Use a path such as ./docs.",
    ],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "root: .\nRoot: x\n",
    },
    [
      ".gitbook.yaml:2 settings-invalid: .gitbook.yaml has the unknown field Root. Allowed fields: root, structure, redirects.",
      "README.md: readme-missing: README.md, the first page, was not found, and neither was SUMMARY.md, so an import is refused.",
    ],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "redirects:\n  old: 5\n",
    },
    [
      ".gitbook.yaml:2 settings-invalid: redirects of .gitbook.yaml must consist of lines such as previous/page: new-folder/page.md. The redirect from old has no file.",
    ],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "redirects:\n  old: gone.md\n",
    },
    [
      "README.md: readme-missing: README.md, the first page, was not found, and neither was SUMMARY.md, so an import is refused.",
    ],
  ],
  [
    {
      "docs/README.md": "# Home\n",
      "docs/SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n",
      "docs/a.md": "# A\n",
      "docs/HOME.md": "# H\n",
      "docs/TOC.md": "* [H](HOME.md)\n",
      ".gitbook.yaml": "root: docs/\nstructure:\n  readme: HOME.md\n  summary: TOC.md\n",
    },
    [
      "docs/README.md: page-unlisted: The page is not listed in docs/TOC.md.",
      "docs/SUMMARY.md: page-unlisted: The page is not listed in docs/TOC.md.",
      "docs/a.md: page-unlisted: The page is not listed in docs/TOC.md.",
    ],
  ],
])("the files %j have the findings %j", async (files, findings) => {
  expect(await listFindings(files)).toEqual(findings);
});

test.each<[Readonly<Record<string, string>>, FolderOptions, readonly string[]]>([
  [
    { "README.md": "# H\n\n[x](ign.md)\n", "SUMMARY.md": "* [Home](README.md)\n" },
    { ignored: ["ign.md"] },
    ["README.md:3 link-broken: ign.md is ignored by Git, so an import does not find it."],
  ],
  [
    { "README.md": "# Home\n", "SUMMARY.md": "* [Home](README.md)\n", "a.md": "# A\n" },
    { links: ["README.md"] },
    [
      "README.md: symbolic-link: The file is a symbolic link, which an import skips.",
      "a.md: page-unlisted: The page is not listed in SUMMARY.md.",
    ],
  ],
  [
    { "README.md": "# H\n\n[x](big.bin)\n", "SUMMARY.md": "* [Home](README.md)\n", "big.bin": "x" },
    { sizes: { "big.bin": 62914560 } },
    ["big.bin: too-large: big.bin has 62914560 bytes; the maximum is 52428800."],
  ],
])("the files %j with %j have the findings %j", async (files, options, findings) => {
  expect(await listFindings(files, options)).toEqual(findings);
});

test.each<[string, readonly string[]]>([
  ["[x]()", ["README.md:3 link-broken: A link without a URL has no target."]],
  ["[x](a)", []],
  [
    "[a](#gone)",
    ["README.md:3 anchor-broken: #gone points to a heading that does not exist in this page."],
  ],
  ["{{ book.x }}", []],
  ["`{% hint %}`", []],
  [
    "[x](a.md#x) ",
    ["README.md:3 anchor-broken: a.md#x points to a heading that does not exist in a.md."],
  ],
  ["{% unknown %}", ["README.md:3 block-unknown: Unknown block {% unknown %}."]],
  ["![i](gone.png)", ["README.md:3 link-broken: gone.png was not found."]],
  [
    "a {% hint %} b",
    [
      "README.md:3 tag-as-text: Readers see the tag {% hint %} as text. Put it on a line of its own, without unusual spaces.",
    ],
  ],
  [
    "x\n{% endhint %}",
    ["README.md:4 block-unclosed: {% endhint %} has no matching {% hint %} at the same level."],
  ],
  ["[x](javascript:x)", []],
  ["[x][a]\n\n[a]: a.md", []],
  ['<img src="gone.png">', ["README.md:3 link-broken: gone.png was not found."]],
  ['<a id="x"></a> [x](#x)', []],
  ['{% include "gone.md" %}', ["README.md:3 link-broken: gone.md was not found."]],
  [
    '{% hint style="info" %}\nx',
    [
      "README.md:3 block-unclosed: {% hint %} has no {% endhint %} on a line of its own at the same level.",
    ],
  ],
  [
    "{% hint style=info %}\nx\n{% endhint %}",
    [
      'README.md:3 tag-as-text: The attributes of {% hint %} cannot be read. Write them as name="value", without spaces around the equals sign.',
    ],
  ],
  [
    '{% hint style="info" %}x{% endhint %}',
    [
      "README.md:3 tag-as-text: Readers see the tag {% hint %} as text. Put it on a line of its own, without unusual spaces.",
    ],
  ],
  ['{% include ".gitbook/includes/i.md" %}', []],
  ['{% hint style="nope" %}\nx\n{% endhint %}', []],
  [
    '{% openapi src="gone.yaml" %}\nx\n{% endopenapi %}',
    ["README.md:3 link-broken: gone.yaml was not found."],
  ],
])("the text %j of a page has the findings %j", async (text, findings) => {
  const files = {
    "README.md": `# Home\n\n${text}\n`,
    "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n* [S](sub/README.md)\n",
    "a.md": "# A\n\n## A head\n",
    "sub/README.md": "# Sub\n",
    "i.png": "x",
    ".gitbook/vars.yaml": "known: 1\n",
    ".gitbook/includes/i.md": "inc",
    LICENSE: "x",
  };
  expect(await listFindings(files)).toEqual(findings);
});
