import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
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

test("--fix replaces link URLs in a new change request", async () => {
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

test("a URL with an equals sign is divided before the second URL", async () => {
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
