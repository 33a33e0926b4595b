import { expect, test } from "vitest";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { openMany } from "./many.ts";

test("a retry time in the distant future ends the run, which can be resumed", async () => {
  const server = await serve((_, response) =>
    answerJson(
      response,
      429,
      { error: { code: 429, message: "No." } },
      { "retry-after": "315360000" },
    ),
  );
  const { run, journals } = openMany(server.url);
  const ran = await run(
    "space restore S1000000000000000000 S2000000000000000000 S3000000000000000000 --concurrency 1",
  );
  expect(ran.code).toBe(9);
  expect(ran.stderr).toMatch(/The run stopped early: the platform requested a pause of \d+ hours/);
  expect(ran.stderr).toContain("hint: No item is done. Run the same command again.");
  expect(journals()).toEqual([]);
  expect(server.seen).toHaveLength(1);
});
