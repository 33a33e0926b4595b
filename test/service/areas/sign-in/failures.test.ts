import { expect, test } from "vitest";
import { openSignIns } from "./fixture.ts";

test("refused responses with alternating reasons are recorded once a minute", async () => {
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
