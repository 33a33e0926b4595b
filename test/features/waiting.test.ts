import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

test("waiting ends at the limit, with 8 and a command to check again", async () => {
  const looks: string[] = [];
  const { url } = await serve(({ method }, response) => {
    looks.push(method);
    const state = { object: "openapi-spec", slug: "pets", processingState: "pending" };
    answerJson(response, 200, state);
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const line = "openapi put pets --url https://example.com/pets.yaml --wait --wait-limit 1";
  const { code, stderr } = await openTome()(line, { env });
  expect(code).toBe(8);
  expect(stderr).toContain("Processing pets is still in progress after 1 second.");
  expect(stderr).toContain("hint: tome openapi get pets --org O1000000000000000000");
  // One before, and then with a backoff: a longer wait would poll more often.
  expect(looks.filter((method) => method === "GET").length).toBeLessThanOrEqual(7);
});
