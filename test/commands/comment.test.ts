import { expect, test } from "vitest";
import { openTome, type Ran } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

async function start() {
  const tome = openTome();
  const run = (line: string): Promise<Ran> => tome(`${line} --local`);
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout.trim();
  };
  const json = async (line: string) => JSON.parse(await ok(`${line} --json`));
  await ok(`config set space ${await ok("space create --title Guide --format id")}`);
  return { tome, run, ok, json };
}

slowTest(
  "a comment is posted in Markdown, replied to, resolved, reopened and deleted",
  async () => {
    const { run, ok, json } = await start();
    const id = await ok('comment create --body "Is this *still* true?" --format id');
    expect(await json(`comment get ${id}`)).toMatchObject({
      body: { markdown: "Is this *still* true?" },
    });
    const reply = await ok(`comment reply create ${id} --body Yes. --format id`);
    await ok(`comment reply update ${id} ${reply} --body "Yes, it is." --add-reaction 🎉`);
    expect(await json(`comment reply list ${id}`)).toMatchObject([
      { body: { markdown: "Yes, it is." }, reactions: [{ emoji: "🎉" }] },
    ]);
    await ok(`comment update ${id} --resolve --add-reaction 👍`);
    expect(await json("comment list --status resolved")).toMatchObject([{ id }]);
    await ok(`comment update ${id} --unresolve`);
    expect(await json("comment list --status open")).toMatchObject([{ id, replies: 1 }]);
    const both = await run(`comment update ${id} --resolve --unresolve`);
    expect(both.code).toBe(2);
    expect((await run(`comment reply delete ${id} ${reply}`)).code).toBe(2);
    expect(await run(`comment reply delete ${id} ${reply} --yes`)).toMatchObject({
      stderr: `Deleted the reply ${reply}.\n`,
    });
    expect(await run(`comment delete ${id} --yes`)).toMatchObject({ code: 0 });
    expect((await run(`comment delete ${id} --yes`)).stderr).toContain(
      "not found. No changes were made.",
    );
    expect((await run(`comment get ${id}`)).code).toBe(5);
  },
);

test("a comment can be selected by its text instead of its id", async () => {
  const { tome, ok, json } = await start();
  await ok('comment create --body "Is it *true*?"');
  const picked = await tome("comment update --resolve --local", { answers: ["true"] });
  expect(picked).toMatchObject({ code: 0 });
  expect(picked.stderr).toContain("Is it *true*?");
  expect(await json("comment list")).toMatchObject([{ status: "resolved" }]);
  const meant = await tome("comment resolve --space Guide --local");
  expect(meant.stderr).toContain("hint: tome comment update --resolve --space Guide --local");
});

slowTest("latest is the newest comment, and latest~1 the one before it", async () => {
  const { run, ok, json } = await start();
  await ok("comment create --body First");
  await ok("comment create --body Second");
  await ok("comment reply create latest --body Yes.");
  await ok("comment update latest~1 --resolve");
  expect(await json("comment list")).toMatchObject([
    { body: { markdown: "Second" }, replies: 1, status: "open" },
    { body: { markdown: "First" }, replies: 0, status: "resolved" },
  ]);
  const missing = await run("comment get latest~2");
  expect(missing).toMatchObject({ code: 5, stderr: expect.stringContaining("2 comments") });
  // Without a terminal, no user sees which comment is the latest by then.
  expect(await run("comment delete latest --yes")).toMatchObject({ code: 2 });
  await ok("cr create");
  await ok("comment create --cr 1 --body Third");
  expect(await json("comment get latest --cr 1")).toMatchObject({ body: { markdown: "Third" } });
});

slowTest("with --cr all commands refer to a change request", async () => {
  const { ok, json } = await start();
  await ok("cr create");
  const id = await ok("comment create --cr 1 --body Hello --format id");
  expect(await json("comment list --cr 1")).toMatchObject([{ id }]);
  expect(await json("comment list")).toEqual([]);
  const reply = await ok(`comment reply create ${id} --cr 1 --body Yes --format id`);
  await ok(`comment reply update ${id} ${reply} --cr 1 --resolve`);
  expect(await json(`comment get ${id} --cr 1`)).toMatchObject({ status: "resolved" });
  expect(await json("cr commenters 1")).toHaveLength(1);
  await ok(`comment reply delete ${id} ${reply} --cr 1 --yes`);
  await ok(`comment delete ${id} --cr 1 --yes`);
});

slowTest("a table cell is named by row and column, and an invalid name is refused", async () => {
  const { run } = await start();
  const shown = await run(
    "comment create --body Hi --page P1000000000000000000 --table-cell r1:c2 --dry-run",
  );
  expect(JSON.parse(shown.stdout).body).toEqual({
    body: { markdown: "Hi" },
    page: "P1000000000000000000",
    tableCell: { record: "r1", definition: "c2" },
  });
  const refused = await run("comment create --body Hi --page P1000000000000000000 --table-cell r1");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("<record>:<definition>");
});

slowTest("lists accept authors, pages, an order and a format", async () => {
  const { json, run, ok } = await start();
  const { id: me } = await json("whoami");
  await ok("comment create --body First");
  await ok("comment create --body Second");
  expect(await json(`comment list --author ${me} --order asc --format json`)).toHaveLength(2);
  expect(await json("comment list --author Nobody00000000000000")).toEqual([]);
  const space = (await ok("config get space")).trim();
  expect(await json(`space commenters ${space}`)).toMatchObject([{ id: me }]);
  expect(
    (
      await run(
        "comment list --author U1000000000000000000 --author U2000000000000000000 --dry-run",
      )
    ).stdout,
  ).toContain("authors=U1000000000000000000&authors=U2000000000000000000");
});

slowTest("a terminal shows the title of the commented page", async () => {
  const { tome, ok } = await start();
  await ok("cr create --subject Pages");
  await ok("cr edit 1 --new --title Start");
  await ok("cr edit 1 --new --title Tools --into Start");
  await ok("cr merge 1");
  await ok('comment create --body "Is it true?" --page start/tools');
  const { stdout } = await tome("comment list --local", { screen: true });
  const [header = "", row = ""] = stdout.split("\n");
  expect(header).toMatch(/ PAGE/);
  expect(row).toMatch(/ Tools/);
  expect((await ok("comment list")).split("\t")).toHaveLength(6);
});
