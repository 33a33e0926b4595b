import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { openRestoreJournal } from "../../../../src/features/backup/restore/restore-journal.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const scope = {
  backup: "2026-01-01T00:00:00Z",
  organization: "O1",
  only: ["S1"],
  asChangeRequest: false,
};

function start() {
  const backup = join(temporaryFolder(), "backup");
  let locks = 0;
  const lockFile = async () => {
    locks++;
    return async () => void locks--;
  };
  const open = (more: object = {}) =>
    openRestoreJournal({ lockFile } as never, backup, { ...scope, ...more });
  return { backup, open, locks: () => locks };
}

test("a journal restores its state", async () => {
  const { open, locks } = start();
  const first = await open();
  expect([first.isResumed, first.mark, existsSync(first.path)]).toEqual([
    false,
    expect.stringMatching(/^[0-9a-f]{8}$/),
    false,
  ]);
  await first.note("a", { id: "S1", isNew: true });
  await first.note("a", { changeRequest: "R1", revision: "V1" });
  await first.note("a", { ids: { P1: "N1" }, revision: "V2", refused: "The page: no." });
  await first.note("a", { ids: { P2: "N2" }, step: "pages" });
  await first.note("b", {
    id: "S2",
    isNew: false,
    changeRequest: "R2",
    revision: "V3",
    ids: { P3: "N3" },
    refused: "no",
  });
  await first.note("b", { changeRequest: "" });
  await first.noteCollection("C1", "N1", "made");
  await first.noteCollection("C2", "N2", "finished");
  const expected = (journal: typeof first) => {
    expect(journal.getState("a")).toEqual({
      key: "a",
      id: "S1",
      isNew: true,
      changeRequest: "R1",
      revision: "V2",
      step: "pages",
      ids: new Map([
        ["P1", "N1"],
        ["P2", "N2"],
      ]),
      refused: new Set(["The page: no."]),
    });
    expect(journal.getState("b")).toEqual({
      key: "b",
      id: "S2",
      isNew: false,
      step: "begun",
      ids: new Map(),
      refused: new Set(),
    });
    expect(journal.getState("c")).toEqual({
      key: "c",
      step: "begun",
      ids: new Map(),
      refused: new Set(),
    });
    expect([[...journal.collections], [...journal.finishedCollections]]).toEqual([
      [
        ["C1", "N1"],
        ["C2", "N2"],
      ],
      ["C2"],
    ]);
  };
  expected(first);
  await first.close();
  expect(locks()).toBe(0);
  // A crash leaves an incomplete line.
  appendFileSync(first.path, '{"space":"a","id":"S');
  const second = await open();
  expect([second.isResumed, second.mark, locks()]).toEqual([true, first.mark, 1]);
  expected(second);
  await second.note("a", { step: "done" });
  await second.close();
  expect(
    readFileSync(second.path, "utf8")
      .trimEnd()
      .split("\n")
      .every((line) => JSON.parse(line)),
  ).toBe(true);
  const headers = readFileSync(second.path, "utf8").match(/"mark"/g);
  expect(headers).toHaveLength(1);
  const third = await open();
  expect(third.getState("a").step).toBe("done");
  await third.close();
  await third.remove();
  expect(existsSync(third.path)).toBe(false);
});

test("the mark is on disk before the first write, once", async () => {
  const { open } = start();
  const journal = await open();
  await journal.begin();
  await journal.begin();
  await journal.note("a", { id: "S1" });
  await journal.close();
  const lines = readFileSync(journal.path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    { scope, mark: journal.mark },
    { space: "a", id: "S1" },
  ]);
});

test.each([{ backup: "2026-01-02T00:00:00Z" }, { only: ["S2"] }, { asChangeRequest: true }])(
  "a restore with %j cannot continue another one",
  async (more) => {
    const { open, locks } = start();
    const first = await open();
    await first.begin();
    await first.close();
    await expect(open(more)).rejects.toThrow(
      new UsageError(
        `Another restore from backup to this organization was interrupted. Run that command again to finish it, or delete ${first.path} to discard it.`,
      ),
    );
    expect(locks()).toBe(0);
  },
);

test("another organization has its own journal, and a damaged one is refused", async () => {
  const { open, locks } = start();
  const first = await open();
  await first.begin();
  await first.close();
  const other = await open({ organization: "O2" });
  expect([other.path === first.path, other.isResumed]).toEqual([false, false]);
  await other.close();
  writeFileSync(first.path, "{}\nnot JSON\n");
  await expect(open()).rejects.toThrow(
    `${first.path} is damaged. Delete it to start a new restore.`,
  );
  expect(locks()).toBe(0);
});
