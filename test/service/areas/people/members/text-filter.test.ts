import { expect, test } from "vitest";
import { toTextFilter } from "../../../../../src/service/areas/people/members/text-filter.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const names = [
  "Ada",
  "ÜNAL",
  "ünal",
  "Σοφία",
  "Ζωής",
  "50%_off",
  "a\\b",
  "田中",
  "😀 Smile",
  "İnci",
];

test.each([
  ["", names],
  ["ada", ["Ada"]],
  ["ü", ["ÜNAL", "ünal"]],
  ["NAL", ["ÜNAL", "ünal"]],
  ["σο", ["Σοφία"]],
  ["ΣΟΦ", ["Σοφία"]],
  ["Σ", ["Σοφία"]],
  ["ΉΣ", ["Ζωής"]],
  ["%_", ["50%_off"]],
  ["\\", ["a\\b"]],
  ["中", ["田中"]],
  ["😀", ["😀 Smile"]],
  ["nci", ["İnci"]],
  ["x", []],
  ["a".repeat(60_000), []],
])("the word %.20j matches exactly these names: %j", async (word, found) => {
  const { db } = await openWorkspace();
  for (const [index, display_name] of names.entries()) {
    const user = { id: `${index}`, display_name, email: `${index}@x`, photo_url: null };
    await db
      .insertInto("users")
      .values({ ...user, created_at: "" })
      .execute();
  }
  const { inQuery, matches } = toTextFilter(word);
  const rows = await db
    .selectFrom("users")
    .select("display_name")
    .where("display_name", "<>", "Owner")
    .where(inQuery(["users.display_name"]))
    .orderBy("id")
    .execute();
  const kept = rows.filter((row) => matches?.([row.display_name]));
  expect(kept.map((row) => row.display_name)).toEqual(found);
});

test("without a word all names match, and nothing is left to check", async () => {
  const { db } = await openWorkspace();
  const { inQuery, matches } = toTextFilter(undefined);
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where(inQuery(["users.email"]))
    .execute();
  expect(rows).toHaveLength(1);
  expect(matches).toBeUndefined();
});
