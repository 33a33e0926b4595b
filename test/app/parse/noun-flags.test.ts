import { expect, test } from "vitest";
import { refuseFlags } from "../../../src/app/parse/noun-flags.ts";
import { tree } from "../../../src/commands/tree.ts";
import { UsageError } from "../../../src/errors.ts";

/** The error and the hint of flags after a noun; undefined if they are accepted. */
async function refuse(noun: string, rest: readonly string[]) {
  const command = await tree[noun]?.load();
  if (command?.kind !== "noun") throw new Error(`${noun} is not a noun.`);
  try {
    refuseFlags([noun], command, rest);
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.hint];
    throw error;
  }
  return undefined;
}

test.each([
  [["--json"], "--json", "tome space list --json"],
  [["--json", "id,title"], "--json", "tome space list --json id,title"],
  [["--jq", ".[] | .id"], "--jq", "tome space list --jq '.[] | .id'"],
  [["--format=csv"], "--format=csv", "tome space list --format=csv"],
  [["--org", "My team"], "--org", "tome space list --org 'My team'"],
  [["--org=Acme"], "--org=Acme", "tome space list --org=Acme"],
  [["--filter", "title=A*"], "--filter", "tome space list --filter 'title=A*'"],
])("%j after a noun requires a verb", async (rest, flag, hint) => {
  expect(await refuse("space", rest)).toEqual([
    `${flag} requires a verb after "tome space".`,
    hint,
  ]);
});

test.each([[["--nothing"]], [["--local", "--nothing"]], [["-Z"]]])(
  "%j is unknown",
  async (rest) => {
    const flag = rest.at(-1);
    expect(await refuse("space", rest)).toEqual([
      `Unknown flag ${flag} for "tome space".`,
      "tome space --help",
    ]);
  },
);

test.each([[[]], [["--local"]], [["-"]], [["--profile", "--json"]], [["--no-color"]]])(
  "%j is accepted",
  async (rest) => {
    expect(await refuse("space", rest)).toBeUndefined();
  },
);

test("the hint of a noun without a list is its help", async () => {
  const nouns = await Promise.all(
    Object.entries(tree).map(async ([name, { load }]) => ({ name, command: await load() })),
  );
  const without = nouns.flatMap(({ name, command }) =>
    command.kind === "noun" && !Object.hasOwn(command.verbs, "list") ? [name] : [],
  );
  expect(without).not.toEqual([]);
  for (const name of without) {
    expect((await refuse(name, ["--json"]))?.[1]).toBe(`tome ${name} --help`);
  }
});
