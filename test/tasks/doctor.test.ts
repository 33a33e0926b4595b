import { expect, test } from "vitest";
import { answerJson, closedPort, serve } from "../support/loopback.ts";
import { openTome } from "../support/tome.ts";

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly cure: string | null;
}

async function examined(env: Record<string, string>, line = "doctor --json") {
  const { code, stdout } = await openTome()(line, { env });
  const findings: Finding[] = JSON.parse(stdout);
  return { code, faults: findings.filter(({ ok }) => !ok) };
}

const ada = {
  object: "user",
  id: "U1",
  displayName: "Ada",
  urls: { location: "https://x.example" },
};

test("all is well where the platform takes the token and has the same time", async () => {
  const { url } = await serve((_seen, response) => answerJson(response, 200, ada));
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret" };
  expect(await examined(env)).toEqual({ code: 0, faults: [] });
  expect((await examined({}, "doctor --local --json")).faults).toEqual([]);
});

test("each fault is found, with its cure, and ends with 10", async () => {
  const missing = await examined({});
  expect(missing).toMatchObject({ code: 10, faults: [{ check: "token" }] });
  expect(missing.faults[0]?.cure).toBe("tome auth login --profile default");
  const { url } = await serve((_seen, response) =>
    answerJson(response, 401, { error: { code: 401, message: "Unknown token." } }),
  );
  const refused = await examined({ TOME_BASE_URL: url, TOME_TOKEN: "secret" });
  expect(refused).toMatchObject({ code: 10, faults: [{ check: "token" }] });
  const silent = { TOME_BASE_URL: await closedPort(), TOME_TOKEN: "secret" };
  const unreachable = await examined(silent, "doctor --json --retries 0");
  expect(unreachable).toMatchObject({ code: 10, faults: [{ check: "reachable" }] });
});

test("a clock that is wrong by a day is found", async () => {
  const { url } = await serve((_seen, response) =>
    answerJson(response, 200, ada, { date: new Date(Date.now() - 86_400_000).toUTCString() }),
  );
  const { faults } = await examined({ TOME_BASE_URL: url, TOME_TOKEN: "secret" });
  expect(faults.map(({ check }) => check)).toEqual(["clock"]);
});
