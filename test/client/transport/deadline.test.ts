import { expect, test } from "vitest";
import { openDeadline } from "../../../src/client/transport/deadline.ts";
import { manualClock } from "../../support/network/client.ts";

test("a deadline allows waits that end before it", async () => {
  const clock = manualClock();
  await clock.sleep(500);
  const deadline = openDeadline(1.5, clock);
  expect([1499, 1500, 1501].map((wait) => deadline.allows(wait))).toEqual([true, false, false]);
  await clock.sleep(1000);
  expect([499, 500].map((wait) => deadline.allows(wait))).toEqual([true, false]);
  expect(deadline.signal.aborted).toBe(false);
});

test("the error after a deadline names the server, and allows twice the time", () => {
  expect(openDeadline(1.5, manualClock()).fault("api.example", "perhaps")).toMatchObject({
    name: "NetworkError",
    message: "The server api.example did not send a complete response within 1.5 seconds.",
    arrived: "perhaps",
    hint: "Allow more time with --timeout 4.",
  });
});

test("a deadline beyond the longest timer of the runtime does not end at once", () => {
  for (const seconds of [2 ** 31, 1e12]) {
    const deadline = openDeadline(seconds, manualClock());
    expect(deadline.signal.aborted).toBe(false);
    expect(deadline.allows(seconds * 1000 - 1)).toBe(true);
  }
});
