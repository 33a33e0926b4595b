import { expect, test } from "vitest";
import { collectNames, openNames } from "../../../src/app/bulk/known-names.ts";
import type { NameLookup } from "../../../src/context.ts";

const question: NameLookup = {
  label: "--space",
  of: ["space"],
  word: "Guide",
  within: { organizationId: "O1" },
};
const asked = '[["space"],"Guide",{"organizationId":"O1"}]';

test("a name is looked up once, and a name of an earlier run never", async () => {
  const words: string[] = [];
  const lookUp = async ({ word }: NameLookup) => {
    words.push(word);
    const title = word === "untitled" ? undefined : `Title of ${word}`;
    return { noun: "space" as const, id: `S${words.length}`, ...(title && { title }) };
  };
  const before = { asked, noun: "space", id: "S9", title: "Guide" } as const;
  const names = openNames({ lookUp }, [before]);
  expect(await names.lookUp(question)).toEqual({ noun: "space", id: "S9", title: "Guide" });
  const other = { ...question, word: "Manual" };
  const manual = { noun: "space", id: "S1", title: "Title of Manual" };
  expect([await names.lookUp(other), await names.lookUp(other)]).toEqual([manual, manual]);
  const elsewhere = { ...question, within: { organizationId: "O2" } };
  expect(await names.lookUp(elsewhere)).toMatchObject({ id: "S2" });
  const untitled = { ...question, word: "untitled" };
  expect([await names.lookUp(untitled), await names.lookUp(untitled)]).toEqual([
    { noun: "space", id: "S3" },
    { noun: "space", id: "S4" },
  ]);
  expect(words).toEqual(["Manual", "Guide", "untitled", "untitled"]);
  expect(names.all()).toEqual([
    before,
    { ...manual, asked: asked.replace("Guide", "Manual") },
    { noun: "space", id: "S2", title: "Title of Guide", asked: asked.replace("O1", "O2") },
  ]);
});

test.each<[unknown, readonly unknown[]]>([
  [undefined, []],
  [{}, []],
  [[null, 5, "x", {}], []],
  [
    [{ asked, noun: "space", id: "S1", title: "A", more: 1 }],
    [{ asked, noun: "space", id: "S1", title: "A" }],
  ],
  [[{ asked, noun: "nosuch", id: "S1", title: "A" }], []],
  [[{ asked: 1, noun: "space", id: "S1", title: "A" }], []],
  [[{ asked, noun: "space", id: 1, title: "A" }], []],
  [[{ asked, noun: "space", id: "S1" }], []],
])("the names %j of a journal are read as %j", (value, names) => {
  expect(collectNames(value)).toEqual(names);
});
