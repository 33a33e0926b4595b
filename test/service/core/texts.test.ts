import { sql } from "kysely";
import { expect, test } from "vitest";
import { containsText, inTextOrder } from "../../../src/service/core/texts.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

test.each([
  ["a%_b", "%_", true],
  ["a%_b", "a_b", false],
  ["Abc", "abc", false],
  ["ÄÖ\\", "Ö\\", true],
  ["abc", "", true],
  ["", "a", false],
  ["abc", "abc", true],
  ["abc", "abcd", false],
  [`${"x".repeat(70_000)}y`, `${"x".repeat(60_000)}y`, true],
  ["x", "x".repeat(60_000), false],
])(
  "whether %.20j contains %.20j is %j, case-sensitive and at any length",
  async (text, part, has) => {
    const { db } = await openWorkspace();
    const rows = await db
      .selectFrom("users")
      .select("id")
      .where(containsText(sql`cast(${text} as text)`, part))
      .execute();
    expect(rows).toHaveLength(has ? 1 : 0);
  },
);

test("ids are ordered byte by byte, in any locale", () => {
  expect(["b", "a", "B", "ä", "Z"].sort(inTextOrder)).toEqual(["B", "Z", "a", "b", "ä"]);
});
