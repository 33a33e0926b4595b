import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";

async function start() {
  const tome = openTome({ withSample: true });
  const run = (line: string) => tome(`${line} --local`);
  const listed = await run("integration event list link-watch --json");
  const events: { id: string; status: string }[] = JSON.parse(listed.stdout);
  // The oldest events are the sample's; newer ones come from its running jobs.
  const find = (status: string) => events.findLast((one) => one.status === status)?.id ?? "";
  return { run, failed: find("failed"), taken: find("success") };
}

test("an event is shown with its status, duration and log lines", async () => {
  const { run, failed } = await start();
  const { code, stdout } = await run(`integration event get link-watch ${failed} --format table`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^STATUS +failed$/m);
  expect(stdout).toMatch(/^DURATION +1000 ms$/m);
  const lines = stdout.split("\n").map((line) => line.trim());
  expect(lines.at(-4)).toMatch(/^LOG +\S+Z {2}debug {2}Recorded; waiting to be sent/);
  expect(lines.at(-3)).toMatch(/^\S+Z {2}warn {2}Attempt 1: the tunnel responded with 422/);
  expect(lines.at(-2)).toMatch(/^\S+Z {2}error {2}Failed; it is not sent again\.$/);
});

test("a pipe gets the event as returned by the API", async () => {
  const { run, taken } = await start();
  const { stdout } = await run(`integration event get link-watch ${taken} --json`);
  const answer = JSON.parse(stdout);
  expect(Object.keys(answer)).toEqual(["event", "trace"]);
  expect(answer.trace.logs[0]).toEqual({
    message: "Recorded; waiting to be sent to the tunnel.",
    timestamp: expect.any(String),
    level: "debug",
  });
  const jq = await run(`integration event get link-watch ${taken} --jq .trace.logs[0].level`);
  expect(jq.stdout).toContain("debug");
});

test("an unknown event is not found", async () => {
  const { run } = await start();
  expect((await run("integration event get link-watch E1")).code).toBe(5);
});
