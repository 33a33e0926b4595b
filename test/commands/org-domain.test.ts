import { expect, test } from "vitest";
import { commands } from "../../src/commands/org-domain.ts";
import { describeResponse } from "../support/commands/verb-parts.ts";

test.each<[object, string]>([
  [
    { status: "verified", verifiedBy: "operator" },
    "Claimed a.example. It is verified without a DNS record, because you operate this platform.",
  ],
  [{ status: "verified", verifiedBy: "dns" }, "Claimed a.example. It is verified."],
  [{ status: "verified" }, "Claimed a.example. It is verified."],
  [
    { status: "pending", verifiedBy: "operator", record: { name: "_t.a.example", value: "v" } },
    "Claimed a.example. To verify it, set the TXT record _t.a.example to v, then run tome org domain check a.example.",
  ],
])("a claim with the response %j", (response, expected) => {
  const verb = Object.keys(commands.verbs).find(
    (name) => Reflect.get(commands.verbs[name] ?? {}, "toOutcome") !== undefined,
  );
  expect(describeResponse(commands, verb ?? "", { domain: "a.example", ...response })).toBe(
    expected,
  );
});
