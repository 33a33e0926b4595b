/** Findings in the files of a repository. */
import { describe, expect, test } from "vitest";
import { checkRepository } from "../../../src/document/repository/check.ts";
import { readSettings } from "../../../src/document/repository/settings.ts";
import { slowTest } from "../../support/generators/amount.ts";

interface CheckedFolder {
  readonly files: Readonly<Record<string, string>>;
  readonly links?: readonly string[];
  /** Paths that Git ignores. */
  readonly ignored?: readonly string[];
}

async function check({ files, links, ignored = [] }: CheckedFolder) {
  const { faults } = await checkRepository({
    files: Object.entries(files).map(([path, { length: size }]) => ({ path, size })),
    links,
    read: async (path) => files[path] ?? "",
    readSmall: async (path) => files[path],
    exists: async (path) => ignored.includes(path),
    mayBeUnlisted: () => false,
    today: "2026-11-27",
  });
  return faults.map(({ rule, path, line, message }) => ({ rule, path, line, message }));
}

/** A page with the text as its second paragraph. */
const withPage = (text: string): CheckedFolder => ({
  files: {
    "README.md": `# Home\n\n${text}\n`,
    "SUMMARY.md": "* [Home](README.md)\n",
  },
});

const invisible: readonly (readonly [sign: string, name: string])[] = [
  ["\u00a0", "no-break space (U+00A0)"],
  ["\u200b", "zero width space (U+200B)"],
  ["\u200d", "zero width joiner (U+200D)"],
  ["\u200e", "left-to-right mark (U+200E)"],
  ["\u2003", "space (U+2003)"],
  ["\u2060", "word joiner (U+2060)"],
  ["\ufeff", "byte order mark (U+FEFF)"],
  ["\u{e0001}", "invisible character (U+E0001)"],
];

describe("invisible characters in .gitbook.yaml are named", () => {
  const messages = (text: string) => readSettings("", text).faults.map(({ message }) => message);

  test.each([
    ["at the start of a line", "# a\u00a0b", false],
    ["after a space", "root: x # a\u00a0b", false],
    ["after a tab", "root: x\t# a\u00a0b", false],
    ["after an indentation", "  # a\u00a0b", false],
    ["that is part of a value", "root: x#\u00a0b", true],
    ["after another invisible character", "root: x\u00a0# b", true],
  ])("of text that cannot be read, but not behind a number sign %s", (_, line, isNamed) => {
    const [message] = messages(`${line}\n"\n`);
    expect(message).toContain("cannot be read");
    expect(message?.includes("Line 1 contains an invisible character")).toBe(isNamed);
  });

  test.each(invisible)("%j in a field, a value and a redirect", (sign, name) => {
    for (const text of [
      `root${sign}: ./docs\n`,
      `root: ./docs${sign}x\n`,
      `structure:\n  sum${sign}mary: SUMMARY.md\n`,
      `structure:\n  summary: SUM${sign}MARY.md\n`,
      `redirects:\n  old${sign}page: new.md\n`,
    ]) {
      const [first, ...others] = messages(text);
      expect([text, first]).toEqual([text, expect.stringContaining(name)]);
      expect(others).toEqual([]);
    }
  });

  test("a line whose indentation is a no-break space", async () => {
    const text = "root: ./\n\nredirects:\n\u00a0\u00a0old: new.md\n";
    expect(messages(text)).toEqual([
      "The field <U+00A0><U+00A0>old in .gitbook.yaml contains an invisible character: no-break space (U+00A0). Remove it.",
    ]);
  });

  test("a text that is not YAML, with the line", () => {
    const { faults } = readSettings("", "# a\u00a0comment\nroot: ./\nstructure:\u00a0{\n");
    expect(faults[0]?.message).toContain("Line 3 contains an invisible character: no-break space");
    expect(faults[0]?.line).toBe(3);
  });

  test("a value that is not a mapping, because the space after a colon is not one", () => {
    expect(messages("root:\u00a0./docs\n")[0]).toContain("no-break space (U+00A0)");
  });

  test("nothing for joiners in words and emoji, comments, and a byte order mark at the start", () => {
    expect(
      messages("\ufeff# a\u00a0b\nredirects:\n  می\u200cخواهم: a.md\n  👩\u200d🚀: b.md\n"),
    ).toEqual([]);
  });
});

describe("a file that is not found", () => {
  test.each<[string, string, CheckedFolder["files"], Partial<CheckedFolder>]>([
    ["nothing alike", "gone.md was not found.", {}, {}],
    [
      "another folder",
      "gone.md was not found; did you mean sub/gone.md?",
      { "sub/gone.md": "" },
      {},
    ],
    ["another case", "gone.md was not found; did you mean Gone.md?", { "Gone.md": "" }, {}],
    [
      "an invisible character",
      "gone.md was not found; did you mean go<U+200B>ne.md?",
      { "go\u200bne.md": "" },
      {},
    ],
    [
      "a symbolic link",
      "gone.md is a symbolic link, which an import skips.",
      {},
      { links: ["gone.md"] },
    ],
    [
      "a file that Git ignores",
      "gone.md is ignored by Git, so an import does not find it.",
      {},
      { ignored: ["gone.md"] },
    ],
  ])("%s, as a link and in the table of contents", async (_, message, files, more) => {
    const folder = withPage("[Gone](gone.md)");
    const linked = await check({ ...more, files: { ...folder.files, ...files } });
    expect(linked).toContainEqual({
      ...{ rule: "link-broken", path: "README.md", line: 3, message },
    });
    const listed = await check({
      ...more,
      files: { "README.md": "# Home\n", "SUMMARY.md": "* [Gone](gone.md)\n", ...files },
    });
    expect(listed).toContainEqual({
      ...{ rule: "page-missing", path: "SUMMARY.md", line: 1, message },
    });
  });

  test("a name in another Unicode normalization", async () => {
    const { files } = withPage("[Café](caf\u00e9.md)");
    const found = await check({ files: { ...files, "cafe\u0301.md": "# Café\n" } });
    expect(found).toContainEqual(
      expect.objectContaining({
        rule: "link-broken",
        message:
          "caf\u00e9.md was not found. A file exists whose name differs only in Unicode normalization.",
      }),
    );
  });

  test("a file below a linked folder", async () => {
    const found = await check({ ...withPage("![](shared/a.png)"), links: ["shared"] });
    expect(found.map(({ rule, path, message }) => [rule, path, message])).toEqual([
      ["symbolic-link", "shared", "The file is a symbolic link, which an import skips."],
      [
        "link-broken",
        "README.md",
        "shared/a.png is not imported, because shared is a symbolic link.",
      ],
    ]);
  });
});

test("symbolic links are findings if they are content or used, below a content root too", async () => {
  const files = {
    ".gitbook.yaml": "root: ./docs\n",
    "docs/README.md": "# Home\n\n![](a.png)\n",
    "docs/SUMMARY.md": "* [Home](README.md)\n",
  };
  const links = ["docs/a.png", "docs/b.md", "docs/unused.png", "scripts/run.sh"];
  const found = (await check({ files, links })).filter(({ rule }) => rule === "symbolic-link");
  expect(found.map(({ path }) => path).sort()).toEqual(["docs/a.png", "docs/b.md"]);
});

test("pointers of Git LFS are findings if a page uses them", async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 9\n`;
  const found = await check({
    files: {
      "README.md": "# Home\n\n![](a.png) ![](b.png)\n",
      "SUMMARY.md": "* [Home](README.md)\n* [Page](page.md)\n",
      "page.md": pointer,
      "a.png": pointer.replaceAll("\n", "\r\n"),
      "b.png": "a small image that is not a pointer of anything at all",
      "unused.png": pointer,
    },
  });
  expect(found.map(({ rule, path }) => [rule, path])).toEqual([
    ["lfs-pointer", "page.md"],
    ["lfs-pointer", "a.png"],
  ]);
});

test("a redirect from ./old is followed, and its target is checked", async () => {
  const folder = withPage("[Old](old.md)");
  const settings = (target: string) => ({
    files: { ...folder.files, ".gitbook.yaml": `redirects:\n  ./old: ${target}\n` },
  });
  expect(await check(settings("README.md"))).toEqual([]);
  expect((await check(settings("no.md"))).map(({ rule }) => rule)).toEqual([
    "link-broken",
    "redirect-broken",
  ]);
});

describe("tags that readers see as text", () => {
  test.each([
    '{% hint style="info" %} Text {% endhint %}',
    '{% hint style="info" %} Text',
    "Text {% endhint %}",
    "{ % hint % }",
    "{% hint }",
    "{% hint\nstyle=info %}",
    '- Item {% embed url="https://example.com/a%20b" %}',
    "| Table |\n| --- |\n| {% hint %} |",
    "<div>{% hint %}</div>",
    "    {% hint %}",
    '{% hint style = "info" %}\nText\n{% endhint %}',
    "{% hint style=info %}\nText\n{% endhint %}",
    "{% embed url = “https://example.com” %}",
  ])("%j", async (text) => {
    const found = await check(withPage(text));
    const [first] = found.filter(({ rule }) => rule === "tag-as-text");
    expect(first).toMatchObject({ path: "README.md" });
    expect(first?.line).toBeGreaterThanOrEqual(3);
  });

  test.each([
    "`{% hint %}` and `{% endhint %}`",
    "\\{% hint %}",
    "```\n{% hint %} Text {% endhint %}\n```",
    "~~~\n{% hint %}\n~~~",
    "<code>{% hint %}</code>",
    "<pre>{% hint %} Text</pre>",
    "<!-- {% hint %} Text -->",
    "Text {% for page in pages %} of another language",
    "{% hint %}\nText\n{% endhint %}",
    "{%hint style='info'%}\nText\n{%endhint%}",
    '{% if visitor.claims.beta && page.title == "a" %}\nText\n{% endif %}',
    '{% include "./part.md" %}',
    "100 {%} of 50",
  ])("not %j", async (text) => {
    const found = await check(withPage(text));
    expect(found.filter(({ rule }) => rule === "tag-as-text")).toEqual([]);
  });
});

describe("conditions and expressions that are invalid", () => {
  const condition = (text: string) => `{% if ${text} %}\nText\n{% endif %}`;
  const expression = (text: string) => `Text <code class="expression">${text}</code> more`;
  const messages = async (text: string) =>
    (await check(withPage(text)))
      .filter(({ rule }) => rule === "expression-invalid")
      .map(({ path, line, message }) => `${path}:${line} ${message}`);

  test.each([
    [
      condition("visitor.claims.beta ~"),
      'README.md:3 The condition "visitor.claims.beta ~" is invalid: unexpected token at character 21.',
    ],
    [
      condition("(page.title"),
      'README.md:3 The condition "(page.title" is invalid: unexpected token at character 12.',
    ],
    [
      condition("visitor.claim.beta"),
      'README.md:3 The condition "visitor.claim.beta" is invalid: visitor.claim does not exist (visitor has claims).',
    ],
    [
      condition("beta"),
      'README.md:3 The condition "beta" is invalid: only values below page, space, visitor can be read at character 1.',
    ],
    [condition(""), "README.md:3 {% if %} has no condition, so all visitors see its text."],
    [
      expression("visitor.claims."),
      'README.md:3 The expression "visitor.claims." is invalid: unexpected token at character 16.',
    ],
    [
      expression("space.vars"),
      'README.md:3 The expression "space.vars" is invalid: space.vars must be followed by a name, such as space.vars.version.',
    ],
    [
      `| A |\n| --- |\n| **${expression("page.titel")}** |`,
      'README.md:5 The expression "page.titel" is invalid: page.titel does not exist (page has title, description, slug, path, vars).',
    ],
    [
      `Text\n\n* Item\n\n  ${condition("a").replaceAll("\n", "\n  ")}`,
      'README.md:7 The condition "a" is invalid: only values below page, space, visitor can be read at character 1.',
    ],
    [
      `<details>\n<summary>More</summary>\n\n${condition("a(")}\n\n</details>`,
      'README.md:6 The condition "a(" is invalid: unexpected token at character 3.',
    ],
    [
      condition(`page.title == "${"a".repeat(1100)}"`),
      `README.md:3 The condition "page.title == \\"${"a".repeat(45)}…" is invalid: an expression has at most 1024 characters at character 1025.`,
    ],
  ])("%j", async (text, message) => {
    expect(await messages(text)).toEqual([message]);
  });

  test("each occurrence has its line", async () => {
    const text = [condition("a"), expression("b"), condition("a"), expression("b")].join("\n\n");
    const found = await messages(text);
    expect(found.map((one) => one.split(" ", 4).join(" "))).toEqual([
      'README.md:3 The condition "a"',
      'README.md:7 The expression "b"',
      'README.md:9 The condition "a"',
      'README.md:13 The expression "b"',
    ]);
  });

  slowTest("the expressions after the limit of a page are found", async () => {
    const texts = Array.from({ length: 40 }, (_, at) =>
      condition(`page.title == "${String(at).padStart(900, "a")}"`),
    );
    const found = await messages(texts.join("\n\n"));
    // Each condition has 917 characters.
    expect(found).toHaveLength(40 - Math.floor((32 * 1024) / 917));
    expect(found[0]).toContain("at most 32768 characters in total");
    expect(await messages(Array(40).fill(texts[0]).join("\n\n"))).toEqual([]);
  });

  test.each([
    condition('visitor.claims.beta && page.title == "a" || !space.vars.old'),
    condition('visitor.claims.unsigned.plan.includes("pro")'),
    expression("space.vars.version"),
    expression("page.vars.version ?? space.language"),
    `\`{% if a ~ %}\` and <code>a ~</code>`,
    "```\n{% if a ~ %}\nText\n{% endif %}\n```",
    "{{ visitor.claims. }}",
  ])("not %j", async (text) => {
    expect(await messages(text)).toEqual([]);
  });
});

test("a table row with more cells than columns is a finding on its line", async () => {
  const found = await check(
    withPage("| A | B |\n| --- | --- |\n| one | `x|y` |\n| two | `x\\|y` |\n| three |"),
  );
  expect(found).toEqual([
    {
      rule: "table-cells",
      path: "README.md",
      line: 5,
      message:
        "The row has 3 cells, and the table has 2 columns, so readers do not see the last cells. Write a pipe in a cell as \\|.",
    },
  ]);
});

describe("review dates", () => {
  const page = (front: string): CheckedFolder => ({
    files: { "README.md": `---\n${front}\n---\n\n# Home\n`, "SUMMARY.md": "* [Home](README.md)\n" },
  });

  test.each([
    [
      "reviewBy: 2026-11-27\nowner: ada@example.com",
      "The review by ada@example.com was due on 2026-11-27.",
    ],
    ["reviewBy: 2026-11-26", "The review was due on 2026-11-26."],
    ['reviewBy: "2020-02-29"\nowner: 7', "The review was due on 2020-02-29."],
    ["reviewBy: soon", 'reviewBy must be a date such as 2026-12-31, not "soon".'],
    ["reviewBy: 2026-13-01", 'reviewBy must be a date such as 2026-12-31, not "2026-13-01".'],
    ['reviewBy: "2027-02-30"', 'reviewBy must be a date such as 2026-12-31, not "2027-02-30".'],
    [
      "reviewBy: [2026-01-01, 2027-01-01]",
      'reviewBy must be a date such as 2026-12-31, not "2026-01-01,2027-01-01".',
    ],
  ])("%j is a finding", async (front, message) => {
    expect(await check(page(front))).toEqual([
      { rule: "review-due", path: "README.md", line: undefined, message },
    ]);
  });

  test.each(["reviewBy: 2026-11-28", "owner: ada@example.com", "reviewBy:"])(
    "%j is no finding",
    async (front) => {
      expect(await check(page(front))).toEqual([]);
    },
  );
});

test.each([
  ["cover: ./gone.png", ["./gone.png"]],
  ["cover: ./light.png\ncoverDark: ./gone.png", ["./gone.png"]],
  ["cover: ./gone.png\ncoverDark: ./lost.png", ["./gone.png", "./lost.png"]],
  ["cover: ./light.png\ncoverDark: ./dark.png", []],
  ["cover: https://example.com/a.png\ncoverDark: https://example.com/b.png", []],
  ["cover: 7\ncoverDark: ./gone.png", []],
])("missing images of the front matter %j are broken links", async (head, targets) => {
  const faults = await check({
    files: {
      "README.md": `---\n${head}\n---\n\n# Home\n`,
      "SUMMARY.md": "* [Home](README.md)\n",
      "light.png": "",
      "dark.png": "",
    },
  });
  const broken = faults.filter(({ rule }) => rule === "link-broken");
  expect(broken.map(({ message }) => message.split(" ")[0])).toEqual(targets);
});

describe.each(["else", "elif visitor.claims.b", "elseif visitor.claims.b", "elsif"])(
  "{%% %s %%} is reported as text that readers see",
  (tag) => {
    test.each([
      ["on a line of its own", `x\n{% ${tag} %}\ny`, 5],
      ["between empty lines", `\n{% ${tag} %}\n`, 5],
      ["within a line", `x {% ${tag} %} y`, 4],
    ])("%s", async (_, text, line) => {
      const faults = await check(withPage(`{% if visitor.claims.a %}\n${text}\n{% endif %}`));
      expect(faults).toEqual([
        {
          ...{ rule: "block-unknown", path: "README.md", line },
          message: `{% ${tag.split(" ")[0]} %} is not a block: readers see it as text, below the same condition. Write another {% if %} with the opposite condition.`,
        },
      ]);
    });
  },
);
