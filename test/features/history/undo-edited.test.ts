import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { sample } from "../../support/generators/amount.ts";

/** The files below a folder that contain an entry. */
function historyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, "utf8").includes('"operation":"'));
}

type HistoryLine = Readonly<Record<string, unknown>> & { readonly target: object };

const edits: Readonly<Record<string, (entry: HistoryLine, other: string) => object>> = {
  "the name of another operation": (entry) => ({ ...entry, operation: "updateSiteById" }),
  "the name of one that creates": (entry, other) => ({
    ...entry,
    operation: "createSpace",
    made: other,
  }),
  "another method": (entry) => ({ ...entry, method: "DELETE" }),
  "the path of another resource": (entry, other) => ({ ...entry, path: `/v1/spaces/${other}` }),
  "the target of another resource": (entry, other) => ({
    ...entry,
    target: { ...entry.target, id: other },
  }),
  "the input of another resource": (entry, other) => ({
    ...entry,
    input: { spaceId: other, title: "x" },
  }),
};

describe("undo of an edited history", () => {
  test.each(sample(Object.entries(edits), 2))(
    "sends nothing for an entry with %s",
    async (_, edit) => {
      const { run, ok, make, state } = openWithHistory();
      const [id, other] = [
        await make("space create --title Handbook"),
        await make("space create --title Other"),
      ];
      await ok(`space update ${id} --title Changed`);
      const files = historyFiles(state);
      expect(files.length).toBeGreaterThan(0);
      let edited = "";
      for (const file of files) {
        const lines = readFileSync(file, "utf8").split("\n");
        const changed = lines.map((line) => {
          if (!line.includes('"operation":"updateSpaceById"')) return line;
          const entry = edit(JSON.parse(line), other) as HistoryLine;
          edited = String(entry.entry);
          return JSON.stringify(entry);
        });
        writeFileSync(file, changed.join("\n"));
      }
      const ran = await run(`undo ${edited} --force --yes`);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).toContain("The history file was edited or is damaged.");
      const getTitle = async (space: string) =>
        JSON.parse(await ok(`space get ${space} --json title`));
      expect(await getTitle(id)).toEqual({ title: "Changed" });
      expect(await getTitle(other)).toEqual({ title: "Other" });
    },
  );
});
