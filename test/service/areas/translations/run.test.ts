import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as space from "../../../../src/contract/space.ts";
import * as translation from "../../../../src/contract/translation.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { createTranslationJob } from "../../../../src/service/areas/translations/run.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { type LongJobCall, NotPermittedError } from "../../../../src/service/jobs/job.ts";
import { amount, sample, slowTest, slowTests } from "../../../support/generators/amount.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";
import { type Content, type Draft, guide, startTranslation, translate } from "./fixture.ts";

/** Properties of a page that a translation keeps. */
const kept = {
  emoji: "🚀",
  icon: "rocket",
  hidden: true,
  noIndex: true,
  layout: { outline: false },
  variables: { version: 2 },
  location: "docs/start.md",
} as const;

describe("the result of a run", () => {
  test("has the translated texts of the source, and its other properties", async () => {
    const content: Content = {
      pages: [
        { id: "empty", title: "Empty" },
        { id: "all", title: "All", description: "Each property.", text: "Text.", ...kept },
        { id: "group", type: "group", title: "Group", pages: [{ id: "in", title: "In" }] },
        { id: "link", type: "link", title: "Link", target: { kind: "page", page: "all" } },
        { id: "synced", title: "Synced", git: { oid: "1", path: "synced.md" } },
      ],
      shared: [
        { id: "note", title: "Note", text: "Read this.", location: "includes/note.md" },
        { id: "blank", title: "Blank" },
      ],
      files: [
        { id: "file", name: "a.txt", contentType: "text/plain", hash: "h", size: 1, location: "a" },
      ],
      variables: { product: "tome", count: 3 },
    };
    const { showResult, source, show, run } = await startTranslation(content);
    await run();
    expect(await showResult()).toEqual(translate(await show(source)));
  });

  const base = { id: "page", title: "Page" };
  const full = { ...base, description: "About.", text: "Text." };
  const title = { id: "other", title: "Other", text: "Other." };
  const changes: readonly [string, readonly Draft[], readonly Draft[], readonly string[]][] = [
    ["a changed title", [full], [{ ...full, title: "New" }], ["New", "About.", "Text."]],
    ["a new description", [base], [{ ...base, description: "New." }], ["Page", "New."]],
    ["a removed description", [full], [{ ...base, text: "Text." }], ["Page", "Text."]],
    ["a new text", [base], [{ ...base, text: "New." }], ["Page", "New."]],
    ["a removed text", [full], [{ ...base, description: "About." }], ["Page", "About."]],
    ["a changed text", [full], [{ ...full, text: "New." }], ["Page", "About.", "New."]],
    ["a new page", [full], [full, title], ["Other", "Other."]],
    ["a removed page", [full, title], [title], []],
    ["a moved page", [full, title], [{ ...full, pages: [title] }], []],
    ["a changed order", [full, title], [title, full], []],
    ["other properties", [full], [{ ...full, ...kept }], []],
    ["no change", [full, title], [full, title], []],
  ];
  test.each(sample(changes, 3))(
    "follows %s, with the texts of changed pages only",
    async (_, before, after, texts) => {
      const { run, write, source, show, sent, showResult, getTree, get } = await startTranslation({
        pages: before,
        shared: guide.shared ?? [],
      });
      const first = (await run()).result;
      await write(source, { pages: after, shared: guide.shared ?? [] });
      sent.length = 0;
      const { result, stats } = await run();
      expect(sent).toEqual([texts]);
      expect(await showResult()).toEqual(translate(await show(source)));
      expect(stats).toMatchObject({ runs: 2, latestPages: texts.length === 0 ? 0 : 1 });
      // Without a change, the result keeps its revision.
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      expect(result?.revision === first?.revision).toBe(isSame);
      expect((await get()).result?.space).toBe(first?.space);
      expect((await getTree(result?.space ?? "")).pages).toHaveLength(after.length);
    },
  );

  slowTests.each<[string, Content, boolean]>([
    ["a new reusable content", { ...guide, shared: [...(guide.shared ?? []), base] }, true],
    ["a removed reusable content", { ...guide, shared: [] }, true],
    ["a changed one", { ...guide, shared: [{ id: "note", title: "Note", text: "New." }] }, true],
    ["a variable", { ...guide, variables: { product: "tome" } }, true],
    ["nothing", guide, false],
  ])("follows %s beside its pages", async (_, after, isNew) => {
    const { run, write, source, show, showResult } = await startTranslation();
    const first = (await run()).result?.revision;
    await write(source, after);
    const { result } = await run();
    expect(await showResult()).toEqual(translate(await show(source)));
    expect(result?.revision !== first).toBe(isNew);
  });

  slowTest(
    "has no location in the repository of the source, and stays after its synchronization",
    async () => {
      const { run, getTree, commit, source } = await startTranslation();
      const synchronize = async (oid: string) => {
        const tree = await getTree(source);
        const at = <T extends { readonly id: string }>(one: T): T & { git: object } => ({
          ...one,
          git: { oid, path: `${one.id}.md` },
        });
        await commit(source, {
          ...tree,
          pages: tree.pages.map(at),
          files: [at({ id: "file", name: "a", contentType: "text/plain", hash: "h", size: 1 })],
          reusableContents: tree.reusableContents.map(at),
        } as ContentTree);
      };
      await synchronize("1");
      const first = (await run()).result;
      expect(JSON.stringify(await getTree(first?.space ?? ""))).not.toContain('"git"');
      await synchronize("2");
      expect((await run()).result).toEqual(first);
    },
  );

  slowTest("equals the translated source after any edits of the source", async () => {
    const texts = fc.constantFrom("One.", "Two.", "Three.");
    const drafts = fc.uniqueArray(
      fc.record(
        {
          id: fc.constantFrom("a", "b", "c", "d"),
          title: texts,
          description: texts,
          text: texts,
          hidden: fc.constant(true),
        },
        { requiredKeys: ["id", "title"] },
      ),
      { selector: ({ id }) => id, maxLength: 4 },
    );
    const contents = fc.tuple(drafts, fc.boolean()).map(([pages, isNested]): Content => {
      const [first, ...others] = pages;
      if (!isNested || first === undefined) return { pages };
      return { pages: [{ ...first, pages: others }] };
    });
    const { run, write, source, show, showResult } = await startTranslation();
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        await write(source, content);
        await run();
        expect(await showResult()).toEqual(translate(await show(source)));
      }),
      { numRuns: amount({ short: 6, all: 25, full: 100 }) },
    );
  });
});

describe("a corrected page", () => {
  const corrected = { id: "start", title: "Début", description: "Corrigé.", text: "Commencez." };

  /** A translation with a manual correction of a page, before its source changes. */
  async function correct() {
    const opened = await startTranslation();
    const spaceId = (await opened.run()).result?.space ?? "";
    await opened.edit(spaceId, corrected);
    const list = async () =>
      (await opened.workspace.ok(opened.admin, cr.list, { spaceId, status: ["draft"] })).items;
    return { ...opened, spaceId, list };
  }

  slowTest(
    "stays as it is, and is offered in a change request of the creator with other changes published",
    async () => {
      const { run, write, source, spaceId, list, show, getTree, admin, db } = await correct();
      await write(source, {
        ...guide,
        pages: guide.pages.map((page) => ({ ...page, text: "New." })),
      });
      const { outdated, result } = await run();
      const { pages } = await show(spaceId);
      expect(pages[0]).toMatchObject(corrected);
      expect(pages[1]).toMatchObject({ title: "fr More", text: "fr New." });
      const [offer, ...further] = await list();
      expect(further).toEqual([]);
      expect(offer).toMatchObject({
        subject: "Update the translation of 1 corrected page",
        createdBy: { id: admin },
      });
      expect(outdated).toEqual([{ page: "start", changeRequest: offer?.id }]);
      expect((await getTree(spaceId)).pages[0]?.title).toBe("Début");
      const { revision_id } = await db
        .selectFrom("change_requests")
        .select("revision_id")
        .where("id", "=", offer?.id ?? "")
        .executeTakeFirstOrThrow();
      const offered = (await readTree(db, revision_id)).pages;
      expect(offered.map(({ title, description }) => [title, description])).toEqual([
        ["fr Start", "fr First steps."],
        ["fr More", undefined],
      ]);
      expect(result?.revision).toBe((await getSpace(db, spaceId)).revision_id);
    },
  );

  test("is part of the result that the next run names, without an offer", async () => {
    const { run, spaceId, list, db } = await correct();
    const { result, outdated } = await run();
    expect(result?.revision).toBe((await getSpace(db, spaceId)).revision_id);
    expect([outdated, await list()]).toEqual([[], []]);
  });

  slowTest("is not offered the text that it already has", async () => {
    const { run, write, edit, source, spaceId, list } = await correct();
    await edit(spaceId, { id: "more", title: "fr New" });
    const [first, second = { id: "more" }] = guide.pages;
    await write(source, { ...guide, pages: [first ?? second, { ...second, title: "New" }] });
    expect((await run()).outdated).toEqual([]);
    expect(await list()).toEqual([]);
  });

  slowTest("and another one are offered together, and not again", async () => {
    const { run, write, edit, source, spaceId, list } = await correct();
    await edit(spaceId, { id: "more", text: "Corrigé." });
    await write(source, {
      ...guide,
      pages: guide.pages.map((page) => ({ ...page, text: "New." })),
    });
    expect((await run()).outdated).toHaveLength(2);
    expect((await list()).map(({ subject }) => subject)).toEqual([
      "Update the translation of 2 corrected pages",
    ]);
    expect((await run()).outdated).toHaveLength(2);
    expect(await list()).toHaveLength(1);
  });
});

function getSpace(db: Queries, id: string) {
  return db.selectFrom("spaces").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

describe("between reading and writing of a run", () => {
  async function begin() {
    const opened = await startTranslation();
    const { workspace, admin, db, named, other } = opened;
    /** The spaces with their content, and the other translation. */
    const readAll = async () => ({
      spaces: await db.selectFrom("spaces").select(["id", "revision_id"]).orderBy("id").execute(),
      revisions: await db.selectFrom("revisions").select("id").orderBy("id").execute(),
      other: await db
        .selectFrom("translations")
        .selectAll()
        .where("id", "=", other.translationId)
        .execute(),
    });
    const readRow = () =>
      db
        .selectFrom("translations")
        .selectAll()
        .where("id", "=", named.translationId)
        .executeTakeFirst();
    const transfer = async (spaceId: string) => {
      const organization = await workspace.organization("Other");
      await workspace.enroll(organization, admin, "admin");
      await workspace.ok(admin, space.transfer, { spaceId, organization });
    };
    return { ...opened, readAll, readRow, transfer };
  }
  type Begun = Awaited<ReturnType<typeof begin>>;
  type Act = (begun: Begun) => Promise<unknown>;

  const removals: readonly [string, Act][] = [
    [
      "deleted",
      ({ workspace, admin, source }) => workspace.ok(admin, space.remove, { spaceId: source }),
    ],
    [
      "purged",
      async ({ workspace, admin, db, source }) => {
        await workspace.ok(admin, space.remove, { spaceId: source });
        await db.deleteFrom("jobs").where("kind", "=", "run-translation").execute();
        workspace.passDays(7);
        await workspace.service.jobs.finish();
        expect(await db.selectFrom("spaces").select("id").execute()).toEqual([]);
      },
    ],
    [
      "moved",
      async ({ workspace, db, source }) => {
        const organization_id = await workspace.organization("Other");
        await db.updateTable("spaces").set({ organization_id }).where("id", "=", source).execute();
      },
    ],
  ];
  slowTests.each(removals)("a %s source ends the run without a result", async (_, act) => {
    const begun = await begin();
    await begun.request();
    const finish = await begun.prepare();
    expect((await begun.readRow())?.status).toBe("running");
    await act(begun);
    const before = await begun.readAll();
    await finish();
    const ended = {
      ...{ status: "completed", error: "The source space was deleted.", requests: "[]" },
      ...{ runs: 0, result_space: null, translated: "{}", corrections: "{}" },
    };
    expect(await begun.readAll()).toEqual(before);
    expect(await begun.readRow()).toMatchObject(ended);
    // As for a run that begins afterwards.
    await (await begun.prepare())();
    expect(await begun.readAll()).toEqual(before);
    expect(await begun.readRow()).toMatchObject(ended);
    expect(begun.jobs).toEqual([]);
  });

  const ends: readonly [string, Act][] = [
    ["deletion", ({ workspace, admin, named }) => workspace.ask(admin, translation.remove, named)],
    ["end by a transfer of the source", ({ transfer, source }) => transfer(source)],
  ];
  test.each(ends)("the %s of the translation ends the run without a result", async (_, act) => {
    const begun = await begin();
    const finish = await begun.prepare();
    await act(begun);
    const before = await begun.readAll();
    await finish();
    await (await begun.prepare())();
    expect(await begun.readAll()).toEqual(before);
    expect([await begun.readRow(), begun.jobs]).toEqual([undefined, []]);
  });

  slowTests.each([
    ["nobody", [], 1, []],
    ["the requester", ["admin"], 2, [2]],
    ["another user", ["editor"], 2, [2]],
    ["both, one of them twice", ["admin", "editor", "admin"], 4, [3, 4]],
  ] as const)(
    "%s requests it again, and it is queued for them only",
    async (_, users, asked, remaining) => {
      const begun = await begin();
      const editor = await begun.workspace.member(begun.organizationId, "create");
      await begun.request();
      const finish = await begun.prepare();
      for (const user of users) await begun.request(user === "admin" ? begun.admin : editor);
      const before = await begun.readAll();
      await finish();
      expect((await begun.readAll()).other).toEqual(before.other);
      const row = await begun.readRow();
      const requests: { readonly asked: number }[] = JSON.parse(row?.requests ?? "");
      expect(requests.map((request) => request.asked)).toEqual(remaining);
      expect(row).toMatchObject({ asked, error: null, runs: 1 });
      expect(row?.status).toBe(remaining.length === 0 ? "completed" : "pending");
      expect(begun.jobs).toMatchObject(
        remaining.slice(0, 1).map((next) => ({
          kind: "run-translation",
          payload: { translationId: begun.named.translationId, asked: next },
        })),
      );
      await (await begun.prepare())();
      expect(await begun.readRow()).toMatchObject({ status: "completed", requests: "[]" });
    },
  );

  slowTest("a changed source is translated by the next run", async () => {
    const begun = await begin();
    const { prepare, write, source, show, showResult, run } = begun;
    const before = await show(source);
    const finish = await prepare();
    await write(source, { pages: [{ id: "start", title: "New", text: "New." }] });
    await finish();
    expect(await showResult()).toEqual(translate(before));
    await run();
    expect(await showResult()).toEqual(translate(await show(source)));
  });

  test("the time of a run is measured by the clock of the platform, which may be set back", async () => {
    const { workspace, prepare, get } = await begin();
    const totals: unknown[] = [];
    for (const seconds of [90, -3600, 30]) {
      const finish = await prepare();
      workspace.time.now = new Date(workspace.now.getTime() + seconds * 1000);
      await finish();
      const { stats, updatedAt } = await get();
      totals.push([stats.latestRunDuration, stats.totalDuration, stats.runs]);
      expect(updatedAt).toBe(workspace.now.toISOString());
    }
    expect(totals).toEqual([
      [90_000, 90_000, 1],
      [0, 90_000, 2],
      [30_000, 120_000, 3],
    ]);
  });

  slowTest(
    "the source is moved, restricted and renamed, and the result is created like it is then",
    async () => {
      const { workspace, admin, organizationId, source, prepare, get } = await begin();
      const reader = await workspace.member(organizationId, "read");
      const { id: parent } = await workspace.ok(admin, collection.create, { organizationId });
      const finish = await prepare();
      await workspace.ok(admin, space.move, { spaceId: source, parent });
      await workspace.ok(admin, space.update, {
        ...{ spaceId: source, defaultLevel: null, title: "Renamed" },
      });
      await finish();
      const spaceId = (await get()).result?.space ?? "";
      expect(await workspace.ok(admin, space.get, { spaceId })).toMatchObject({
        ...{ title: "Renamed (fr)", parent, defaultLevel: null },
      });
      expect((await workspace.refused(reader, space.get, { spaceId })).status).toBe(404);
    },
  );

  slowTest("the result is renamed and corrected, and both stay", async () => {
    const { workspace, admin, run, prepare, source, write, edit, show } = await begin();
    const spaceId = (await run()).result?.space ?? "";
    const finish = await prepare();
    const corrected = { id: "start", text: "Commencez." };
    await edit(spaceId, corrected);
    await workspace.ok(admin, space.update, { spaceId, title: "Guide français" });
    await finish();
    const { title } = await workspace.ok(admin, space.get, { spaceId });
    expect(title).toBe("Guide français");
    expect((await show(spaceId)).pages[0]).toMatchObject(corrected);
    await write(source, { ...guide, pages: guide.pages.map((one) => ({ ...one, text: "New." })) });
    expect((await run()).outdated).toMatchObject([{ page: "start" }]);
    expect((await show(spaceId)).pages[0]).toMatchObject(corrected);
  });

  const losses: readonly [string, (begun: Begun, spaceId: string) => Promise<unknown>][] = [
    ["deleted", ({ workspace, admin }, spaceId) => workspace.ok(admin, space.remove, { spaceId })],
    ["transferred", ({ transfer }, spaceId) => transfer(spaceId)],
    ["emptied", ({ write }, spaceId) => write(spaceId, { pages: [] })],
  ];
  slowTests.each(losses)("a %s result is complete after the run that follows", async (_, act) => {
    const begun = await begin();
    const { run, write, source, show, showResult, request, prepare, jobs, get } = begun;
    const spaceId = (await run()).result?.space ?? "";
    await write(source, { ...guide, pages: guide.pages.map((one) => ({ ...one, text: "New." })) });
    await request();
    const finish = await prepare();
    await act(begun, spaceId);
    await finish();
    // The run has no text of the pages that were not changed, so it is repeated.
    expect(jobs).toMatchObject([{ kind: "run-translation" }]);
    expect((await get()).status).toBe("pending");
    await (await prepare())();
    expect(await showResult()).toEqual(translate(await show(source)));
    expect((await get()).status).toBe("completed");
  });
});

test("a failed translation writes nothing but that it is running", async () => {
  const { db, workspace, admin, named } = await startTranslation();
  const job = createTranslationJob({
    translate: async () => {
      throw new Error("No connection.");
    },
  });
  const readSpaces = () => db.selectFrom("spaces").selectAll().execute();
  const before = await readSpaces();
  await workspace.ok(admin, translation.run, named);
  await expect(
    job.prepare({ translationId: named.translationId }, {
      ...{ db, now: workspace.now, signal: new AbortController().signal },
    } as LongJobCall),
  ).rejects.toThrow("No connection.");
  expect(await workspace.ok(admin, translation.get, named)).toMatchObject({
    ...{ status: "running", stats: { runs: 0 } },
  });
  expect(await readSpaces()).toEqual(before);
});

test("a requester who has lost the permission sends no text to the translation server", async () => {
  const { db, workspace, admin, named } = await startTranslation();
  const sent: (readonly string[])[] = [];
  const job = createTranslationJob({
    async translate(texts, _languages, { beforeSending }) {
      await beforeSending();
      sent.push(texts);
      return texts;
    },
  });
  await workspace.ok(admin, translation.run, named);
  const prepare = (requirePermission: () => Promise<void>) =>
    job.prepare({ translationId: named.translationId }, {
      ...{ db, now: workspace.now, signal: new AbortController().signal, requirePermission },
    } as LongJobCall);
  const refuse = () => Promise.reject(new NotPermittedError("No permission."));
  await expect(prepare(refuse)).rejects.toThrow("No permission.");
  expect(sent).toEqual([]);
  await prepare(async () => {});
  expect(sent).not.toEqual([]);
});

describe("while a server translates", () => {
  /** Translations in the queue, by a server that does something before each response. */
  async function queue(before: (opened: Queued, count: number) => Promise<number | undefined>) {
    let count = 0;
    const { url } = await serve(async ({ body }, response) => {
      const { q }: { q: string[] } = JSON.parse(body);
      const status = (await before(opened, ++count)) ?? 200;
      answerJson(response, status, { translatedText: q.map((text) => `fr ${text}`) });
    });
    const opened: Queued = await startTranslation(guide, {
      translator: { address: url },
      log: () => {},
    });
    const editor = await opened.workspace.member(opened.organizationId, "create");
    const finish = () => opened.workspace.service.jobs.finish();
    return { ...opened, editor, finish, countRequests: () => count };
  }
  type Queued = Awaited<ReturnType<typeof startTranslation>>;

  slowTests.each([
    [false, 0, "completed", expect.stringContaining("role")],
    [true, 1, "completed", undefined],
  ])(
    "its requester loses the role, and only a run for another requester (%s) writes",
    async (hasOther, runs, status, error) => {
      const { request, finish, get, editor, source, show, countRequests } = await queue(
        async ({ db }, count) => {
          const members = db.updateTable("members").set({ role: "read" });
          if (count === 1) await members.where("user_id", "=", editor).execute();
          return undefined;
        },
      );
      await request(editor);
      if (hasOther) await request();
      await finish();
      const done = await get();
      expect([done.stats.runs, done.status, done.error]).toEqual([runs, status, error]);
      expect(countRequests()).toBe(hasOther ? 2 : 1);
      expect(done.result !== undefined).toBe(hasOther);
      if (hasOther)
        expect(await show(done.result?.space ?? "")).toEqual(translate(await show(source)));
    },
  );

  slowTest(
    "another process takes over and completes the run, whose late end writes nothing",
    async () => {
      const { request, finish, get, db } = await queue(async ({ prepare, db: queries }, count) => {
        if (count > 1) return undefined;
        await (await prepare())();
        await queries.deleteFrom("jobs").where("kind", "=", "run-translation").execute();
        return undefined;
      });
      await request();
      await finish();
      expect(await get()).toMatchObject({ status: "completed", stats: { runs: 1 } });
      expect(await db.selectFrom("spaces").select("id").execute()).toHaveLength(2);
    },
  );

  slowTests.each([
    [1, 1, undefined],
    [5, 1, undefined],
    [6, 0, expect.stringMatching(/^Failed after 6 attempts\. .*status 500/)],
  ])("it fails %i times, and the run is repeated five times", async (failures, runs, error) => {
    const { request, finish, get, workspace, showResult, show, source } = await queue(
      async (_, count) => (count <= failures ? 500 : undefined),
    );
    await request();
    for (let attempt = 1; attempt <= 7; attempt++) {
      await finish();
      workspace.passDays(1);
    }
    const done = await get();
    expect([done.stats.runs, done.status, done.error]).toEqual([runs, "completed", error]);
    // A failure does not prevent the next run.
    await request();
    await finish();
    expect(await showResult()).toEqual(translate(await show(source)));
    expect((await get()).error).toBeUndefined();
  });
});
