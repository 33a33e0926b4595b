import { expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";

test("an integer beyond 2^53 in a claim is sent and signed exactly", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  await ok("site create --title Docs --space Guide");
  await ok("site update Docs --adaptive-content");
  await ok("site publish Docs");
  const claims = ["Docs", "--claims", '{"number":12345678901234567890}', "--local"];
  const signed = await tome(["site", "visitor-token", ...claims, "--json", "token"]);
  const [, payload = ""] = JSON.parse(signed.stdout).token.split(".");
  expect(Buffer.from(payload, "base64url").toString()).toContain('"number":12345678901234567890,');
  const request = await tome(["site", "published", ...claims, "--dry-run"]);
  expect(request.stdout + request.stderr).toContain("12345678901234567890");
  for (const words of [
    ["site", "published"],
    ["site", "preview", "--no-browser"],
  ]) {
    const { code, stderr } = await tome([...words, ...claims]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  }
});
