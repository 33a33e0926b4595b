/** Entries of the translation glossary, selected by a term or id. */
import { describe, expect, test } from "vitest";
import { add, get, remove, update } from "../../../src/features/content/glossary.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

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

slowTest("an entry is selected by a unique term in any case, and by its id", async () => {
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

describe("a glossary entry", () => {
  const entry = { id: "G1", translations: { en: "Page", de: "Seite" } };
  const other = { id: "G2", translations: { en: "Space", fr: "page" } };
  const list = "GET /orgs/O1/translation-glossary";
  const input = { organizationId: "O1", entry: "Seite" };

  function open(items: readonly object[] = [entry, other], confirms?: boolean) {
    const opened = openScriptedContext({
      ...(confirms === undefined ? { yes: true } : { confirms }),
      answer: ({ line }) => (/glossary\/\w+$/.test(line) ? entry : { items }),
    });
    const writes = () => opened.sent.filter((one) => typeof one !== "string");
    return { ...opened, writes };
  }

  test("is shown with its terms", async () => {
    const { context, sent } = open();
    expect(await get(context, input)).toEqual({
      record: entry,
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "TERMS", path: "translations", as: "list", wide: true },
        { header: "CREATED", path: "createdAt", as: "time" },
        { header: "UPDATED", path: "updatedAt", as: "time" },
      ],
    });
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain(list.slice(0, 14));
    expect(sent[1]).toMatch(/\/G1$/);
  });

  test("is added, changed and deleted with one request each", async () => {
    const { context, writes } = open();
    expect(await add(context, { organizationId: "O1", terms: ["en=Book", "fr= Livre "] })).toEqual({
      done: 'Added "Book" (en), "Livre" (fr) to the glossary.',
      record: { translations: { en: "Book", fr: "Livre" } },
    });
    expect(await update(context, { ...input, terms: ["de=", "fr=Feuille"] })).toEqual({
      done: 'Changed the glossary entry to "Page" (en), "Feuille" (fr).',
      record: { id: "G1", translations: { en: "Page", fr: "Feuille" } },
    });
    expect(await remove(context, { ...input, entry: "G1" })).toEqual({
      done: 'Deleted "Page" (en), "Seite" (de) from the glossary.',
      record: { id: "G1" },
    });
    expect(writes().map(([, body]) => body)).toEqual(
      [
        { type: "insert", translations: { en: "Book", fr: "Livre" } },
        { type: "update", id: "G1", translations: { en: "Page", fr: "Feuille" } },
        { type: "delete", id: "G1" },
      ].map((operation) => ({ operations: [operation] })),
    );
  });

  test("is deleted only after a confirmation", async () => {
    const { context, writes, said } = open(undefined, false);
    await expect(remove(context, input)).rejects.toThrow();
    expect(said).toEqual([
      expect.stringContaining('Delete "Page" (en), "Seite" (de) from the glossary?'),
    ]);
    expect(writes()).toEqual([]);
  });

  test("needs a term", async () => {
    const { context, writes } = open();
    await expect(update(context, { ...input, terms: ["en=", "de="] })).rejects.toMatchObject({
      message: "An entry of the glossary needs a term.",
      hint: 'tome translation glossary delete "Seite"',
    });
    expect(writes()).toEqual([]);
  });

  test.each([
    ["none", 'No glossary entry has the term or id "none".'],
    ["PAGE", 'Several glossary entries have the term "PAGE": G1, G2. Specify an id.'],
  ])("named %s is not found", async (word, message) => {
    await expect(get(open().context, { ...input, entry: word })).rejects.toMatchObject({
      message,
      hint: "tome translation glossary list",
    });
  });

  test.each([
    ["=Book", '--term "=Book" is not of the form language=term, such as fr=espace.'],
    ["Book", '--term "Book" is not of the form language=term, such as fr=espace.'],
    ["en=", '--term "en=" is not of the form language=term, such as fr=espace.'],
    ["en=  ", '--term "en=  " is not of the form language=term, such as fr=espace.'],
    ["xx=Book", '--term "xx=Book": xx is not a supported language.'],
  ])("is not added with the term %j", async (term, message) => {
    const { context, sent } = open();
    await expect(add(context, { organizationId: "O1", terms: [term] })).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });
});
