import { describe, expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import {
  callScript,
  findRunning,
  readObject,
  type ScriptCaller,
} from "../../../../../src/service/areas/integrations/running/call-script.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import type { ScriptOutcome } from "../../../../../src/service/engines/scripts/script-messages.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";

type Scripts = NonNullable<NonNullable<ScriptCaller["outside"]>["scripts"]>;

const { workspace, org, admin, publish } = await openIntegrations();
const { db, now } = workspace;
await publish();
const integrationName = "link-checker";
const { id: installationId } = await workspace.ok(admin, integration.install, {
  integrationName,
  organization: org,
});

/** Calls the script of the installation. */
async function ask(outside: { readonly scripts?: Partial<Scripts> } | undefined) {
  const caller = {
    ...{ db, now, newId: createId, secretBox: openSecretBox(undefined) },
    ...(outside && { outside }),
  };
  return callScript(caller as ScriptCaller, {
    integration: integrationName,
    installation: { id: installationId, organization_id: org },
    event: { type: "ui_render", props: { password: "secret" } },
    recorded: { component: "form" },
    limits: { seconds: 3 } as never,
  });
}

/** The result of a call that ends with this outcome. */
function call(outcome: ScriptOutcome | undefined) {
  const scripts: Partial<Scripts> = {
    base: "http://127.0.0.1:4000",
    run: async () => outcome as ScriptOutcome,
  };
  return ask({ scripts }).then(
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

test("a call sends the whole event, and records only the members without secrets", async () => {
  await db.deleteFrom("integration_events").execute();
  const runs: Parameters<Scripts["run"]>[] = [];
  const outcome: ScriptOutcome = {
    ...respond(201, "{}"),
    logs: [{ level: "warn", message: "Console" }],
  };
  const run: Scripts["run"] = async (...run) => {
    runs.push(run);
    return outcome;
  };
  expect((await ask({ scripts: { base: "http://127.0.0.1:4000", run } })).status).toBe(201);
  const row = await db.selectFrom("integration_events").selectAll().executeTakeFirstOrThrow();
  const common = { eventId: row.id, type: "ui_render", installationId };
  expect({ ...row, payload: JSON.parse(row.payload), trace: JSON.parse(row.trace) }).toEqual({
    ...{ id: row.id, integration: integrationName, installation_id: installationId },
    ...{ organization_id: org, delivery: "taken", attempts: 1, reason: null, number: row.number },
    payload: { component: "form", ...common },
    trace: [
      { level: "warn", message: "Console", timestamp: now.toISOString() },
      { level: "info", message: "The script responded with 201.", timestamp: now.toISOString() },
    ],
    created_at: now.toISOString(),
  });
  const [[script, request, limits] = []] = runs;
  expect(script).toEqual({
    ...{ name: integrationName, code: "export default {};", publisher: org },
    hash: expect.stringMatching(/^[0-9a-f]+$/),
  });
  expect(request).toMatchObject({
    ...{ url: "http://integration.invalid/v1", method: "POST", organization: org },
    headers: { "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/) },
  });
  const [, sent = ""] =
    /name="event"\r\n\r\n(.*)\r\n/.exec(Buffer.from(request?.body ?? "").toString("utf8")) ?? [];
  expect(JSON.parse(sent)).toEqual({ ...common, props: { password: "secret" } });
  expect(limits).toEqual({ seconds: 3 });
  expect(await call(fail("stopped"))).toEqual([502, "The script is stopped."]);
  const failed = await db
    .selectFrom("integration_events")
    .selectAll()
    .where("delivery", "=", "failed")
    .executeTakeFirstOrThrow();
  expect(failed.reason).toBe("The script is stopped.");
  expect(JSON.parse(failed.trace)).toEqual([
    { level: "error", message: "The script is stopped.", timestamp: now.toISOString() },
  ]);
});

test("a call is refused by a platform that does not run scripts", async () => {
  const message =
    "This platform does not run integrations. Start it with tome serve --run-integrations.";
  for (const outside of [undefined, {}]) {
    await expect(ask(outside)).rejects.toMatchObject({ status: 501, message });
  }
  expect(await call(undefined)).toEqual([501, message]);
  const set = (script: string | null) => db.updateTable("integration_versions").set({ script });
  await set(null).execute();
  expect(await call(respond(200, "{}"))).toEqual([
    502,
    "The script of this version is not stored. Publish the integration again.",
  ]);
  await set("export default {};").execute();
});

test.each([
  ['{"a":1}', { a: 1 }],
  ["[1]", undefined],
  ["null", undefined],
  ['"text"', undefined],
  ["", undefined],
])("the object in the response %j is %j", (text, expected) => {
  const read = () => readObject({ status: 200, headers: {}, body: Buffer.from(text) });
  if (expected !== undefined) expect(read()).toEqual(expected);
  else expect(read).toThrow("The response of the script is not a JSON object.");
});

test("a running installation is the one of its organization, unless it is paused", async () => {
  const row = await findRunning(db, integrationName, org);
  expect(row).toMatchObject({
    ...{ id: installationId, organization_id: org, status: "active", target: "all" },
    ...{ space_selection: "all", site_selection: "all" },
  });
  expect(await findRunning(db, integrationName, "other")).toBeUndefined();
  expect(await findRunning(db, "other", org)).toBeUndefined();
  const set = (status: "paused" | "active") => db.updateTable("installations").set({ status });
  await set("paused").execute();
  expect(await findRunning(db, integrationName, org)).toBeUndefined();
  await set("active").execute();
});
