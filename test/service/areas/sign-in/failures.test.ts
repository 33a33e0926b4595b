import { describe, expect, test } from "vitest";
import { recordFailure } from "../../../../src/service/areas/sign-in/failures.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openSignIns } from "./fixture.ts";
import { openRequests } from "./requests.ts";

slowTest("refused responses with alternating reasons are recorded once a minute", async () => {
  const { db, bring, pass } = await openSignIns();
  const texts = ["no XML", "<a/>", "<a><b/></a>", "<Response/>"].map((text) =>
    Buffer.from(text).toString("base64"),
  );
  const countReasons = async () => {
    const rows = await db.selectFrom("saml_failures").select("reason").execute();
    return { rows: rows.length, reasons: new Set(rows.map(({ reason }) => reason)).size };
  };
  for (let round = 0; round < 3; round++) {
    for (const text of texts) {
      await bring(text);
      pass(2 / 60);
    }
  }
  const { rows, reasons } = await countReasons();
  expect(reasons).toBeGreaterThan(1);
  expect(rows).toBe(reasons);
  pass(2);
  await bring(texts[0] ?? "");
  expect((await countReasons()).rows).toBe(rows + 1);
});

describe("a failed sign-in", () => {
  async function start() {
    const opened = await openRequests();
    const { db, provider, request } = opened;
    const record = (reason: string, of = provider) => recordFailure(request(), of, reason);
    const list = async (id = provider.id) => {
      const rows = await db
        .selectFrom("saml_failures")
        .select(["reason", "created_at"])
        .where("provider_id", "=", id)
        .orderBy("created_at")
        .execute();
      return rows.map(({ reason }) => reason);
    };
    return { ...opened, record, list };
  }

  test("is stored again after a minute, and another one after a second", async () => {
    const { record, list, pass } = await start();
    await record("A.");
    pass(999);
    await record("B.");
    expect(await list()).toEqual(["A."]);
    pass(1);
    await record("B.");
    expect(await list()).toEqual(["A.", "B."]);
    pass(58_999);
    await record("A.");
    expect(await list()).toEqual(["A.", "B."]);
    pass(1);
    await record("A.");
    expect(await list()).toEqual(["A.", "B.", "A."]);
  });

  test("does not depend on those of another provider", async () => {
    const { record, list, provider, addProvider, logged, db } = await start();
    const other = await addProvider("Second");
    await record("A.");
    await record("A.", other);
    expect([await list(), await list(other.id)]).toEqual([["A."], ["A."]]);
    expect(logged).toEqual([
      `Sign-in with the SAML provider ${provider.id} (Login) failed. A.`,
      `Sign-in with the SAML provider ${other.id} (Second) failed. A.`,
    ]);
    const events = await db
      .selectFrom("audit_events")
      .selectAll()
      .where("action", "=", "failSignIn")
      .execute();
    expect(events).toHaveLength(2);
  });

  test("replaces the oldest of ten, of the same provider", async () => {
    const { record, list, addProvider, pass } = await start();
    const other = await addProvider("Second");
    await record("Other.", other);
    for (let at = 0; at < 11; at++) {
      pass(1000);
      await record(`${at}.`);
      expect(await list()).toHaveLength(Math.min(at + 1, 10));
    }
    expect(await list()).toEqual(Array.from({ length: 10 }, (_, at) => `${at + 1}.`));
    expect(await list(other.id)).toEqual(["Other."]);
  });

  test("is stored without control characters and with at most 600 characters", async () => {
    const { record, list } = await start();
    await record(`A\u0000\n\u202E${"b".repeat(700)}`);
    expect(await list()).toEqual([`A${"b".repeat(599)}`]);
  });

  test("is sent to webhooks if jobs can be enqueued", async () => {
    const { db, org, provider, request } = await start();
    await db
      .insertInto("webhooks")
      .values({
        ...{ id: "w", organization_id: org, url: "https://hooks.example.com", active: 1 },
        ...{ events: '["sign_in.failed"]', secret: "", previous_secrets: "[]", problem: null },
        ...{ principal: "{}", created_at: "", updated_at: null },
      })
      .execute();
    const jobs: JobRequest[] = [];
    const enqueue = async (_: unknown, job: JobRequest) => void jobs.push(job);
    await recordFailure({ ...request(), enqueue }, provider, "A.");
    const [delivery, ...others] = await db.selectFrom("webhook_deliveries").selectAll().execute();
    expect([delivery?.event, others, jobs.length]).toEqual(["sign_in.failed", [], 1]);
    expect(JSON.parse(delivery?.payload ?? "").data).toEqual({
      organization: { id: org, title: "Acme" },
      provider: { id: provider.id, label: "Login" },
      reason: "A.",
    });
  });
});
