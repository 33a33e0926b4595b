import { expect, test } from "vitest";
import { selectDeletedSpaces } from "../../../src/features/content/list-deleted-spaces.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

type Deletion = readonly [id: string, title: string, occurredAt: string];
const deletions = (...all: readonly Deletion[]) =>
  all.map(([id, label, occurredAt]) => ({
    target: { id, label },
    actor: { label: "Ada" },
    occurredAt,
  }));

test.each([
  ["one deletion", deletions(["S1", "A", "05"]), [], ["A 05"]],
  ["a space that exists again", deletions(["S1", "A", "05"], ["S2", "B", "04"]), ["S1"], ["B 04"]],
  // The space was restored and renamed in between.
  ["two deletions", deletions(["S1", "New", "05"], ["S1", "Old", "01"]), [], ["New 05"]],
  [
    "several spaces",
    deletions(["S2", "B", "09"], ["S1", "A", "05"], ["S2", "B", "03"], ["S1", "A", "01"]),
    ["S3"],
    ["B 09", "A 05"],
  ],
  ["an event without a target", [{ target: null, occurredAt: "05" }, { occurredAt: "04" }], [], []],
])("of %s, the latest one of each missing space counts", (_, events, existing, expected) => {
  const deleted = selectDeletedSpaces(
    events,
    existing.map((id) => ({ id })),
  );
  expect(deleted.map(({ title, deletedAt }) => `${title} ${deletedAt}`)).toEqual(expected);
});

slowTest("deleted spaces are listed until they are restored", async () => {
  const tome = openTome();
  const list = async () => JSON.parse((await tome("space list --deleted --local --json")).stdout);
  for (const title of ["Handbook", "Drafts"]) {
    await tome(`space create --title ${title} --local`);
  }
  expect(await list()).toEqual([]);
  await tome("space delete Handbook --yes --local");
  await tome("space delete Drafts --yes --local");
  expect((await list()).map(({ title }: { title: string }) => title)).toEqual([
    "Drafts",
    "Handbook",
  ]);
  const [{ deletedAt, restorableUntil, deletedBy }] = await list();
  expect(Date.parse(restorableUntil) - Date.parse(deletedAt)).toBe(7 * 24 * 60 * 60 * 1000);
  expect(deletedBy).toBe("Owner");
  const unknown = await tome("space restore Guide --local");
  expect([unknown.code, unknown.stderr]).toEqual([
    5,
    expect.stringContaining("hint: tome space list --deleted --local"),
  ]);
  await tome("space restore Handbook --local");
  expect((await list()).map(({ title }: { title: string }) => title)).toEqual(["Drafts"]);
});
