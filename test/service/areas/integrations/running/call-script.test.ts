import { describe, expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import {
  callScript,
  type ScriptCaller,
} from "../../../../../src/service/areas/integrations/running/call-script.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import type { ScriptOutcome } from "../../../../../src/service/engines/scripts/script-messages.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";

type Scripts = NonNullable<NonNullable<ScriptCaller["outside"]>["scripts"]>;

/** Calls the script of an installation that ends with this outcome. */
async function call(outcome: ScriptOutcome) {
  const { workspace, org, admin, publish } = await openIntegrations();
  await publish();
  const integrationName = "link-checker";
  const { id } = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: org,
  });
  const scripts: Partial<Scripts> = { base: "http://127.0.0.1:4000", run: async () => outcome };
  const caller: Partial<ScriptCaller> = {
    ...{ db: workspace.db, now: workspace.now, newId: createId },
    ...{ secretBox: openSecretBox(undefined), outside: { scripts: scripts as Scripts } },
  };
  const response = callScript(caller as ScriptCaller, {
    integration: integrationName,
    installation: { id, organization_id: org },
    event: { type: "ui_render" },
    recorded: {},
  });
  return response.then(
    ({ status }) => [status],
    ({ status, message }) => [status, message.replace(/ The console is in the event \w+\.$/, "")],
  );
}

const respond = (status: number, body: string): ScriptOutcome => ({
  logs: [],
  response: { status, headers: {}, body: Buffer.from(body) },
});
const fail = (reason: "stopped" | "broken" | "busy"): ScriptOutcome => ({
  logs: [],
  failure: { reason, message: `The script is ${reason}.` },
});

describe("the response to a call of a script", () => {
  // A 401 or 403 would be understood as one of the platform.
  test.each<[ScriptOutcome, readonly unknown[]]>([
    [respond(200, "{}"), [200]],
    [respond(302, ""), [302]],
    [respond(400, "No id"), [400, "The script responded with 400: No id."]],
    [respond(404, '{"error":"Gone."}'), [404, "The script responded with 404: Gone."]],
    [respond(401, "No"), [502, "The script responded with 401: No."]],
    [respond(403, ""), [502, "The script responded with 403."]],
    [respond(409, '{"error":7}'), [502, 'The script responded with 409: {"error":7}.']],
    [respond(500, "null"), [502, "The script responded with 500: null."]],
    [respond(503, "x".repeat(400)), [502, `The script responded with 503: ${"x".repeat(300)}.`]],
    [fail("busy"), [503, "The script is busy."]],
    [fail("stopped"), [502, "The script is stopped."]],
    [fail("broken"), [502, "The script is broken."]],
  ])("that ended with %j", async (outcome, expected) => {
    expect(await call(outcome)).toEqual(expected);
  });
});
