/** Requests to public endpoints of integrations: the events of the script, and the responses. */
import { describe, expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as siteAuth from "../../../../../src/contract/site-auth.ts";
import type { WireRequest } from "../../../../../src/contract/wire.ts";
import { answerPublicEndpoint } from "../../../../../src/service/areas/integrations/running/public-endpoint.ts";
import type { PublicRequest } from "../../../../../src/service/core/public-route.ts";
import type {
  ScriptOutcome,
  ScriptRequest,
} from "../../../../../src/service/engines/scripts/script-messages.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";

const { workspace, org, admin, publish } = await openIntegrations();
const { db, now } = workspace;
const scopes = ["site:visitor:auth", "site:script:inject"] as const;
for (const integrationName of ["hooks", "other"]) {
  await publish({ integrationName, scopes: [...scopes] });
}
const install = async (integrationName: string) =>
  (await workspace.ok(admin, integration.install, { integrationName, organization: org })).id;
const hooks = await install("hooks");
// The oldest integration is selected for the sign-in.
workspace.passDays(1);
const other = await install("other");
const createSite = async () =>
  (await workspace.ok(admin, site.create, { organizationId: org, title: "Docs" })).id;
const siteId = await createSite();
const plain: ScriptOutcome = {
  logs: [{ level: "info", message: "Hello" }],
  response: { status: 200, headers: { "x-kind": "a" }, body: Buffer.from("Body") },
};

interface Asked extends Partial<WireRequest> {
  readonly name?: string;
  readonly query?: string;
  readonly outcome?: ScriptOutcome;
}

let ids = 0;

/** Sends a request; the script ends with the outcome. */
async function ask(
  path: string,
  { name = "hooks", query = "", outcome = plain, ...rest }: Asked = {},
) {
  const runs: ScriptRequest[] = [];
  const run = async (_: unknown, request: ScriptRequest) => {
    runs.push(request);
    return outcome;
  };
  const id = `id-${++ids}`;
  ids--;
  const call: Partial<PublicRequest> = {
    ...{ db, now, newId: () => `id-${++ids}`, secretBox: openSecretBox(undefined) },
    outside: { scripts: { base: "http://127.0.0.1:4000", run } } as never,
    path: { integrationName: name, path },
    query: new URLSearchParams(query),
    request: {
      ...{ method: "GET", headers: { accept: "text/html", cookie: "a=1" }, ...rest },
      url: `http://127.0.0.1:4000/_integrations/${name}/${path}?${query}`,
    },
  };
  const response = await answerPublicEndpoint(call as PublicRequest);
  const row = await db
    .selectFrom("integration_events")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  const body = Buffer.from(runs[0]?.body ?? "").toString("utf8");
  const [, event = "null"] = /name="event"\r\n(?:.*\r\n)*?\r\n(.*)\r\n/.exec(body) ?? [];
  return {
    ...{ id, response, row, runs: runs.length, sent: JSON.parse(event) },
    fetchBody: /name="fetch-body".*\r\n(?:.*\r\n)*?\r\n([\s\S]*?)\r\n--/.exec(body)?.[1],
    recorded: row && JSON.parse(row.payload),
    trace: row && JSON.parse(row.trace).map((line: { message: string }) => line.message),
  };
}

async function readText(response: { readonly body: unknown }): Promise<string> {
  if (typeof response.body === "string") return response.body;
  const chunks: Buffer[] = [];
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString("utf8");
}

describe("a request to", () => {
  const url = "http://127.0.0.1:4000/_integrations/hooks";
  const fill = (text: string) =>
    text.replaceAll("HOOKS", hooks).replaceAll("OTHER", other).replaceAll("SITE", siteId);
  const ofSite = `installations/${hooks}/sites/${siteId}`;

  test.each<[string, object]>([
    ["", {}],
    ["hook/installations/x", {}],
    ["installations/HOOKS", { installationId: "HOOKS" }],
    ["installations/HOOKS/spaces/S1/hook", { installationId: "HOOKS", spaceId: "S1" }],
    ["installations/HOOKS/sites/S1/hook", { installationId: "HOOKS", siteId: "S1" }],
    ["installations/HOOKS/pages/P1", { installationId: "HOOKS" }],
    // Neither the sign-in nor the script of a site of the organization.
    ["installations/HOOKS/sites/SITE/visitor-auth", { installationId: "HOOKS", siteId: "SITE" }],
    [
      "installations/HOOKS/sites/SITE/visitor-auth/more",
      { installationId: "HOOKS", siteId: "SITE" },
    ],
    ["installations/HOOKS/sites/SITE/script.js/more", { installationId: "HOOKS", siteId: "SITE" }],
    ["installations/HOOKS/sites/unknown/script.js", { installationId: "HOOKS", siteId: "unknown" }],
    ["installations/HOOKS/spaces/SITE/script.js", { installationId: "HOOKS", spaceId: "SITE" }],
  ])("%j is an event of its installation and content", async (template, fields) => {
    const path = fill(template);
    const content = JSON.parse(fill(JSON.stringify(fields)));
    const { id, sent, recorded, row } = await ask(path, { query: "code=secret" });
    const common = { eventId: id, type: "fetch", ...content };
    expect(sent).toMatchObject({
      ...common,
      request: {
        url: `${url}/${path}?code=secret`,
        method: "GET",
        headers: { accept: "text/html" },
      },
    });
    // The query may contain a secret.
    expect(recorded).toEqual({ ...common, request: { url: `${url}/${path}`, method: "GET" } });
    expect(row).toMatchObject({ organization_id: org, delivery: "taken", reason: null });
  });

  test.each<[string, string]>([
    ["nosuch", ""],
    ["nosuch", "installations/HOOKS/x"],
    ["hooks", "installations/unknown/x"],
    ["hooks", "installations/OTHER/x"],
    ["hooks", "installations"],
  ])("the integration %s at %j is not found", async (name, template) => {
    const path = fill(template);
    const { response, runs, row } = await ask(path, { name });
    expect([response.status, runs, row]).toEqual([404, 0, undefined]);
    expect(await readText(response)).toContain("The integration does not exist.");
  });

  test("a paused installation is not found", async () => {
    const set = (status: "paused" | "active") =>
      db.updateTable("installations").set({ status }).where("id", "=", other).execute();
    const path = `installations/${other}/x`;
    await set("paused");
    expect((await ask(path, { name: "other" })).response.status).toBe(404);
    await set("active");
    expect((await ask(path, { name: "other" })).response.status).toBe(200);
  });

  test("the script of a site runs its own event, if the installation may add one", async () => {
    const { id, sent, recorded } = await ask(`${ofSite}/script.js`, { query: "a=1" });
    const common = { eventId: id, type: "fetch_published_script", installationId: hooks, siteId };
    expect(sent).toEqual({ ...common, ...sent });
    expect(sent).not.toHaveProperty("request");
    expect(recorded).toEqual(common);
    const accepted = await db
      .selectFrom("installations")
      .select("accepted")
      .where("id", "=", hooks)
      .executeTakeFirstOrThrow();
    const set = (value: string) =>
      db.updateTable("installations").set({ accepted: value }).where("id", "=", hooks).execute();
    await workspace.ok(admin, installation.update, {
      ...{ integrationName: "hooks", installationId: hooks, site_selection: "selected" },
    });
    expect((await ask(`${ofSite}/script.js`)).sent.type).toBe("fetch");
    await workspace.ok(admin, installation.update, {
      ...{ integrationName: "hooks", installationId: hooks, site_selection: "all" },
    });
    await set(accepted.accepted);
  });

  test("the sign-in of a site runs its own event, for the selected integration", async () => {
    const signInSite = await createSite();
    const auth = { organizationId: org, siteId: signInSite, backend: "integration" } as const;
    await workspace.ok(admin, siteAuth.update, auth);
    const location = "/guide?next=secret";
    const { id, sent, recorded } = await ask(
      `installations/${hooks}/sites/${signInSite}/visitor-auth`,
      {
        query: new URLSearchParams({ location }).toString(),
      },
    );
    const common = {
      ...{
        eventId: id,
        type: "fetch_visitor_authentication",
        installationId: hooks,
        siteId: signInSite,
      },
    };
    expect(sent).toMatchObject({ ...common, location });
    expect(recorded).toEqual({ ...common, location: "/guide" });
    const signIn = async (target: string) => {
      const query = new URLSearchParams({ location: target }).toString();
      return (await ask(`installations/${hooks}/sites/${signInSite}/visitor-auth`, { query })).sent;
    };
    expect((await signIn(`/${"x".repeat(1999)}`)).location).toHaveLength(2000);
    for (const refused of [`/${"x".repeat(2000)}`, "https://example.com", "//example.com", ""]) {
      expect(await signIn(refused)).not.toHaveProperty("location");
    }
    // Only the oldest integration signs in.
    const foreign = `installations/${other}/sites/${signInSite}/visitor-auth`;
    expect((await ask(foreign, { name: "other" })).sent.type).toBe("fetch");
  });

  test.each([
    ["GET", undefined],
    ["HEAD", undefined],
    ["POST", "payload"],
    ["DELETE", "payload"],
  ])("with the method %s has the body %s", async (method, body) => {
    const { fetchBody } = await ask("hook", { method: method as "GET", body: "payload" });
    expect(fetchBody).toBe(body);
  });
});

describe("the response to a request", () => {
  const respond = (status: number): ScriptOutcome => ({
    logs: [],
    response: { status, headers: { "x-kind": "a", connection: "x" }, body: Buffer.from("Body") },
  });

  test.each([
    [200, "Body", null],
    [204, "", null],
    [205, "", null],
    [304, "", null],
    [404, "Body", null],
    [499, "Body", null],
    [500, "Body", "The script responded with 500."],
  ])("with the status %i is that of the script, in a sandbox", async (status, body, reason) => {
    const { response, row, trace } = await ask("hook", { outcome: respond(status) });
    expect(response).toMatchObject({ status });
    expect(response.headers).toEqual({
      "x-kind": "a",
      "content-security-policy": "sandbox allow-scripts allow-forms allow-popups",
      "x-content-type-options": "nosniff",
    });
    expect(await readText(response)).toBe(body);
    expect(row?.reason).toBe(reason);
    expect(trace).toEqual([`The script responded with ${status}.`]);
    expect(JSON.parse(row?.trace ?? "")[0].level).toBe(reason === null ? "info" : "error");
  });

  test.each([
    ["broken", 502, "The script of the integration cannot be loaded."],
    ["busy", 503, "The script of the integration was not started. Retry in a moment."],
    ["stopped", 502, "The script of the integration was stopped."],
  ] as const)("of a script that is %s hides the reason", async (reason, status, message) => {
    const outcome: ScriptOutcome = {
      logs: [{ level: "warn", message: "Console" }],
      failure: { reason, message: "Internal." },
    };
    const { response, row, trace } = await ask("hook", { outcome });
    expect(response.status).toBe(status);
    const text = await readText(response);
    expect(text).toContain(message);
    expect(text).not.toContain("Internal");
    expect([row?.delivery, row?.reason, trace]).toEqual([
      "failed",
      "Internal.",
      ["Console", "Internal."],
    ]);
  });

  test("of a platform that does not run scripts is an error", async () => {
    const request = { ...{ db, now, path: {}, query: new URLSearchParams() } };
    for (const call of [
      request,
      { ...request, newId: () => "id", outside: {} },
      { ...request, outside: { scripts: {} } },
    ]) {
      const response = await answerPublicEndpoint(call as never);
      expect(response.status).toBe(501);
      expect(await readText(response)).toContain("tome serve --run-integrations");
    }
  });
});
