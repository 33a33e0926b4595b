import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openServedTome } from "../support/commands/served-tome.ts";
import { openTome, type Ran, type Tome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { readPdf } from "../support/machine/pdf.ts";

async function start() {
  return createSpace(await openServedTome());
}

/** Each command opens the local platform. */
function startLocal() {
  const tome = openTome();
  return createSpace((line, ask) => tome(`${line} --local`, ask));
}

async function createSpace(tome: Tome) {
  const run = (line: string, stdin?: string): Promise<Ran> =>
    tome(line, stdin === undefined ? {} : { stdin });
  const ok = async (line: string, stdin?: string) => {
    const { code, stdout, stderr } = await run(line, stdin);
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout.trim();
  };
  const json = async (line: string, stdin?: string) =>
    JSON.parse(await ok(`${line} --json`, stdin));
  const space = await ok("space create --title Guide --format id");
  await ok(`config set space ${space}`);
  return { run, ok, json, space };
}

/** A page in the space, merged. @returns its id */
async function page({ ok, json }: Awaited<ReturnType<typeof start>>, title: string, text: string) {
  const number = (await json("cr create --subject Pages")).number;
  await ok(`cr edit ${number} --new --title "${title}" --file -`, text);
  const [change] = await json(`cr changes ${number}`);
  await ok(`cr merge ${number}`);
  return change.page.id as string;
}

slowTest("a change request is created, edited, reviewed, merged and listed", async () => {
  const tome = await start();
  const { run, ok, json } = tome;
  const start_ = await page(tome, "Start", "Old words");
  const made = await run('cr create --subject "Better words"');
  expect(made.stderr).toMatch(/^Created the draft change request 2 "Better words" \(\w+\)\.\n$/);
  await ok(`cr edit 2 --page ${start_} --file -`, "New *words*");
  await ok('cr update 2 --status open --description "Why **this** is better."');
  expect(await json("cr get 2")).toMatchObject({
    status: "open",
    description: { object: "document" },
  });
  expect(await json("cr list")).toMatchObject([{ number: 2 }]);
  expect(await json("cr list --status merged")).toMatchObject([{ number: 1 }]);
  expect(await json("cr list --org-wide")).toHaveLength(1);
  const reviewed = await run('cr review 2 --approve --body "Good."');
  expect(reviewed.stderr).toBe("Reviewed the change request: approved.\n");
  const [review] = await json("cr reviews 2");
  expect(review).toMatchObject({ status: "approved", comment: { body: { markdown: "Good." } } });
  expect(await json(`cr reviews 2 ${review.id}`)).toMatchObject({ id: review.id });
  const merged = await run("cr merge 2");
  expect(merged).toMatchObject({ code: 0, stderr: "Merged the change request 2.\n" });
  const again = await run("cr merge 2");
  expect(again.code).toBe(6);
  expect(again.stderr).toContain("is already merged. Create a new change request.");
});

slowTest("a conflict names the page, and the hints resolve it", async () => {
  const tome = await startLocal();
  const { run, ok, space } = tome;
  const id = await page(tome, "Start", "Old words");
  for (const number of [2, 3]) {
    await ok(`cr create --subject Words`);
    await ok(`cr edit ${number} --page ${id} --file -`, `Words of ${number}`);
  }
  await ok("cr merge 2");
  const refused = await run("cr merge 3");
  expect(refused).toMatchObject({ code: 6, stdout: "" });
  expect(refused.stderr).toContain(`the page "Start" at start (${id}) was edited on both sides`);
  expect(refused.stderr).toContain("No changes were made.");
  const pulled = await run("cr pull 3");
  expect(pulled.code).toBe(6);
  expect(pulled.stderr).toContain("hint: tome cr pull 3 --keep <space|cr> --local");
  const kept = await run("cr pull 3 --keep space");
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.stderr).toContain(
    `up to date with the space ${space}. Kept the version of the space: "Start".`,
  );
  await ok(`cr edit 3 --page ${id} --file -`, "Words of 2 and 3");
  expect((await run("cr merge 3")).code).toBe(0);
  const told = await run("cr merge 3 --json");
  expect(JSON.parse(told.stderr).error).toMatchObject({ code: "conflict", status: 409 });
});

slowTest(
  "either version of a conflict can be kept, also of a page deleted on one side",
  async () => {
    const tome = await start();
    const { run, ok, json } = tome;
    const start_ = await page(tome, "Start", "Old words");
    const end = await page(tome, "End", "Old end");
    for (const number of [3, 4, 5]) await ok(`cr create --subject ${number}`);
    await ok(`cr edit 3 --page ${start_} --file -`, "Theirs");
    await ok(`cr edit 3 --page ${end} --delete`);
    for (const number of [4, 5]) {
      await ok(`cr edit ${number} --page ${start_} --file -`, `Mine ${number}`);
      await ok(`cr edit ${number} --page ${end} --title Ending`);
    }
    await ok("cr merge 3");
    const described = await json("cr pull 4 --keep cr --dry-run");
    expect(described).toMatchObject({ method: "POST", body: { choices: [{ keep: "cr" }] } });
    const kept = await run("cr pull 4 --keep cr");
    expect(kept.stderr).toMatch(
      /Kept the version of the change request: "(?:Start|Ending)", "(?:Start|Ending)"\./,
    );
    expect(await ok(`cr page 4 ${start_} --format markdown`)).toContain("Mine 4");
    expect(await json(`cr page 4 ${end}`)).toMatchObject({ title: "Ending" });
    await ok("cr pull 5 --keep space");
    expect(await ok(`cr page 5 ${start_} --format markdown`)).toContain("Theirs");
    expect((await run(`cr page 5 ${end}`)).code).toBe(5);
    await ok("cr merge 4");
  },
);

slowTest("conflicts are resolved for each page and block, and the rest is merged", async () => {
  const tome = await start();
  const { run, ok, json } = tome;
  const text = (one: string, two: string) => `Install ${one} now.\n\nStop ${two} now.`;
  const start_ = await page(tome, "Start", text("a", "b"));
  const end = await page(tome, "End", "Old end");
  for (const number of [3, 4]) {
    await ok("cr create --subject Words");
    await ok(`cr edit ${number} --page ${start_} --file -`, text(`a${number}`, `b${number}`));
    await ok(`cr edit ${number} --page ${end} --file -`, `End ${number}`);
  }
  await ok("cr merge 3");
  const viewed = await json("cr view 4");
  const { blocks } = viewed.conflicts.find(({ id }: { id: string }) => id === start_);
  const [one, two] = blocks;
  expect(one).toMatchObject({ space: "Install a3 now.", changeRequest: "Install a4 now." });
  const refused = await run(`cr pull 4 --keep cr --page start`);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain(`the page "End" at end (${end})`);
  expect(refused.stderr).not.toContain(`the page "Start"`);
  expect((await run("cr pull 4 --keep cr --page other")).code).toBe(2);
  expect((await run("cr pull 4 --page start")).code).toBe(2);
  expect((await run("cr resolve 4")).code).toBe(2);
  const resolved = await run(
    `cr resolve 4 --keep-cr start#${one.id} --keep-space end --keep-space start#${two.id}`,
  );
  expect(resolved).toMatchObject({ code: 0 });
  expect(resolved.stderr).toContain(
    'The merge will replace this published content: "Install a3 now." in "Start".',
  );
  expect(resolved.stderr).toContain('"Stop b4 now." in "Start"; "End 4" in "End".');
  expect(await ok(`cr page 4 ${start_} --format markdown`)).toContain(text("a4", "b3"));
  expect(await ok(`cr page 4 ${end} --format markdown`)).toContain("End 3");
  await ok("cr merge 4");
});

slowTest("the PDF is saved to a file and never replaces an existing one", async () => {
  const tome = await start();
  const { run, ok } = tome;
  await page(tome, "Start", "Some **words**");
  const file = join(mkdtempSync(join(tmpdir(), "tome-pdf-")), "changes.pdf");
  const saved = await run(`cr pdf 1 --save ${file}`);
  expect(saved.code).toBe(0);
  expect(saved.stderr).toContain(`Saved ${file}`);
  const { pages } = await readPdf(readFileSync(file));
  expect(pages.join("\n")).toContain("Some words");
  writeFileSync(file, "mine");
  const refused = await run(`cr pdf 1 --save ${file}`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--force");
  expect(readFileSync(file, "utf8")).toBe("mine");
  await ok(`cr pdf 1 --save ${file} --force`);
  expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");
  expect(await ok("cr pdf 1 --json url")).toContain("/_download/");
  const missing = `${file}.none/x.pdf`;
  expect((await run(`cr pdf 1 --save ${missing}`)).code).toBe(2);
  expect(existsSync(missing)).toBe(false);
});

test("contradictory and empty edits are refused before a request is sent", async () => {
  const { run } = await start();
  for (const [flags, said] of [
    ["", "--page"],
    ["--page P1000000000000000000", "No change specified"],
    ["--page P1000000000000000000 --new", "--page"],
    [
      "--page P1000000000000000000 --delete --file -",
      "Specify either --file or --delete, not both",
    ],
    ["--new --revert-to R1000000000000000000", "Specify either --revert-to or --new"],
    ["--page P1000000000000000000 --input -", "Specify either --page or --input"],
  ] as const) {
    const refused = await run(`cr edit 1 ${flags}`, "text");
    expect(refused.code, flags).toBe(2);
    expect(refused.stderr).toContain(said);
  }
  const none = await run("cr review 1");
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("--approve");
  expect((await run("cr review 1 --approve --request-changes")).code).toBe(2);
});

slowTest("many changes come from a file, and a dry run shows them", async () => {
  const { run, ok, json } = await start();
  await ok("cr create");
  const changes = { changes: [{ operation: "insert_page", document: { markdown: "# New" } }] };
  const shown = await run("cr edit 1 --input - --dry-run", JSON.stringify(changes));
  expect(JSON.parse(shown.stdout)).toMatchObject({ method: "POST", body: changes });
  expect(await json("cr changes 1")).toEqual([]);
  await ok("cr edit 1 --input -", JSON.stringify(changes));
  expect(await json("cr changes 1")).toMatchObject([{ type: "page_created" }]);
  const bad = await run("cr edit 1 --input -", '{"changes":[{"operation":"paint"}]}');
  expect(bad.code).toBe(2);
  expect(JSON.parse((await run("cr merge 1 --dry-run")).stdout)).toMatchObject({ method: "POST" });
  expect((await json("cr get 1")).status).toBe("draft");
});

slowTest("omitted changes are counted, and their number can be limited", async () => {
  const { run, ok, json } = await start();
  await ok("cr create");
  const changes = Array.from({ length: 12 }, (_, at) => ({
    operation: "insert_page",
    document: { markdown: `# Page ${at}` },
  }));
  await ok("cr edit 1 --input -", JSON.stringify({ changes }));
  const shown = await run("cr changes 1");
  expect(shown.stdout.trim().split("\n")).toHaveLength(10);
  expect(shown.stderr).toContain("2 more. Use --limit");
  expect(await json("cr changes 1 --limit 12")).toHaveLength(12);
});

slowTest("reviewers are requested by their ids", async () => {
  const { run, ok, json } = await start();
  await ok("cr create");
  const {
    users: [id],
  } = await json("org invite users ada@example.com --role edit");
  const asked = await run(`cr request-review 1 --reviewer ${id}`);
  expect(asked).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Requested a review of change request \d+ from \S.*\.\n$/),
  });
  expect(await json("cr reviewers 1")).toMatchObject([{ user: { id } }]);
  expect(await json(`cr list --status draft --requested-reviewer ${id}`)).toHaveLength(1);
  expect((await run("cr request-review 1 --reviewer Nobody00000000000000")).code).toBe(1);
});

slowTest("merging a change request without changes asks on a terminal", async () => {
  const tome = openTome();
  const run = (line: string, answers?: string[]) =>
    tome(`${line} --local`, answers === undefined ? {} : { answers });
  const { stdout } = await run("space create --title Guide --format id");
  await run(`config set space ${stdout.trim()}`);
  for (const subject of ["One", "Two", "Three"]) await run(`cr create --subject ${subject}`);
  const declined = await run("cr merge One", ["n"]);
  expect([declined.code, declined.stderr]).toEqual([
    3,
    expect.stringContaining("The change request 1 contains no changes. Merge it?"),
  ]);
  expect((await run("cr get 1 --jq .status")).stdout).toBe("draft\n");
  const merged = await run("cr merge 1", ["y"]);
  expect([merged.code, merged.stderr]).toEqual([
    0,
    expect.stringContaining("It contained no changes."),
  ]);
  expect((await run("cr merge 2")).code).toBe(0);
  expect((await run("cr merge 3 --yes", [])).code).toBe(0);
});

slowTest(
  "a leading heading that repeats the title of the page is removed from an edit",
  async () => {
    const tome = await start();
    await page(tome, "Start", "Begin here.\n");
    const { number } = await tome.json("cr create --subject Edit");
    const edit = (flags: string, text: string) =>
      tome.run(`cr edit ${number} --page start --file - ${flags}`, text);
    const read = () => tome.ok(`cr page ${number} start --format markdown`);
    expect((await edit("", "# Start\n\nGo on.\n")).stderr).not.toContain("heading");
    expect(await read()).toBe("Go on.");
    expect((await edit("", "# Other\n\nGo on.\n")).stderr).toContain('the heading "Other"');
    expect(await read()).toBe("# Other\n\nGo on.");
    await edit("--title Renamed", "# Renamed #\n\nEnd.\n");
    expect(await read()).toBe("End.");
  },
);

slowTest(
  "scheduled change requests are listed, drafts too, and a list names its statuses",
  async () => {
    const { run, ok, json } = await start();
    await ok("cr create --subject Later");
    await ok("cr merge 1 --at 2999-01-01T00:00:00Z");
    expect(await json("cr list --scheduled")).toMatchObject([{ number: 1, status: "draft" }]);
    expect((await run("cr list")).stderr).toContain("Only open change requests are listed");
    expect((await run("cr list --scheduled")).stderr).not.toContain("only");
  },
);

slowTest("a scheduled merge names the schedule that it replaces", async () => {
  const { run, ok } = await start();
  await ok("cr create --subject Later");
  const first = await run("cr merge 1 --at 2999-01-01T00:00:00Z");
  expect(first.stderr).not.toContain("replaces");
  const second = await run("cr merge 1 --at 2999-01-02T00:00:00Z");
  expect(second.stderr).toContain(
    "It replaces the merge that was scheduled for 2999-01-01 00:00 UTC.",
  );
  const same = await run("cr merge 1 --at 2999-01-02T00:00:00Z");
  expect(same.stderr).not.toContain("replaces");
});

slowTest("a condition in the front matter of a page is reported as without effect", async () => {
  const { run, ok } = await start();
  await ok("cr create --subject Pages");
  const text = "---\nif: visitor.claims.plan\n---\n\nFor customers.";
  const { stderr } = await run("cr edit 1 --new --title Prices --file -", text);
  expect(stderr).toContain('"if" has no effect');
  const plain = await run("cr edit 1 --new --title Other --file -", "For all.");
  expect(plain.stderr).not.toContain("no effect");
});
