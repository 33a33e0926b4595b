import { describe, expect, test } from "vitest";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { describeMisplacedFlag } from "../../../src/app/parse/misplaced-flag.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { UnknownFlagError } from "../../../src/errors.ts";

/** The flags of a noun, with the verbs that have each. */
async function readFlags(noun: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { command } = await findCommand([noun]);
  if (command?.kind !== "noun") throw new Error(`${noun} is no noun.`);
  const flags = new Map<string, string[]>();
  for (const [verb, one] of Object.entries(command.verbs)) {
    if (one.kind === "noun") continue;
    for (const { name, isArgument } of listParameters(one)) {
      if (!isArgument) flags.set(`--${name}`, [...(flags.get(`--${name}`) ?? []), verb]);
    }
  }
  return flags;
}

async function suggest(line: string, flag: string) {
  const said = `Unknown flag ${flag} for "tome ${line}"`;
  const { message, hint } = await describeMisplacedFlag(
    line,
    new UnknownFlagError(said, flag, "help"),
    false,
  );
  return { message: message.slice(said.length), hint };
}

describe.each(["space", "cr", "site", "member", "openapi"])(
  "a flag of other verbs of %s",
  (noun) => {
    test("is suggested with up to three of them, and not if more have it", async () => {
      const counts = new Set<number>();
      for (const [flag, verbs] of await readFlags(noun)) {
        if (flag === "--cr" || flag === "--revision") continue;
        const { message, hint } = await suggest(`${noun} nosuch`, flag);
        const [first = ""] = verbs;
        counts.add(Math.min(verbs.length, 4));
        if (verbs.length > 3) {
          expect([flag, message, hint]).toEqual([flag, ".", "help"]);
          continue;
        }
        const commands = verbs.map((verb) => `tome ${noun} ${verb}`);
        expect(hint).toBe(`${commands[0]} --help`);
        expect(message).toMatch(new RegExp(`^\\. It is a flag of .*\\b${first}\\b`));
        for (const command of commands) expect(message).toContain(command);
        const separators = message.match(/, | and /g) ?? [];
        expect(separators).toEqual([[], [" and "], [", ", " and "]][verbs.length - 1]);
      }
      expect(counts.has(1)).toBe(true);
    });
  },
);

test("flags of two, three and more verbs occur", async () => {
  const counts = new Set<number>();
  for (const noun of ["space", "cr", "site", "member", "openapi"]) {
    for (const verbs of (await readFlags(noun)).values()) counts.add(verbs.length);
  }
  expect([...counts]).toEqual(expect.arrayContaining([1, 2, 3, 4]));
});

test.each<[line: string, flag: string, command: string | undefined]>([
  ["page get", "--cr", "tome cr page"],
  ["page list", "--cr", "tome cr pages"],
  ["file list", "--cr", "tome cr files"],
  ["page get", "--revision", "tome revision page"],
  ["page list", "--revision", "tome revision pages"],
  // A change request does not read another one.
  ["cr list", "--cr", undefined],
  ["cr get", "--cr", undefined],
  ["revision list", "--revision", undefined],
  ["space nosuch", "--cr", undefined],
])("the content that %s %s means is read by %s", async (line, flag, command) => {
  const { message, hint } = await suggest(line, flag);
  if (command === undefined) expect(message).not.toContain(". Use tome");
  else expect([message, hint]).toEqual([`. Use ${command}.`, `${command} --help`]);
});

test("an agent gets the flags of the command too", async () => {
  const error = new UnknownFlagError("Unknown flag", "--nosuch", "help", ["--title", "--emoji"]);
  const details = async (isForAgent: boolean) =>
    (await describeMisplacedFlag("space update", error, isForAgent)).details;
  expect(await details(true)).toEqual(["Its flags are --title, --emoji."]);
  expect(await details(false)).toEqual([]);
});
