/** The manual pages of the current commands, in a format that man reads without warnings. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  buildManual,
  writeLines,
  writeParagraph,
  writeSection,
  writeTerms,
} from "../../../../src/app/help/manual/manual.ts";
import { tree } from "../../../../src/commands/tree.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const hasGroff = spawnSync("groff", ["--version"]).status === 0;
const hasMan = spawnSync("man", ["--version"]).status === 0;

const groffWords = ["-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=78n"];

/** The rendering of a page on a terminal, and its warnings. */
function render(page: string): { readonly text: string; readonly faults: string } {
  const { stdout, stderr } = spawnSync("groff", groffWords, { input: page, encoding: "utf8" });
  return { text: stdout, faults: stderr };
}

test("the manual pages are in the package", () => {
  const { files } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(files).toContain("dist");
});

test("every command has a manual page that names all its arguments and flags", async () => {
  const pages = new Map(await buildManual());
  for (const [word, { load }] of Object.entries(tree)) {
    const page = pages.get(`tome-${word}.1`) ?? "";
    const command = await load();
    const verbs = command.kind === "noun" ? Object.keys(command.verbs) : [];
    for (const verb of verbs) expect(page).toContain(`tome ${word} ${verb}`.replaceAll("-", "\\-"));
    expect(pages.get("tome.1")).toContain(`tome\\-${word.replaceAll("-", "\\-")}`);
  }
});

/** Runs a program once with the files of all pages. */
async function runWithPages(program: string, words: readonly string[]) {
  const cwd = temporaryFolder();
  const pages = await buildManual();
  for (const [file, text] of pages) writeFileSync(join(cwd, file), text);
  const files = pages.map(([file]) => file);
  return { files, ...spawnSync(program, [...words, ...files], { cwd, encoding: "utf8" }) };
}

test.skipIf(!hasGroff)("groff reports no warnings for any page", async () => {
  const { stdout, stderr } = await runWithPages("groff", groffWords);
  expect(stderr).toBe("");
  expect(stdout).toContain("tome-tree");
});

test.skipIf(!hasMan || !hasGroff)("man finds the subject of each page", async () => {
  const { files, stdout, stderr } = await runWithPages("lexgrog", ["-m"]);
  expect(stderr).toBe("");
  const found = stdout.trimEnd().split("\n");
  expect(found).toEqual(
    files.map((file) => expect.stringMatching(new RegExp(`^${file}: "tome.* - \\S`))),
  );
});

test.skipIf(!hasGroff)("roff control characters are printed literally", () => {
  const hostile = [
    ".so /etc/passwd",
    "'so /etc/passwd",
    "\\X'device: x' \\fBbold\\fR \\n[x] \\*(x",
    "a ' b \" c ` d ^ e ~ f - g --flag",
    "👍 é …",
    ".",
    "\\",
  ];
  const page = [
    '.TH T 1 "" "" ""',
    writeSection("Odd", writeLines(hostile), writeTerms([["--a", ".b 'c \\d"]])),
  ];
  const { text, faults } = render(`${page.join("\n")}\n${writeParagraph("'--x' .y")}\n`);
  expect(faults).toBe("");
  for (const line of hostile) expect(text).toContain(line);
  expect(text).toContain(".b 'c \\d");
  expect(text).toContain("'--x' .y");
});
