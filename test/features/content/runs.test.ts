/** The start of an import of a website and of a translation, and the wait for its end. */
import { describe, expect, test } from "vitest";
import { start } from "../../../src/features/content/import.ts";
import { findTranslationName } from "../../../src/features/content/translation-name.ts";
import { run } from "../../../src/features/content/translation-run.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { Acceptance } from "../../support/network/scripted-client.ts";

function open(responses: Readonly<Record<string, unknown>>, options: object = {}) {
  const shown: string[] = [];
  const { context, sent, said } = openScriptedContext({
    answer: ({ line }) => responses[line.replace(/\?.*/, "")] ?? 404,
    more: { settings: { local: false }, env: {} },
    ...options,
  });
  const progress = () => ({ update: (text: string) => void shown.push(text), stop: () => {} });
  return {
    context: { ...context, terminal: { ...context.terminal, progress } },
    sent,
    said,
    shown,
  };
}

describe("the import of a website", () => {
  const line = "POST /org/O1/imports";
  const input = { organizationId: "O1", website: "https://x.example" };
  const page = { type: "page" };

  test("is only started by default", async () => {
    const { context, sent } = open({ [line]: { id: "I1" } });
    expect(await start(context, input as never)).toMatchObject({
      done: "Started the import I1.",
      next: "To show its progress: tome import get I1",
      record: { id: "I1" },
      columns: [
        { header: "ID" },
        { header: "STATUS" },
        { header: "SPACE" },
        { header: "CHANGE REQUEST" },
      ],
    });
    expect(sent).toEqual([[line, { source: { type: "website", url: "https://x.example" } }]]);
  });

  test.each([
    [
      { status: "completed", pages: [page, { type: "folder" }, page] },
      "Imported 2 pages from https://x.example.",
    ],
    [{ status: "failed", reason: "No access." }, "The import I1 failed: No access."],
    [{ status: "cancelled" }, "The import I1 was canceled"],
    [{ status: "pending" }, "The import I1 is still in progress after 0 seconds."],
    [{ status: "in-progress" }, "The import I1 is still in progress after 0 seconds."],
  ])("is awaited until %j", async (ended, message) => {
    const { context, shown } = open({ [line]: { id: "I1" }, "GET /org/O1/imports/I1": ended });
    const result = await start(context, { ...input, wait: true, waitLimit: 0 } as never).catch(
      (error: unknown) => error,
    );
    if (ended.status === "completed") {
      expect(result).toMatchObject({ done: message, record: ended });
      expect(shown).toEqual(["The import I1: completed, 2 pages"]);
    } else {
      expect(result).toMatchObject({ message, hint: "tome import get I1" });
    }
  });
});

describe("a translation", () => {
  const input = { organizationId: "O1", translationId: "T1" };
  const started = { "POST /orgs/O1/translations/T1/run": {} };
  const look = "GET /orgs/O1/translations/T1";
  const done = {
    status: "completed",
    stats: { latestPages: 2, latestWords: 1 },
    result: { space: "S9" },
  };

  test("is only started by default", async () => {
    const { context, sent, said } = open(started);
    expect(await run(context, input)).toEqual({
      done: "Started the run.",
      next: "To show its progress: tome translation get T1",
      record: { id: "T1", started: true },
    });
    expect([sent, said]).toEqual([["POST /orgs/O1/translations/T1/run"], []]);
  });

  test.each([
    [{ settings: { local: true }, env: {} }, 1],
    [{ settings: { local: true }, env: { TOME_TRANSLATE_URL: "http://t" } }, 0],
    [{ settings: { local: false }, env: {} }, 0],
  ])("of the local platform without a service is marked: %j", async (more, count) => {
    const { context, said } = open(started, { more });
    await run(context, input);
    expect(said).toHaveLength(count);
  });

  test.each<readonly [object, boolean, object]>([
    [done, false, { done: "Translated 2 pages (1 word) into the space S9.", record: done }],
    [done, true, { done: 'Translated 2 pages (1 word) into the space "Guide" (S9).' }],
    [
      {
        ...done,
        outdated: [{ changeRequest: "C1" }, { changeRequest: "C1" }, { changeRequest: "C2" }],
      },
      false,
      {
        next: "Manual corrections were kept. To review the new translation of 3 pages: tome cr diff C1 --space S9, tome cr diff C2 --space S9",
      },
    ],
    [
      { ...done, error: "No service." },
      false,
      { how: "failed", message: "The translation T1 failed: No service." },
    ],
    [
      { status: "running" },
      false,
      { how: "pending", message: "The translation is still in progress after 0 seconds." },
    ],
  ])("is awaited until %j", async (record, screen, expected) => {
    const responses = {
      ...started,
      [look]: record,
      "GET /spaces/S9": { id: "S9", title: "Guide" },
    };
    const { context, shown } = open(responses, {
      screen,
      more: { settings: { local: false }, env: {}, choice: {} },
    });
    const result = await run(context, { ...input, wait: true, waitLimit: 0 }).catch(
      (error: unknown) => error,
    );
    expect(result).toMatchObject(expected);
    if (!("next" in expected)) expect(result).not.toHaveProperty("next");
    expect(shown).toEqual([`The translation: ${(record as { status: string }).status}`]);
  });

  test("that was only accepted is awaited although the previous run is completed", async () => {
    const accepted = { "POST /orgs/O1/translations/T1/run": new Acceptance({}) };
    const { context } = open({ ...accepted, [look]: done });
    await expect(run(context, { ...input, wait: true, waitLimit: 0 })).rejects.toMatchObject({
      how: "pending",
      message: "The translation is still in progress after 0 seconds.",
    });
  });

  test("has a name of its source and language, if the source can be read", async () => {
    const created = { id: "T1", language: "de", source: { space: "S9" } };
    const { context } = open({ "GET /spaces/S9": { id: "S9", title: "Guide" } });
    expect(await findTranslationName(context, {}, created)).toEqual([
      { id: "T1", word: "Guide -> de" },
    ]);
    expect(await findTranslationName(open({}).context, {}, created)).toEqual([]);
  });
});
