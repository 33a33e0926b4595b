/** The state of a change request on one screen, with the next step. */
import { expect, test } from "vitest";
import { openTome, prepareTome, type Tome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

/** Runs commands of the local platform that must succeed, and shows their views. */
function useLocal(tome: Tome) {
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
  return { ok, look };
}

const openGuide = prepareTome(async (tome) => {
  const { ok } = useLocal(tome);
  const space = await ok("space create --title Guide --format id");
  await ok(`config set space ${space}`);
  await ok("cr create --subject First");
  await ok("cr edit 1 --new --title Start --file -", "Old.");
  await ok("cr merge 1");
  return space;
});

async function start() {
  const { tome, prepared: space } = await openGuide();
  return { ...useLocal(tome), space };
}

slowTest("a draft shows its changes and the command that opens it", async () => {
  const { ok, look, space } = await start();
  await ok('cr create --subject "Better words"');
  const empty = await look("cr view 2");
  expect(empty).toContain("Better words  #2\ndraft by Owner");
  expect(empty).toContain("\nChanges  nothing\n");
  await ok("cr edit 2 --page start --file -", "New.");
  const shown = await look("cr view 2");
  expect(shown).toContain(`, in the space "Guide" (${space})\n`);
  expect(shown).toContain("\nChanges  1 page\n  start  edited\n");
  expect(shown).toContain("\nConflicts  none\n");
  expect(shown).toContain("\nReviews  none, and none requested\n");
  expect(shown).toContain("\nMerge rules  none\n");
  expect(shown).toContain("\n    tome cr diff 2 --local\n");
  expect(shown).toContain("\n    tome cr update 2 --status open --local\n");
});

slowTest("unmet merge rules are described in the same words as by the merge", async () => {
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

slowTest("a bypass of merge rules is offered only to users whom the rule names", async () => {
  const { ok, look } = await start();
  const me = await ok("whoami --json --jq .id");
  await ok("org invite users ada@example.com --role edit");
  const members: string[] = JSON.parse(await ok("member list --json --jq [.[].id]"));
  const [ada = ""] = members.filter((one) => one !== me);
  await ok("cr create --subject Words");
  await ok("cr edit 2 --page start --file -", "New.");
  await ok("cr update 2 --status open");
  for (const [users, isOffered] of [
    [[me], true],
    [[ada, me], true],
    [[ada], false],
    [[], false],
  ] as const) {
    const rules = [
      { rule: "require_at_least_one_approved_review" },
      { rule: "allow_bypass", users },
    ];
    const input = JSON.stringify({ type: "rules", rules });
    await ok(["space", "update", "Guide", "--merge-rules", input]);
    const shown = await look("cr view 2");
    expect([users, shown.includes("you can bypass them")]).toEqual([users, isOffered]);
    expect([users, shown.includes("tome cr merge 2")]).toEqual([users, isOffered]);
  }
});

slowTest("a conflict is shown with pull as the next step, then the merge, then none", async () => {
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

slowTest("a scheduled merge is shown with its time, and canceled with --no-at", async () => {
  const { ok, look } = await start();
  await ok("cr create --subject Later");
  await ok("cr edit 2 --page start --file -", "New.");
  const at = "2099-12-31T18:00:00.000Z";
  expect(await look("cr merge 2 --at 2099-12-31T18:00:00Z --dry-run")).toContain(
    "/scheduled-merge",
  );
  expect(await ok("cr list --status draft --scheduled --format id")).toBe("");
  expect(await ok("cr merge 2 --at 2099-12-31T18:00:00Z --jq .scheduledMerge.at")).toContain(at);
  expect(await look("cr view 2")).toMatch(/\nScheduled merge {2}.* by Owner\n/);
  expect(JSON.parse(await ok("cr view 2 --json")).scheduledMerge).toMatchObject({
    at,
    status: "scheduled",
  });
  expect(await ok("cr list --status draft --scheduled --format id")).not.toBe("");
  expect(JSON.parse(await ok("cr merge 2 --no-at --json")).canceled).toBe(true);
  expect(await look("cr view 2")).not.toContain("Scheduled merge");
  expect(JSON.parse(await ok("cr merge 2 --no-at --json")).canceled).toBe(false);
});

test("a platform that does not schedule merges is named, with a line for cron", async () => {
  const { serve } = await import("../support/network/loopback.ts");
  const changeRequest = {
    ...{ object: "change-request", id: "C1", number: 3, status: "open", subject: "S" },
  };
  const server = await serve(({ method }, response) => {
    const [status, body] =
      method === "GET"
        ? [200, changeRequest]
        : [404, { error: { code: 404, message: "No route" } }];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TZ: "UTC" };
  const space = "abcdefghij0123456789";
  const line = `cr merge 3 --space ${space} --at 2099-12-31T18:05:00Z`;
  const { code, stderr } = await openTome()(line, { env });
  expect([code, stderr]).toEqual([5, expect.any(String)]);
  expect(stderr).toContain("This platform does not schedule merges.");
  const date = new Date("2099-12-31T18:05:00Z");
  const time = `${date.getMinutes()} ${date.getHours()} ${date.getDate()} ${date.getMonth() + 1} *`;
  expect(stderr).toContain(`${time} tome cr merge 3 --space ${space} --yes`);
});
