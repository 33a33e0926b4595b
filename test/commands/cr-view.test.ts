/** The state of a change request on one screen, with the next step. */
import { expect, test } from "vitest";
import { openTome } from "../support/tome.ts";

async function start() {
  const tome = openTome();
  const ok = async (line: string | readonly string[], stdin?: string) => {
    const words = typeof line === "string" ? `${line} --local` : [...line, "--local"];
    const { code, stdout, stderr } = await tome(words, stdin === undefined ? {} : { stdin });
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout.trim();
  };
  const look = async (line: string) => {
    const { code, stdout, stderr } = await tome(`${line} --no-color --local`, { screen: true });
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout;
  };
  const space = await ok("space create --title Guide --format id");
  await ok(`config set space ${space}`);
  await ok("cr create --subject First");
  await ok("cr edit 1 --new --title Start --file -", "Old.");
  await ok("cr merge 1");
  return { ok, look, space };
}

test("a draft shows its changes and the command that opens it", async () => {
  const { ok, look, space } = await start();
  await ok('cr create --subject "Better words"');
  const empty = await look("cr view 2");
  expect(empty).toContain("Better words  #2\ndraft by Owner");
  expect(empty).toContain("\nChanges  nothing\n");
  await ok("cr edit 2 --page start --file -", "New.");
  const shown = await look("cr view 2");
  expect(shown).toContain(`, in Guide ${space}\n`);
  expect(shown).toContain("\nChanges  1 page\n  start  edited\n");
  expect(shown).toContain("\nConflicts  none\n");
  expect(shown).toContain("\nReviews  none, and none requested\n");
  expect(shown).toContain("\nMerge rules  none\n");
  expect(shown).toContain("\n    tome cr diff 2 --local\n");
  expect(shown).toContain("\n    tome cr update 2 --status open --local\n");
});

test("unmet merge rules are described in the same words as by the merge", async () => {
  const { ok, look } = await start();
  const rules = [
    { rule: "require_at_least_one_approved_review" },
    { rule: "require_change_request_subject" },
    { rule: "custom", expression: "1 === 1", message: "it has to be Tuesday" },
  ];
  const input = JSON.stringify({ type: "rules", rules });
  await ok(["space", "update", "Guide", "--merge-rules", input]);
  await ok("cr create --subject Words");
  await ok("cr edit 2 --page start --file -", "New.");
  await ok("cr update 2 --status open");
  // A review of one's own text does not count.
  await ok("cr review 2 --approve");
  const shown = await look("cr view 2");
  expect(shown).toMatch(/\nReviews\n {2}Owner {2}approved/);
  const missing = "a user who neither created nor edited it must approve it";
  expect(shown).toContain(`\n  missing  ${missing}\n  met  it has a subject\n`);
  expect(shown).toContain("\n  decided at the merge  it has to be Tuesday\n");
  expect(shown).toContain("\n    tome cr request-review 2 --reviewer <user> --local\n");
  const merge = ok("cr merge 2");
  await expect(merge).rejects.toThrow(missing);
  await expect(merge).rejects.toThrow("hint: tome cr view 2 --local\n");
  const json = JSON.parse(await ok("cr view 2 --json"));
  expect(json.requirements.map(({ state }: { state: string }) => state)).toEqual([
    "missing",
    "met",
    "decided at the merge",
  ]);
});

test("a conflict is shown with pull as the next step, then the merge, then none", async () => {
  const { ok, look } = await start();
  for (const number of [2, 3]) {
    await ok("cr create --subject Words");
    await ok(`cr edit ${number} --page start --file -`, `Words of ${number}.`);
    await ok(`cr update ${number} --status open`);
  }
  expect(await look("cr view 2")).toContain(
    "all requirements are met\n    tome cr merge 2 --local\n",
  );
  await ok("cr merge 2");
  const shown = await look("cr view 3");
  expect(shown).toContain(", behind its space\n");
  expect(shown).toMatch(
    /\nConflicts\n {2}conflict: the page "Start" at start \(\w+\) was\s+edited/,
  );
  expect(shown).toContain("\n    tome cr pull 3 --keep space --local\n");
  expect(shown).not.toContain("tome cr merge 3");
  const merged = await look("cr view 2");
  expect(merged).toContain("merged by Owner");
  expect(merged).not.toContain("tome cr merge");
});

test("help lists the commands that show a change request under View", async () => {
  const { stdout } = await openTome()("cr --help");
  const [, look = ""] = /\nView:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  expect(look.match(/^ {2}\S+/gm)?.map((word) => word.trim())).toEqual([
    "list",
    "get",
    "view",
    "diff",
    "preview",
  ]);
});
