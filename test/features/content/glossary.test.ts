/** Entries of the translation glossary, selected by a term or id. */
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";

interface GlossaryRow {
  readonly id: string;
  readonly translations: Readonly<Record<string, string>>;
}

/** A glossary with two entries that share the English term `page`. */
async function start() {
  const tome = openTome();
  const run = (line: string) => tome(`translation glossary ${line} --local`);
  const list = async (): Promise<readonly GlossaryRow[]> =>
    JSON.parse((await run("list --json id,translations")).stdout);
  for (const terms of ["--term en=page --term de=Seite", "--term en=Page --term fr=page"]) {
    expect((await run(`add ${terms}`)).code).toBe(0);
  }
  expect((await run("add --term en=space --term de=Raum")).code).toBe(0);
  return { run, list };
}

describe("a term of two entries", () => {
  test.each(["get page", "update page --term de=Blatt", "delete PAGE --yes"])(
    "is ambiguous: glossary %s",
    async (line) => {
      const { run, list } = await start();
      const before = await list();
      const { code, stderr } = await run(line);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining("Several glossary entries have the term"),
      ]);
      for (const { id, translations } of before) {
        expect(stderr.includes(id)).toBe(translations.en?.toLowerCase() === "page");
      }
      expect(await list()).toEqual(before);
    },
  );
});

test("an entry is selected by a unique term in any case, and by its id", async () => {
  const { run, list } = await start();
  const [page, other, space] = await list();
  expect((await run("update RAUM --term de=Bereich --term fr=espace")).code).toBe(0);
  expect((await run(`update ${page?.id} --term de=`)).code).toBe(0);
  expect((await run("delete Seite --yes")).code).toBe(2);
  expect(await list()).toEqual([
    { id: page?.id, translations: { en: "page" } },
    other,
    { id: space?.id, translations: { en: "space", de: "Bereich", fr: "espace" } },
  ]);
  expect((await run(`delete ${other?.id} --yes`)).code).toBe(0);
  expect((await run("get page --json id")).stdout).toContain(page?.id);
  const last = await run("update page --term en=");
  expect([last.code, last.stderr]).toEqual([2, expect.stringContaining("needs a term")]);
});
