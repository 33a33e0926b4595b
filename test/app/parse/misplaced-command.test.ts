import { describe, expect, test } from "vitest";
import { findExpectedLine } from "../../../src/app/parse/expected-arguments.ts";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { findMisplacedCommand } from "../../../src/app/parse/misplaced-command.ts";
import { tree } from "../../../src/commands/tree.ts";
import type { NounCommands, Verb } from "../../../src/commands/verb.ts";

/** @param path the words before the unknown one @param rest the words after it */
async function find(path: string, word: string, rest = "") {
  const words = path === "" ? [] : path.split(" ");
  const { command } = await findCommand(words);
  const noun = command?.kind === "noun" ? command : undefined;
  return findMisplacedCommand(words, word, noun, rest === "" ? [] : rest.split(" "));
}

describe("findMisplacedCommand", () => {
  test.each<
    [path: string, word: string, rest: string, meant: string | undefined, counts: number[]]
  >([
    // The rest of the line is complete for the other command.
    ["space", "lock", "Guide", "space update --edit-mode locked", [1, 0]],
    ["collection", "rename", "Guides Manuals", "collection update Guides --title Manuals", [1, 2]],
    ["member", "ban", "ada@example.com", "member disable", [1, 0]],
    ["team", "member", "list Writers", undefined, []],
    // The next word belongs to the command.
    ["team", "member", "add Writers ada@example.com", "team add", [1, 1]],
    ["team", "members", "remove Writers ada@example.com", "team drop", [1, 1]],
    // The flag at the end selects the resource of the typed noun, so that the next word is its value.
    ["space", "comments", "", "comment list", [1, 0]],
    ["space", "broken-links", "Guide", "space links --status broken", [1, 0]],
    ["cr", "comments", "3", "comment list --cr", [1, 0]],
    ["team", "permissions", "Writers", "access list --team", [1, 0]],
    // A flag without a value is complete.
    ["page", "new", "Install", "cr edit --new", [1, 0]],
    // Its value is unknown otherwise.
    ["page", "rename", "Install", undefined, []],
    ["cr", "schedule", "3", undefined, []],
  ])("%s %s %s stands for %s", async (path, word, rest, meant, counts) => {
    const found = await find(path, word, rest);
    const { meant: words, before = 0, after = 0 } = found ?? {};
    expect(words?.join(" ")).toBe(meant);
    if (meant !== undefined) expect([before, after]).toEqual(counts);
  });

  test.each<[path: string, word: string, said: string, hint: string]>([
    ["cr", "schedule", "Use tome cr merge --at", "tome cr merge --help"],
    ["page", "new", "Use tome cr edit --new", "tome cr edit --help"],
    ["space", "lock", "Use tome space update --edit-mode locked", "tome space update --help"],
    ["", "join", "Similar commands: tome org join", "tome org join --help"],
    [
      "site",
      "run",
      "Similar commands: tome site style-guide run",
      "tome site style-guide run --help",
    ],
  ])("%s %s is explained by %s", async (path, word, said, hint) => {
    expect(await find(path, word)).toMatchObject({ said, hint });
  });

  test("a verb is explained if at most three nouns have it", async () => {
    const counts = new Map<string, number>();
    const count = (commands: Readonly<Record<string, Verb | NounCommands>>) => {
      for (const [name, one] of Object.entries(commands)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (one.kind === "noun") count(one.verbs);
      }
    };
    for (const command of await Promise.all(Object.values(tree).map(({ load }) => load()))) {
      if (command.kind === "noun") count(command.verbs);
    }
    // The files of an organization are compared by another verb.
    const words = [...counts.keys()].filter(
      (word) =>
        word !== "diff" && !Object.hasOwn(tree, word) && !findExpectedLine([], word, undefined),
    );
    for (const number of [1, 2, 3, 4, 5]) {
      const some = words.filter((word) => counts.get(word) === number).slice(0, 4);
      expect(some).not.toEqual([]);
      for (const word of some) {
        const said = (await find("", word))?.said;
        expect([word, said?.match(/tome /g)?.length]).toEqual([
          word,
          number > 3 ? undefined : number,
        ]);
      }
    }
  });

  test("a verb of many nouns is not explained", async () => {
    expect(await find("", "update")).toBeUndefined();
    expect(await find("", "nosuchword")).toBeUndefined();
  });

  test.each([
    ["-f acme", "tome plan acme"],
    ["--file acme", "tome plan acme"],
    ["--filename=acme", "tome plan acme"],
    ["-f=acme", "tome plan acme"],
    ["--output x -f acme", "tome plan acme"],
    ["-f my|files", "tome plan 'my|files'"],
  ])("diff %s is a comparison of files", async (rest, hint) => {
    expect(await find("", "diff", rest)).toEqual({ said: "Use tome plan", hint });
  });

  test("diff without files lists the comparisons", async () => {
    for (const rest of ["", "acme", "-f"]) {
      const found = await find("", "diff", rest);
      expect(found).toEqual({
        said: "Similar commands: tome plan, tome cr diff, tome openapi diff and tome backup diff",
        hint: "tome plan --help",
      });
    }
    expect((await find("cr", "diff", "-f acme"))?.said).not.toContain("plan");
  });

  // The words of another program do not continue a command of tome.
  test.each([
    ["label", "space Runbooks team=sre", undefined],
    ["label", "spaces Runbooks", undefined],
    ["label", "Runbooks team=sre", undefined],
    ["lint", "", "check"],
    ["test", "users", undefined],
  ])("%s %s stands for %s", async (word, rest, meant) => {
    expect((await find("", word, rest))?.meant?.join(" ")).toBe(meant);
  });
});
