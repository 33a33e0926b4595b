import { expect, test } from "vitest";
import {
  type FailedSignIn,
  recordFailedSignIn,
} from "../../../../src/service/areas/audit/failed-sign-ins.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const provider = (id: string) => ({ type: "samlProvider", id, label: `Provider ${id}` });

test("a failure is recorded once a second for each provider, site and organization", async () => {
  const workspace = await openWorkspace();
  const { service, db } = workspace;
  const organizationId = await workspace.organization();
  const other = await workspace.organization("Other");
  const start = Date.parse("2030-01-01T00:00:00Z");
  const first: FailedSignIn = {
    kind: "saml",
    organizationId,
    target: provider("P1"),
    reason: "It expired.",
  };
  let expected = 0;
  // Each failure, in milliseconds after the first one, and whether it is recorded.
  for (const [at, failure, isRecorded] of [
    [0, first, true],
    [1, { ...first, reason: "It is not signed." }, false],
    [2, { ...first, target: provider("P2") }, true],
    [3, { ...first, kind: "visitor" }, true],
    [4, { ...first, organizationId: other }, true],
    [5, { ...first, target: provider("P2"), reason: "It is not signed." }, false],
    [999, { ...first, reason: "It is not signed." }, false],
    [1000, { ...first, reason: "It is not signed." }, true],
    [1500, { ...first, reason: "It is for another site." }, false],
    [2000, { ...first, reason: "It is for another site." }, true],
    // A repeated failure is counted in its event.
    [5000, first, true],
    [5999, { ...first, reason: "It is for another site." }, false],
    [6000, { ...first, reason: "It is for another site." }, true],
    [6999, first, false],
  ] as const) {
    await recordFailedSignIn(db, new Date(start + at), failure);
    if (isRecorded) expected++;
    const events = await db
      .selectFrom("audit_events")
      .select("occurrences")
      .where("occurred_at", ">=", new Date(start).toISOString())
      .execute();
    const recorded = events.reduce((sum, { occurrences }) => sum + occurrences, 0);
    expect([at, recorded]).toEqual([at, expected]);
  }
  await service.close();
});
