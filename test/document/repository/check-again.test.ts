/** A check after an earlier one of the same files. */
import { expect, test } from "vitest";
import { type CheckedTexts, checkRepository } from "../../../src/document/repository/check.ts";

test("a second check reads only changed texts, and finds the same as a complete one", async () => {
  const contents = new Map([
    ["README.md", "# Home\n\n[One](one.md#first) and [two](two.md)\n"],
    ["one.md", "# One\n\n## First\n\n{% hint %}\n"],
    ["two.md", "# Two\n\n[One](one.md)\n"],
  ]);
  const stamps = new Map([...contents.keys()].map((path) => [path, 1]));
  const texts: CheckedTexts = new Map();
  const check = async (known?: CheckedTexts) => {
    const reads: string[] = [];
    const { faults } = await checkRepository({
      files: [...contents].map(([path, { length: size }]) => ({
        ...{ path, size, stamp: String(stamps.get(path)) },
      })),
      read: async (path) => {
        reads.push(path);
        return contents.get(path) ?? "";
      },
      mayBeUnlisted: () => true,
      texts: known,
    });
    return { faults, reads };
  };
  const write = (path: string, text: string) => {
    contents.set(path, text);
    stamps.set(path, (stamps.get(path) ?? 0) + 1);
  };
  const rules = async () => {
    const again = await check(texts);
    expect(again.faults).toEqual((await check()).faults);
    return { ...again, rules: again.faults.map(({ rule }) => rule).sort() };
  };

  expect(await rules()).toMatchObject({
    reads: ["README.md", "one.md", "two.md"],
    rules: ["block-unclosed", "summary-missing"],
  });
  expect((await rules()).reads).toEqual([]);

  write("one.md", "# One\n\n## Another\n");
  expect(await rules()).toMatchObject({
    reads: ["one.md"],
    rules: ["anchor-broken", "summary-missing"],
  });

  contents.delete("two.md");
  expect(await rules()).toMatchObject({
    reads: [],
    rules: ["anchor-broken", "link-broken", "summary-missing"],
  });
  expect(texts.size).toBe(2);
});
