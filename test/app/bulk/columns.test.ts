import { describe, expect, test } from "vitest";
import { matchColumns } from "../../../src/app/bulk/columns.ts";
import { resolveTarget } from "../../../src/app/bulk/targets.ts";
import { formatLabel } from "../../../src/app/parse/argument-values.ts";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { everyVerb } from "../../commands/tree.ts";

/** The flags or arguments of the columns, with a leading `!` for a negated one. */
async function match(line: string, names: readonly string[], path = "rows.csv") {
  const { command } = await findCommand(line.split(" "));
  if (command === undefined || command.kind === "noun") throw new Error(`${line} is no command.`);
  const parameters = listParameters(command);
  const target = resolveTarget(command, parameters);
  return matchColumns(names, parameters, target, line, path).map(
    ({ name, parameter, negates }) => `${name}: ${negates ? "!" : ""}${formatLabel(parameter)}`,
  );
}

describe("matchColumns", () => {
  test.each<[line: string, columns: string[], matched: string[]]>([
    // The name of a flag or argument, a field of the API, or the id of the target.
    ["space update", ["space", "title"], ["space: <space>", "title: --title"]],
    ["space update", ["spaceId", "editMode"], ["spaceId: <space>", "editMode: --edit-mode"]],
    ["space update", ["id", "no-emoji"], ["id: <space>", "no-emoji: !--emoji"]],
    ["space move", ["id", "position.before"], ["id: <space>", "position.before: --before"]],
    [
      "space move",
      ["id", "before", "after"],
      ["id: <space>", "before: --before", "after: --after"],
    ],
    ["member update", ["id", "role"], ["id: <user>", "role: --role"]],
    // A flag and its opposite can be set in different rows.
    ["space update", ["emoji", "no-emoji"], ["emoji: --emoji", "no-emoji: !--emoji"]],
  ])("%s has the columns %j", async (line, columns, matched) => {
    expect(await match(line, columns)).toEqual(matched);
  });

  test.each([
    [["space", "id"], "space and id"],
    [["spaceId", "title", "space"], "spaceId and space"],
    [["editMode", "edit-mode"], "editMode and edit-mode"],
  ])("two columns for one value are refused: %j", async (columns, both) => {
    await expect(match("space update", columns)).rejects.toThrow(
      `rows.csv has the columns ${both} for the same value. Remove one of them.`,
    );
    await expect(match("space update", columns, "-")).rejects.toThrow("standard input has the");
  });

  test.each<[columns: string[], message: string]>([
    [["nosuch"], 'Unknown column in rows.csv: "nosuch". Valid columns are space, title, emoji,'],
    [["titel"], '"titel" (did you mean title?)'],
    [["Edit Mode"], '"Edit Mode" (did you mean edit-mode?)'],
    [["EDIT_MODE"], '"EDIT_MODE" (did you mean edit-mode?)'],
    // A word with the same meaning.
    [["name"], '"name" (did you mean title?)'],
    [["zzz", "title", "yyy"], 'Unknown columns in rows.csv: "zzz", "yyy".'],
  ])("%j is refused with a suggestion", async (columns, message) => {
    const error = await match("space update", ["space", ...columns]).catch((thrown) => thrown);
    expect(error.message).toContain(message);
    expect(error.hint).toBe("tome space update --help");
  });

  test("a creation has no target, so that a column id is unknown", async () => {
    await expect(match("space create", ["id"])).rejects.toThrow('Unknown column in rows.csv: "id"');
  });

  test("the hint of a command that reads a table of its own is its flag", async () => {
    const refused = match("site redirect put", ["nosuch"], "my rows.csv");
    await expect(refused).rejects.toMatchObject({
      hint: "tome site redirect put --file 'my rows.csv'",
    });
  });
});

test("every member of a group is a column by its path, and by its own name if that is unique", async () => {
  let count = 0;
  for (const [line, verb] of await everyVerb()) {
    const parameters = listParameters(verb);
    for (const parameter of parameters.filter(({ path }) => path.length > 1)) {
      const { path } = parameter;
      const last = path.at(-1) ?? "";
      const find = (name: string) =>
        matchColumns([name], parameters, undefined, line, "rows.csv")[0]?.parameter;
      expect([line, find(path.join("."))]).toEqual([line, parameter]);
      const isUnique = parameters.every(
        (one) => one === parameter || (one.name !== last && !one.path.includes(last)),
      );
      if (!isUnique) continue;
      expect([line, last, find(last)]).toEqual([line, last, parameter]);
      if (parameter.name !== last) count++;
    }
  }
  expect(count).toBeGreaterThan(0);
});
