import { expect, test } from "vitest";
import { commands } from "../../src/commands/site-ads.ts";
import type { JsonObject } from "../../src/json/values.ts";

type AdsVerb = "list" | "update" | "review";

/** The input that is sent, or the message of the refusal. */
function prepare(name: AdsVerb, input: JsonObject): unknown {
  const verb = commands.verbs[name];
  if (verb === undefined || !("toRequest" in verb) || verb.toRequest === undefined) {
    throw new Error(`${name} changes no input.`);
  }
  try {
    return verb.toRequest(input);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const [zone, report, reason] = [{ zoneId: "Z1" }, { reportingId: "R1" }, { reason: "Too few" }];
const needsBoth = "--status live requires --zone-id and --reporting-id.";
const onlyLive = "--zone-id and --reporting-id require --status live.";
const onlyRejected = "--reason requires --status rejected.";

test.each([
  [{ status: "live", ...zone, ...report }, undefined],
  [{ status: "live" }, needsBoth],
  [{ status: "live", ...zone }, needsBoth],
  [{ status: "live", ...report }, needsBoth],
  [{ status: "live", ...zone, ...report, ...reason }, onlyRejected],
  [{ status: "rejected", ...reason }, undefined],
  [{ status: "rejected" }, undefined],
  [{ status: "rejected", ...zone }, onlyLive],
  [{ status: "rejected", ...report }, onlyLive],
  [{ status: "pending" }, undefined],
  [{ status: "pending", ...zone }, onlyLive],
  [{ status: "pending", ...reason }, onlyRejected],
  [{ status: "disabled", ...reason }, onlyRejected],
])("a review with %j is refused with %s", (input, message) => {
  expect(prepare("review", input)).toEqual(message ?? input);
});

test("an update needs a change, and the key of a file has no line end", () => {
  expect(prepare("update", { siteId: "S" })).toContain("at least one of --status, --topic");
  for (const change of [{ status: "disabled" }, { topic: "webdev" }]) {
    expect(prepare("update", change)).toBe(change);
  }
  expect(prepare("list", { partnerKey: " key\n" })).toEqual({ partnerKey: "key" });
  const live = { status: "live", ...zone, ...report, partnerKey: "key\r\n" };
  expect(prepare("review", live)).toEqual({ ...live, partnerKey: "key" });
});
