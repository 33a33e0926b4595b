/** Text is replaced in all pages of a change request that contain it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepareTome, type Tome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** Runs commands of the local platform. */
function useLocal(tome: Tome) {
  const interrupted = () => new Promise<void>(() => {});
  const run = (line: string, stdin = "") => tome(`${line} --local`, { stdin, interrupted });
  const ok = async (line: string, stdin?: string) => {
    const { code, stdout, stderr } = await run(line, stdin);
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout.trim();
  };
  return { run, ok };
}

const openPages = prepareTome(async (tome) => {
  const { ok } = useLocal(tome);
  await ok(`config set space ${await ok("space create --title Guide --format id")}`);
  await ok("cr create --subject Pages");
  await ok("cr edit 1 --new --title Duty --slug first --file -", text);
  await ok("cr edit 1 --new --title Start --into Duty --file -", "# Start\n\nNothing here.\n");
  await ok("cr edit 1 --new --title Plan --file -", "Who is on Duty?\n");
  await ok("cr merge 1");
  await ok("cr create --subject Words");
});

async function start() {
  const { tome } = await openPages();
  return useLocal(tome);
}

const text = `## On duty

You are **on duty** for [a week of duty](https://example.com/duty).

| Who  | When |
| ---- | ---- |
| duty | now  |

\`\`\`sh
page duty
\`\`\`
`;

slowTest("text is replaced in titles and texts, but not in URLs", async () => {
  const { run, ok } = await start();
  const { stdout, stderr } = await run("cr replace 2 duty --with shift");
  expect(stderr).toContain("Replaced 5 times in 1 page.");
  expect(stderr).toContain("Skipped 2 occurrences with different capitalization");
  expect(stdout).toMatch(/\tfirst\tDuty\t5$/m);
  const after = await ok("cr page 2 first --format markdown");
  expect(after).toContain("You are **on shift** for [a week of shift](https://example.com/duty).");
  expect(after).toContain("page shift");
  expect(after).toMatch(/\| shift +\| now/);
  expect(await ok("cr page 2 plan --format markdown")).toContain("Duty");
});

slowTest(
  "--ignore-case matches any case, --page restricts to a page, and no match is reported",
  async () => {
    const { run, ok } = await start();
    await ok("cr replace 2 duty --with Shift --ignore-case --page plan");
    expect(await ok("cr pages 2 --jq .pages[].title")).toBe("Duty\nPlan");
    expect(await ok("cr page 2 plan --format markdown")).toContain("Who is on Shift?");
    await ok("cr replace 2 duty --with Shift --ignore-case");
    expect(await ok("cr pages 2 --jq .pages[].title")).toBe("Shift\nPlan");
    const none = await run("cr replace 2 duty --with Shift --ignore-case");
    expect(none).toMatchObject({ code: 0, stdout: "" });
    expect(none.stderr).toContain('No page contains "duty"');
  },
);

slowTest("a dry run shows the requests, and pattern characters are literal", async () => {
  const { run, ok } = await start();
  const dry = await run("cr replace 2 week --with $& --dry-run");
  expect(dry.stdout).toContain('"update_page"');
  expect(await ok("cr changes 2 --json")).toBe("[]");
  await ok("cr replace 2 week --with $&");
  await ok("cr replace 2 Who.is --with x");
  expect(await ok("cr page 2 first --format markdown")).toContain("a $& of duty");
  expect(await ok("cr page 2 plan --format markdown")).toContain("Who is on Duty?");
});

test("a replacement that empties a title is refused, and nothing is sent", async () => {
  const { run, ok } = await start();
  const refused = await run("cr replace 2 Duty --with=");
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("title of the page first"),
  });
  expect(await ok("cr changes 2 --json")).toBe("[]");
});

slowTest("a file edits many pages of one change request given on the command line", async () => {
  const { run, ok } = await start();
  const folder = temporaryFolder();
  const file = join(folder, "pages.csv");
  writeFileSync(file, "page,title\nfirst,One\nplan,Two\n");
  await ok(`cr edit 2 --from ${file}`);
  expect(await ok("cr pages 2 --jq .pages[].title")).toBe("One\nTwo");
  const more = await run("cr edit 2 3 --title X --page first");
  expect(more).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unexpected "3"'),
  });
});

slowTest("links are searched only if requested, and the searched parts are printed", async () => {
  const { run, ok } = await start();
  const text = await run("cr replace 2 example.com --with example.org --fail");
  expect([text.code, text.stderr]).toEqual([10, expect.stringContaining("No page contains")]);
  expect(text.stderr).toContain("Searched the titles, descriptions and text of 3 pages.");
  expect(text.stderr).toContain("Found 1 occurrence in link URLs. To include them, use --in all.");
  const { code, stdout, stderr } = await run(
    "cr replace 2 example.com --with example.org --in links --fail",
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\tfirst\tDuty\t1$/m)]);
  expect(stderr).toContain("Searched the link URLs of 3 pages.");
  expect(await ok("cr page 2 first --format markdown")).toContain(
    "[a week of duty](https://example.org/duty)",
  );
  await ok("cr replace 2 duty --with shift --in all --fail");
  expect(await ok("cr page 2 first --format markdown")).toContain(
    "You are **on shift** for [a week of shift](https://example.org/shift).",
  );
});

slowTest(
  "links of every kind of block are replaced, and the rest of the page keeps its bytes",
  async () => {
    const { ok } = await start();
    const markdown = `# Links

![A figure](https://old.example.com/a.png)

{% embed url="https://old.example.com/video" %}

* [ ] See [the guide](https://old.example.com/guide?a=1#b "Guide") of old.example.com

| One                             | Two |
| ------------------------------- | --- |
| [x](https://old.example.com/x)  | \`y\` |

{% hint style="info" %}
<https://old.example.com/hint>
{% endhint %}
`;
    await ok("cr edit 2 --new --title Links --file -", markdown);
    const before = await ok("cr page 2 links --format markdown");
    await ok("cr replace 2 https://old.example.com --with https://new.example.com --in links");
    expect(await ok("cr page 2 links --format markdown")).toBe(
      before.replaceAll("https://old.example.com", "https://new.example.com"),
    );
  },
);
