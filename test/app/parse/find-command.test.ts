import { describe, expect, test } from "vitest";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { findPlural } from "../../../src/commands/tree.ts";
import { everyVerb } from "../../commands/tree.ts";

const verbs = await everyVerb();

describe("findCommand", () => {
  test("finds every command by its words, wherever its flags are", async () => {
    expect(verbs.length).toBeGreaterThan(300);
    for (const [line, command] of verbs) {
      const path = line.split(" ");
      const [first = "", ...others] = path;
      expect(await findCommand(path)).toEqual({ path, command, rest: [] });
      // The flag of a profile takes the next word.
      const flags = ["--profile", "work", "--local"];
      expect(await findCommand([...flags, ...path])).toEqual({ path, command, rest: flags });
      expect(await findCommand([first, ...flags, ...others])).toEqual({
        path,
        command,
        rest: flags,
      });
      const rest = ["x", "--title", "list", "--", "get"];
      expect(await findCommand([...path, ...rest])).toEqual({ path, command, rest });
    }
  });

  test("finds every noun without a verb, and by its plural", async () => {
    const nouns = new Set(
      verbs.flatMap(([line]) => (line.includes(" ") ? [line.replace(/ \S+$/, "")] : [])),
    );
    expect(nouns.size).toBeGreaterThan(50);
    for (const line of nouns) {
      const path = line.split(" ");
      const { command, rest, ...found } = await findCommand([...path, "--json"]);
      expect([found.path, command?.kind, rest]).toEqual([path, "noun", ["--json"]]);
      const plurals = path.map((word) => findPlural(word) ?? word);
      expect((await findCommand(plurals)).path).toEqual(path);
    }
  });

  test.each<[readonly string[], readonly string[]]>([
    [[], []],
    [["--help"], ["--help"]],
    [
      ["--profile", "space"],
      ["--profile", "space"],
    ],
    [["--profile"], ["--profile"]],
    [
      ["--", "space", "list"],
      ["--", "space", "list"],
    ],
  ])("%j names no command", async (args, rest) => {
    expect(await findCommand(args)).toEqual({ path: [], command: undefined, rest });
  });

  test("a hyphen is a word, and a flag for a token is refused", async () => {
    await expect(findCommand(["space", "-"])).rejects.toThrow(
      'Unknown command "-" for "tome space"',
    );
    for (const args of [
      ["--token", "x"],
      ["space", "--token=x", "list"],
      ["space", "list", "--token"],
    ]) {
      await expect(findCommand(args)).rejects.toThrow("The flag --token does not exist");
    }
  });
});
