import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixLinks } from "../../../src/features/content/fix-links.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** A space with a page of these links. */
async function startWithLinks(urls: readonly string[]) {
  const tome = openTome();
  const run = (line: string | readonly string[]) =>
    tome([...(typeof line === "string" ? line.split(" ") : line), "--local"]);
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout.trim();
  };
  await ok("space create --title Guide");
  const file = join(temporaryFolder(), "page.md");
  writeFileSync(file, urls.map((url, index) => `[Link ${index}](${url})`).join("\n\n"));
  await ok("cr create --space Guide --subject Start");
  await ok(`cr edit 1 --space Guide --new --title Links --file ${file}`);
  await ok("cr merge 1 --space Guide");
  const links = async () =>
    (await ok("space links Guide --json targetReference.url"))
      .match(/"url": "[^"]+"/g)
      ?.map((one) => one.slice(8, -1))
      .sort();
  return { run, ok, links };
}

slowTest("--fix replaces link URLs in a new change request", async () => {
  const { run, ok, links } = await startWithLinks([
    "https://old.example.com/a?x=1",
    "https://old.example.com/b",
    "https://other.example.com/",
  ]);
  const fix = [
    "space",
    "links",
    "Guide",
    "--fix",
    "https://old.example.com=https://new.example.com",
  ];
  const dry = await run([...fix, "--dry-run"]);
  expect(dry.stderr).toContain("- replace https://old.example.com in 2 link URLs by");
  expect(JSON.parse(await ok("cr list --space Guide --status draft --json"))).toEqual([]);
  const { code, stderr, stdout } = await run(fix);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining("Created change request #2 with 1 changed page."),
  ]);
  expect(stdout).toMatch(/links\tLinks\t2\n$/);
  await ok("cr merge 2 --space Guide");
  expect(await links()).toEqual([
    "https://new.example.com/a?x=1",
    "https://new.example.com/b",
    "https://other.example.com/",
  ]);
});

slowTest("a URL with an equals sign is divided before the second URL", async () => {
  const { run, ok, links } = await startWithLinks(["https://old.example.com/a?x=1"]);
  await run([
    "space",
    "links",
    "Guide",
    "--fix",
    "https://old.example.com/a?x=1=https://b.example/",
  ]);
  await ok("cr merge 2 --space Guide");
  expect(await links()).toEqual(["https://b.example/"]);
});

test.each([
  ["https://nowhere.example=https://new.example", "No link URL in the space contains"],
  ["https://old.example.com", "--fix must be <old>=<new> with two URLs"],
  ["a=b=c=d", "--fix must be <old>=<new> with two URLs"],
  ["=https://new.example", "--fix must be <old>=<new> with two URLs"],
])("--fix %s is refused, and creates no change request", async (fix, said) => {
  const { run, ok } = await startWithLinks(["https://old.example.com/a"]);
  const { code, stderr } = await run(["space", "links", "Guide", "--fix", fix]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  expect(JSON.parse(await ok("cr list --space Guide --status draft --json"))).toEqual([]);
});

const urls = ["https://old.example/a", "https://old.example/b?x=1", "https://other.example/"];

/** The effects that are announced, without a request that writes. */
async function announceFixes(...fix: readonly string[]) {
  const { context, sent } = openScriptedContext({
    answer: () => ({
      items: [{}, ...urls.map((url) => ({ targetReference: { kind: "url", url } }))],
    }),
  });
  const client = await context.client();
  const announced: unknown[] = [];
  const announceAll: typeof client.announceAll = (requests, says) => {
    announced.push(
      requests.map(({ body }) => body),
      says,
    );
    throw new Error("announced");
  };
  const announcing = { ...context, client: async () => ({ ...client, announceAll }) };
  const error: unknown = await fixLinks(announcing, { spaceId: "S1", fix }).catch(
    (one: unknown) => one,
  );
  return { announced, error, sent };
}

test("the effects of each replacement are announced with the subject of the change request", async () => {
  const long = `https://${"a".repeat(100)}.example`;
  const { announced, sent } = await announceFixes(
    "https://old.example=https://new.example",
    "b?x=1=https://b.example/?y=2",
    "other=/x",
  );
  expect(announced).toEqual([
    [{ subject: "Replace https://old.example in links" }],
    [
      "- replace https://old.example in 2 link URLs by https://new.example",
      "- replace b?x=1 in 1 link URL by https://b.example/?y=2",
      "- replace other in 1 link URL by /x",
    ],
  ]);
  expect(sent).toHaveLength(1);
  urls.push(long);
  const cut = await announceFixes(`${long}=/`);
  expect(cut.announced[0]).toEqual([{ subject: `Replace ${long}`.slice(0, 100) }]);
});

test.each([
  ["=https://new.example"],
  ["https://old.example"],
  ["a=b=c"],
  ["a=https://b=https://c"],
  [""],
])("--fix %j is not clear", async (fix) => {
  const { error, sent } = await announceFixes(fix);
  expect(error).toMatchObject({
    message: `--fix must be <old>=<new> with two URLs, not ${JSON.stringify(fix)}.`,
    hint: "tome cr replace --help",
  });
  expect(sent).toEqual([]);
});

test("a replacement without a link is refused before a change request is created", async () => {
  const { error, announced } = await announceFixes("old=new", "gone=/x");
  expect(error).toMatchObject({
    message: 'No link URL in the space contains "gone". No changes were made.',
    hint: "tome space links S1",
  });
  expect(announced).toEqual([]);
});
