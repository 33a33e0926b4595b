import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";

test("deleted spaces are listed until they are restored", async () => {
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
