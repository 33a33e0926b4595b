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
import { slowTest } from "../../../support/generators/amount.ts";
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

slowTest("every command has a manual page that names all its arguments and flags", async () => {
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

slowTest.skipIf(!hasGroff)("groff reports no warnings for any page", async () => {
  const { stdout, stderr } = await runWithPages("groff", groffWords);
  expect(stderr).toBe("");
  expect(stdout).toContain("tome-tree");
});

slowTest.skipIf(!hasMan || !hasGroff)("man finds the subject of each page", async () => {
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

slowTest("the pages of a command and of a noun are complete", async () => {
  const pages = new Map(await buildManual());
  expect(pages.get("tome-completion.1")).toBe(
    '.\\" Made from the commands of tome.\n.TH TOME\\-COMPLETION 1 "" "tome" "tome manual"\n.SH NAME\ntome\\-completion \\- Print or install shell completion\n.SH SYNOPSIS\n\\fBtome completion \\fR\\fI<shell>\\fR\\fB [\\fR\\fI<flags>\\fR\\fB]\\fR\n.SH DESCRIPTION\n.PP\nPrint or install shell completion.\n.TP\n\\fI<shell>\\fR\nShell (bash, zsh, fish, powershell)\n.TP\n\\fB\\-\\-install\\fR\nInstall the script for the current user\n.PP\n.RS 4\n.nf\n$ tome completion bash > \\(ti/.local/share/bash\\-completion/completions/tome\n$ tome completion zsh \\-\\-install\n.fi\n.RE\n.PP\ntome(1) describes the global flags, environment, files and exit status.\n.SH SEE ALSO\n.BR tome (1)\n',
  );
  expect(pages.get("tome-revision.1")?.split("\n").slice(0, 50).join("\n")).toBe(
    '.\\" Made from the commands of tome.\n.TH TOME\\-REVISION 1 "" "tome" "tome manual"\n.SH NAME\ntome\\-revision \\- Earlier revisions of a space\n.SH SYNOPSIS\n\\fBtome revision \\fR\\fI<verb>\\fR\\fB [\\fR\\fI<arguments>\\fR\\fB] [\\fR\\fI<flags>\\fR\\fB]\\fR\n.SH DESCRIPTION\n.PP\nShow earlier revisions of a space. Alias: tome revisions.\n.PP\ntome(1) describes the global flags, environment, files and exit status.\n.SH COMMANDS\n.SS tome revision list\n\\fBtome revision list [\\fR\\fI<flags>\\fR\\fB]\\fR\n.PP\nList the revisions of a space or page.\n.TP\n\\fB\\-\\-space \\fR\\fI<space>\\fR\nTitle, id or URL of the space (default: TOME_SPACE or the space setting)\n.TP\n\\fB\\-\\-page \\fR\\fI<page>\\fR\nOnly revisions that changed this page, by path, title or id; deleted pages too\n.TP\n\\fB\\-\\-depth \\fR\\fI<n>\\fR\nNumber of revisions to examine (default 50)\n.PP\nShared flags: \\-\\-limit, \\-\\-all, \\-\\-fail\\-truncated, \\-\\-filter, \\-\\-sort, \\-\\-columns, \\-\\-header.\n.PP\n.RS 4\n.nf\n$ tome revision list \\-\\-space Handbook\n$ tome revision list \\-\\-space Handbook \\-\\-page guides/start\n.fi\n.RE\n.SS tome revision get\n\\fBtome revision get \\fR\\fI<revision>\\fR\\fB [\\fR\\fI<flags>\\fR\\fB]\\fR\n.PP\nShow the content of a space in a revision.\n.TP\n\\fI<revision>\\fR\nlatest, latest\\(ti1 (the previous one), id or URL of the revision\n.TP\n\\fB\\-\\-space \\fR\\fI<space>\\fR\nTitle, id or URL of the space (default: TOME_SPACE or the space setting)\n.TP\n\\fB\\-\\-[no\\-]metadata\\fR\nInclude the Git location of each item (default true)\n.TP\n\\fB\\-\\-[no\\-]computed\\fR\nGenerate the content of computed sources (default true)',
  );
  expect(pages.get("tome-translation.1")).toContain("tome translation glossary");
  const program = pages.get("tome.1") ?? "";
  expect(program.match(/^\.S[HS] .*$/gm)).toEqual([
    ".SH NAME",
    ".SH SYNOPSIS",
    ".SH DESCRIPTION",
    ".SH WORKSPACE COMMANDS",
    ".SH ADDITIONAL COMMANDS",
    ".SH FLAGS",
    ".SS All commands",
    ".SS Lists",
    ".SS Commands that send a request body",
    ".SS Bulk commands",
    ".SS Commands that send requests",
    ".SS Commands that ask for confirmation",
    ".SS Commands that write",
    ".SS Commands that get one resource",
    ".SS Commands that report findings",
    ".SH BULK",
    ".SH FORMATTING",
    ".SH NAMES",
    ".SH LOCAL",
    ".SH ENVIRONMENT",
    ".SH FILES",
    ".SH EXIT STATUS",
    ".SH EXAMPLES",
    ".SH SEE ALSO",
  ]);
  const sections = new Map(
    program.split(/^\.SH /m).map((part) => [part.split("\n", 1)[0], part.split("\n").slice(1)]),
  );
  expect(sections.get("NAME")).toEqual(["tome \\- manage documentation workspaces", ""]);
  expect(sections.get("SYNOPSIS")).toEqual([
    "\\fBtome \\fR\\fI<noun>\\fR\\fB \\fR\\fI<verb>\\fR\\fB [\\fR\\fI<arguments>\\fR\\fB] [\\fR\\fI<flags>\\fR\\fB]\\fR",
    "",
  ]);
  expect(sections.get("WORKSPACE COMMANDS")?.slice(0, 6)).toEqual([
    ".TP",
    "\\fBtome\\-status(1)\\fR",
    "Show items that need your attention.",
    ".TP",
    "\\fBtome\\-tree(1)\\fR",
    "Show collections and spaces as a tree.",
  ]);
  expect(sections.get("ADDITIONAL COMMANDS")?.slice(0, 6)).toEqual([
    ".TP",
    "\\fBtome\\-whoami(1)\\fR",
    "Show the authenticated user.",
    ".TP",
    "\\fBtome\\-user(1)\\fR",
    "Your own name, picture and invitations.",
  ]);
  expect(sections.get("ENVIRONMENT")?.slice(0, 8)).toEqual([
    ".PP",
    "The value of a setting comes from the first source that sets it: flag, environment variable, .tome.json in the current folder or a parent, profile, built-in default.",
    ".TP",
    "\\fBTOME_ORG, GITBOOK_ORGANIZATION\\fR",
    "Default organization (setting org).",
    ".TP",
    "\\fBTOME_SPACE\\fR",
    "Default space (setting space).",
  ]);
  expect(sections.get("ENVIRONMENT")?.slice(-4)).toEqual([
    ".TP",
    "\\fBNO_COLOR, CLICOLOR, FORCE_COLOR, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, XDG_*\\fR",
    "Standard variables, with their usual meaning.",
    "",
  ]);
  expect(sections.get("EXIT STATUS")?.slice(0, 6)).toEqual([
    ".TP",
    "\\fB0\\fR",
    "Success. In JSON: done.",
    ".TP",
    "\\fB1\\fR",
    "Any error without an exit code of its own. In JSON: failed.",
  ]);
  expect(sections.get("EXAMPLES")).toEqual([
    ".PP",
    ".RS 4",
    ".nf",
    "$ tome auth login",
    "$ tome auth switch local",
    "$ tome local seed",
    "$ tome space list",
    ".fi",
    ".RE",
    "",
  ]);
  expect(sections.get("SEE ALSO")?.slice(0, 2)).toEqual([
    ".BR tome\\-status (1) ,",
    ".BR tome\\-tree (1) ,",
  ]);
  expect(sections.get("FORMATTING")?.slice(0, 12)).toEqual([
    ".PP",
    "Output formats, fields and jq filters.",
    ".PP",
    "On a terminal, a list is a table that fits the screen, or one card per row if it is too narrow; a single resource is a record. Titles come first, ids are never shortened, and empty columns are hidden. Red means failed, yellow waiting or locked, green healthy. A write prints one sentence and the most important fields; \\-\\-verbose prints all fields.",
    ".PP",
    "In a pipe, output is tab-separated values without a header or color. Values are not shortened, and times are in RFC 3339.",
    ".TP",
    "\\fB\\-\\-columns id,title\\fR",
    "columns to print, in this order; also for csv and tsv",
    ".TP",
    "\\fB\\-\\-filter \\(aqtitle=Rel*\\(aq\\fR",
    "rows with this value in a column; * matches any text, != negates, case is ignored; can be repeated",
  ]);
});

test("lines of text are literal, and paragraphs are one line", () => {
  expect(writeTerms([[" --a <b-c> ", "Use  --x, a-b\nand 'q'."]])).toBe(
    ".TP\n\\fB\\-\\-a \\fR\\fI<b\\-c>\\fR\nUse \\-\\-x, a-b and \\(aqq\\(aq.",
  );
  expect(writeParagraph(".dots (--flag) é\u{1F44D}")).toBe(
    ".PP\n\\&.dots (\\-\\-flag) \\[u0065_0301]\\[u1F44D]",
  );
  expect(writeLines(["a-b", ".c"])).toBe(".PP\n.RS 4\n.nf\na\\-b\n\\&.c\n.fi\n.RE");
});
