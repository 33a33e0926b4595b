/** Changes of a change request, on a terminal and as a patch for Git. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { openServedTome } from "../support/commands/served-tome.ts";
import { openTome, type Ran } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

async function start() {
  const tome = await openServedTome();
  const run = (line: string, stdin = "", screen = false): Promise<Ran> =>
    tome(line, { stdin, ...(screen && { screen: true }) });
  const ok = async (line: string, stdin?: string) => {
    const { code, stdout, stderr } = await run(line, stdin);
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout;
  };
  const look = async (line: string) => (await run(`${line} --no-color`, "", true)).stdout;
  const space = (await ok("space create --title Guide --format id")).trim();
  await ok(`config set space ${space}`);
  const create = async () =>
    (await ok("cr create --subject Words --json number --jq .number")).trim();
  return { run, ok, look, create, space };
}

type Tome = Awaited<ReturnType<typeof start>>;

/** Adds pages to the space; a path with a slash is below the preceding page. */
async function addPages({ ok, create }: Tome, pages: Readonly<Record<string, string>>) {
  const number = await create();
  const ids: Record<string, string> = {};
  const learn = async () => {
    const changes = JSON.parse(await ok(`cr changes ${number} --limit 1000 --json`));
    for (const { page } of changes) ids[page.title] = page.id;
  };
  for (const [path, text] of Object.entries(pages)) {
    const [slug = "", parent] = path.split("/").reverse();
    if (parent !== undefined && ids[parent] === undefined) await learn();
    const into = parent === undefined ? "" : ` --into ${ids[parent]}`;
    await ok(`cr edit ${number} --new --title ${slug} --slug ${slug}${into} --file -`, text);
  }
  await learn();
  await ok(`cr merge ${number}`);
  return ids;
}

/** Every page of the space as a file. */
async function writeFiles({ ok }: Tome, folder: string) {
  interface Page {
    readonly path: string;
    readonly pages: readonly Page[];
  }
  const { pages }: { pages: readonly Page[] } = JSON.parse(await ok("page list --json"));
  const left = [...pages];
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    const file = join(folder, `${page.path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await ok(`page get --path ${page.path} --format markdown`));
    left.push(...page.pages);
  }
}

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [relative(folder, file), readFileSync(file, "utf8")]),
  );
}

const long = Array.from({ length: 30 }, (_, at) => `Line ${at} of a long page.`).join("\n\n");

slowTest(
  "a patch has added, removed, moved and edited pages, and Git and patch apply it",
  async () => {
    const tome = await start();
    const { ok, run, create } = tome;
    const ids = await addPages(tome, {
      start: "Old words here.\n\nAnd more.",
      long,
      guide: "The guide.",
      "guide/install": "How to install.",
      "guide/upgrade": "How to upgrade.",
      gone: "Soon gone.",
      quoted: 'Two "words".',
    });
    const before = temporaryFolder();
    await writeFiles(tome, before);
    const number = await create();
    await ok(`cr edit ${number} --page ${ids.start} --file -`, "New words here.\n\nAnd more.");
    await ok(`cr edit ${number} --page ${ids.long} --file -`, long.replace("Line 3 ", "Row 3 "));
    await ok(`cr edit ${number} --page ${ids.guide} --slug handbook`);
    await ok(`cr edit ${number} --page ${ids.upgrade} --into ${ids.start}`);
    await ok(`cr edit ${number} --page ${ids.gone} --delete`);
    await ok(`cr edit ${number} --new --title "Neue Seite" --slug neue --file -`, "Ganz neu: ß.");
    const piped = await run(`cr diff ${number}`);
    const patch = await ok(`cr diff ${number} --format patch`);
    expect(piped).toMatchObject({ code: 0, stdout: patch });
    expect(patch).toContain("-Old words here.\n+New words here.\n");
    expect(patch).toContain("rename from guide/install.md\nrename to handbook/install.md\n");
    const file = join(temporaryFolder(), "changes.patch");
    writeFileSync(file, patch);
    const patched = temporaryFolder();
    await writeFiles(tome, patched);
    await ok(`cr merge ${number}`);
    const after = temporaryFolder();
    await writeFiles(tome, after);
    const git = spawnSync("git", ["apply", "--check", file], { cwd: before, encoding: "utf8" });
    expect([git.status, git.stderr]).toEqual([0, ""]);
    expect(spawnSync("git", ["apply", file], { cwd: before }).status).toBe(0);
    expect(filesIn(before)).toEqual(filesIn(after));
    // The output is the same after the merge.
    expect(await ok(`cr diff ${number}`)).toBe(patch);
    if (spawnSync("patch", ["--version"]).status !== 0) return;
    const other = spawnSync("patch", ["-p1", "-i", file], { cwd: patched, encoding: "utf8" });
    expect([other.status, other.stderr]).toEqual([0, ""]);
    expect(filesIn(patched)).toEqual(filesIn(after));
  },
);

slowTest("a terminal shows the changed words of each page and all other changes", async () => {
  const tome = await start();
  const { ok, look, create } = tome;
  const ids = await addPages(tome, { start: "The old words of this text.", other: "Other." });
  const number = await create();
  await ok(`cr edit ${number} --page ${ids.start} --file -`, "The new words of this text.");
  await ok(`cr edit ${number} --page ${ids.other} --title Another`);
  await ok(`cr edit ${number} --new --title Added --file -`, "One.\n\nTwo.");
  const shown = await look(`cr diff ${number}`);
  expect(shown).toContain("Words  #2, draft\nChanged: 3 pages.\n");
  expect(shown).toContain("\nstart  edited  +1  -1\n~ The [-old-]{+new+} words of this text.\n");
  expect(shown).toContain('\nother  edited\n  title: "other" → "Another"\n');
  expect(shown).toContain("\nadded  added  +3\n+ One.\n+\n+ Two.\n");
  const brief = await look(`cr diff ${number} --stat`);
  expect(brief).toContain("\nstart  edited  +1  -1\nother  edited\n");
  expect(brief).not.toContain("words of this text");
  const rows = await ok(`cr diff ${number} --stat`);
  expect(rows.split("\n").map((row) => row.split("\t").slice(0, 5))).toEqual([
    ["1", "1", "edited", "page", "start"],
    ["0", "0", "edited", "page", "other"],
    ["3", "0", "added", "page", "added"],
    [""],
  ]);
});

slowTest(
  "one page can be selected, and an unchanged page is an error that lists the changed ones",
  async () => {
    const tome = await start();
    const { ok, run, create } = tome;
    const ids = await addPages(tome, { start: "Old.", other: "Other." });
    const number = await create();
    for (const name of ["start", "other"]) {
      await ok(`cr edit ${number} --page ${ids[name]} --file -`, `New ${name}.`);
    }
    for (const word of [ids.other, "other", "/other/"]) {
      const patch = await ok(`cr diff ${number} --page ${word}`);
      expect(patch).toContain("+New other.");
      expect(patch).not.toContain("start");
    }
    const none = await run(`cr diff ${number} --page nothing`);
    expect([none.code, none.stdout]).toEqual([5, ""]);
    expect(none.stderr).toContain('does not change the page "nothing". It changes start, other.');
  },
);

slowTest("JSON has every page with its patch, and --fail exits with 10", async () => {
  const tome = await start();
  const { ok, run, create } = tome;
  const ids = await addPages(tome, { start: "Old.", guide: "Guide." });
  const number = await create();
  const nothing = await run(`cr diff ${number} --fail`);
  expect(nothing).toMatchObject({ code: 0, stdout: "" });
  await ok(`cr edit ${number} --page ${ids.start} --into ${ids.guide}`);
  await ok(`cr edit ${number} --page ${ids.start} --file -`, "New.");
  const failed = await run(`cr diff ${number} --fail --json`);
  expect(failed.code).toBe(10);
  expect(failed.stderr).toContain("The change request changes 1 page.");
  expect(JSON.parse(failed.stdout)).toMatchObject({
    changeRequest: { number: 2, status: "draft" },
    pages: [
      {
        id: ids.start,
        path: "guide/start",
        previousPath: "start",
        changes: ["moved", "edited"],
        added: 1,
        removed: 1,
        patch: expect.stringContaining("rename to guide/start.md"),
      },
    ],
    conflicts: [],
    more: 0,
  });
});

slowTest("a page that the space changed too is shown as a conflict", async () => {
  const tome = await start();
  const { ok, look, create } = tome;
  const ids = await addPages(tome, { start: "Old." });
  const [one, two] = [await create(), await create()];
  await ok(`cr edit ${one} --page ${ids.start} --file -`, "One.");
  await ok(`cr edit ${two} --page ${ids.start} --file -`, "Two.");
  await ok(`cr merge ${one}`);
  expect(await look(`cr diff ${two}`)).toContain(
    `\nconflict: the page "start" at start (${ids.start}) was edited on both sides\n`,
  );
  expect(await look(`cr diff ${one}`)).not.toContain("conflict");
});

slowTest("a rewritten page is shown by lines, up to a limit", async () => {
  const tome = await start();
  const { ok, look, create } = tome;
  // Each line is removed and added, which exceeds 2000 changes.
  const text = (word: string) =>
    Array.from({ length: 1100 }, (_, at) => `${word} ${at}`).join("\n\n");
  const ids = await addPages(tome, { start: text("Old") });
  const number = await create();
  await ok(`cr edit ${number} --page ${ids.start} --file -`, text("New"));
  const shown = await look(`cr diff ${number}`);
  expect(shown).toContain("- Old 1099\n");
  expect(shown).toContain("+ New 1099\n");
});

test("changes that the platform omits are counted, and exit with 9", async () => {
  const changeRequest = { id: "C1", number: 3, subject: "Many", status: "open", revision: "R2" };
  const page = { id: "P1", type: "group", title: "Group", path: "group" };
  const changes = { changes: [{ type: "page_created", page }], more: 200 };
  const server = await serve(({ url }, response) =>
    answerJson(response, 200, url.includes("/changes?") ? changes : changeRequest),
  );
  const env = {
    TOME_BASE_URL: server.url,
    TOME_TOKEN: "token",
    TOME_SPACE: "S1000000000000000000",
  };
  const run = (line: string) => openTome()(`cr diff 3 ${line}`, { env, screen: true });
  const shown = await run("--no-color");
  expect(shown.code).toBe(9);
  expect(shown.stdout).toContain("Changed: 1 page and 200 further changes.");
  expect(shown.stderr).toContain("The platform omitted 200 changes");
  const unknown = await run("--page start");
  expect([unknown.code, unknown.stdout]).toEqual([5, ""]);
  expect(unknown.stderr).toContain("It changes group, 200 more.");
});

slowTest(
  "a replaced word in a table changes one line of the view, and the patch stays applicable",
  async () => {
    const tome = await start();
    const { ok, look, create } = tome;
    const fence = "```";
    const table = "| Name | Role |\n| --- | --- |\n| alpha | reader |\n| b \\| c | admin |";
    await addPages(tome, { list: `${table}\n\n${fence}\n|  x  | y |\n${fence}\n` });
    const number = await create();
    await ok(`cr replace ${number} alpha --with alphabetical`);
    const view = await look(`cr diff ${number}`);
    expect(view).toContain("list  edited  +1  -1");
    expect(view).toContain("  | b \\| c | admin |\n");
    expect(view).toMatch(/\| (?:\[-alpha-\]\{\+alphabetical\+\}|.*alphabetical.*) \| reader \|/);
    const patch = await ok(`cr diff ${number}`);
    expect(patch).toContain("-| alpha  | reader |");
    expect(patch).toContain("+| alphabetical | reader |");
  },
);
