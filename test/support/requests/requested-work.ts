/**
 * Every kind of asynchronous job: its request, its effect, and its reported result. Remote servers wait
 * until a test releases them.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import * as content from "../../../src/contract/content.ts";
import * as contentImport from "../../../src/contract/content-import.ts";
import * as cr from "../../../src/contract/cr.ts";
import * as git from "../../../src/contract/git.ts";
import * as integration from "../../../src/contract/integration.ts";
import * as installation from "../../../src/contract/integration-installation.ts";
import * as member from "../../../src/contract/member.ts";
import * as openapi from "../../../src/contract/openapi.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as site from "../../../src/contract/site.ts";
import * as contextConnection from "../../../src/contract/site-context-connection.ts";
import * as space from "../../../src/contract/space.ts";
import * as styleguide from "../../../src/contract/styleguide.ts";
import * as translation from "../../../src/contract/translation.ts";
import * as webhook from "../../../src/contract/webhook.ts";
import { recordEvent } from "../../../src/service/areas/integration-events/record.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { gitRepository } from "../git/git.ts";
import { serveRepository } from "../git/git-backend.ts";
import { answering } from "../network/answering.ts";
import { answerQuestionOrPage } from "../organizations/editing-model.ts";
import { manifestFor } from "../organizations/integrations.ts";
import { openWorkspace } from "../platforms/workspace.ts";

const ref = "refs/heads/main";
const integrationName = "link-checker";
const scopes = ["space:content:read", "space:git:sync", "openapi:write"] as const;
/** An IP address as hostname, which requires no DNS lookup. */
const hostname = "203.0.113.10";

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A server that responds when it is released, and counts requests. */
async function openRemote(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  let gate = Promise.resolve();
  let open = () => {};
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const server = await answering(async (request, response) => {
    const event = request.headers["x-event-type"];
    asked.push(`${request.method} ${request.url}${event === undefined ? "" : ` ${event}`}`);
    arrive();
    await gate;
    answer(request, response);
  });
  return {
    ...{ url: server.url, asked, arrived },
    hold() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    release: () => open(),
  };
}

/** An organization whose requester and owner are admins, and another one with the same users. */
export async function openWorld() {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  const remote = await openRemote((request, response) => {
    const { url = "" } = request;
    if (url.startsWith("/docs.git")) return serveRepository(request, response, repository.path);
    if (url.startsWith("/translate")) return translate(request, response);
    if (url.startsWith("/chat"))
      return readText(request).then((body) => answerQuestionOrPage(body, response));
    if (url.startsWith("/spec"))
      return response.end('{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}');
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Page</h1><p>Text.</p>");
  });
  const blocker = await openRemote((_request, response) => response.end("{}"));
  const workspace = await openWorkspace({
    allowPrivate: ["127.0.0.1"],
    jobSlots: 1,
    translator: { address: remote.url },
    model: { url: remote.url, name: "small" },
  });
  onTestFinished(() => workspace.service.close());
  const { db, service } = workspace;
  const [org, otherOrg] = [await workspace.organization(), await workspace.organization("Other")];
  const owner = await workspace.member(org, "admin");
  const requester = await workspace.member(org, "admin");
  for (const person of [owner, requester]) await workspace.enroll(otherOrg, person, "admin");
  const { id: spaceId } = await workspace.ok(owner, space.create, {
    organizationId: org,
    title: "Docs",
  });
  const token = await issueToken(db, { user: requester, label: "test", now: workspace.now });
  const send = async (
    bearer: string,
    what: string,
    body: object,
    base = "http://127.0.0.1:4000",
  ) => {
    const [method = "", path = ""] = what.split(" ");
    const answer = await service.transport({
      method: method as "POST",
      url: `${base}/v1${path}`,
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status >= 400) throw new Error(`${what}: ${answer.status} ${String(answer.body)}`);
    return answer;
  };
  return {
    ...{ workspace, db, jobs: service.jobs, org, otherOrg, owner, requester, token, spaceId },
    ...{ repository, remote, blocker, send },
    head: repository.head(),
    /** Delays requested deliveries, which have separate slots, until `resume`. */
    async postpone() {
      await db
        .updateTable("jobs")
        .set({ run_at: "2999-01-01T00:00:00.000Z" })
        .where("kind", "in", ["send-events", "send-webhook", "check-style-guide"])
        .execute();
    },
    async resume() {
      await db
        .updateTable("jobs")
        .set({ run_at: workspace.now.toISOString() })
        .where("run_at", "=", "2999-01-01T00:00:00.000Z")
        .execute();
    },
    /** Occupies the only slot of jobs that compute, so that requested ones wait. */
    async block() {
      blocker.hold();
      const source = { url: `${blocker.url}/slow.json` };
      await workspace.ok(owner, openapi.put, {
        organizationId: otherOrg,
        specSlug: "slow",
        source,
      });
      await service.jobs.runDue();
      await blocker.arrived;
    },
    async installation() {
      const manifest = manifestFor(org, { scopes: [...scopes], target: "all" });
      await workspace.ok(owner, integration.publish, manifest);
      const installed = { integrationName, organization: org };
      const { id } = await workspace.ok(owner, integration.install, installed);
      return { integrationName, installationId: id };
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function translate(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { q } = JSON.parse(await readText(request)) as { readonly q: string[] };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ translatedText: q.map((text) => text.toUpperCase()) }));
}

/** The result of a request. */
export interface RequestedWork {
  /** The number of times that it took effect. */
  readonly executed: () => Promise<number>;
  /** The reported result. */
  readonly reported: () => Promise<string>;
}

export interface WorkCase {
  /** The job kind. */
  readonly job: string;
  readonly title: string;
  readonly losses: readonly Loss[];
  /** Whether a remote server delays the job. */
  readonly hasRemote: boolean;
  readonly request: (world: World) => Promise<RequestedWork>;
}

export type Loss = keyof typeof losses;

/** Every way to lose a permission, by request if an operation exists. */
export const losses = {
  "member removed": ({ workspace, org, owner, requester }: World) =>
    workspace.ok(owner, member.remove, { organizationId: org, userId: requester }),
  "member disabled": ({ workspace, org, owner, requester }: World) =>
    workspace.ok(owner, member.update, { organizationId: org, userId: requester, disabled: true }),
  "role lowered": ({ workspace, org, owner, requester }: World) =>
    workspace.ok(owner, member.update, { organizationId: org, userId: requester, role: "read" }),
  "organization left": ({ workspace, org, requester }: World) =>
    workspace.ok(requester, member.remove, { organizationId: org, userId: requester }),
  "token revoked": ({ db, requester }: World) =>
    db.deleteFrom("tokens").where("user_id", "=", requester).execute(),
  "space transferred": ({ workspace, owner, spaceId, otherOrg }: World) =>
    workspace.ok(owner, space.transfer, { spaceId, organization: otherOrg }),
  "space deleted": ({ workspace, owner, spaceId }: World) =>
    workspace.ok(owner, space.remove, { spaceId }),
  "installation narrowed": async (world: World) =>
    world.workspace.ok(world.owner, installation.update, {
      ...(await findInstallation(world)),
      space_selection: "selected",
    }),
  "installation uninstalled": async (world: World) =>
    world.workspace.ok(world.owner, installation.remove, await findInstallation(world)),
  "installation paused": ({ db }: World) =>
    db.updateTable("installations").set({ status: "paused" }).execute(),
  "scopes narrowed": ({ workspace, owner, org }: World) =>
    workspace.ok(
      owner,
      integration.publish,
      manifestFor(org, { scopes: ["site:metadata:read"], target: "all" }),
    ),
} satisfies Readonly<Record<string, (world: World) => Promise<unknown>>>;

async function findInstallation({ db }: World) {
  const row = await db.selectFrom("installations").select("id").executeTakeFirstOrThrow();
  return { integrationName, installationId: row.id };
}

const ofMember: readonly Loss[] = [
  "member removed",
  "member disabled",
  "role lowered",
  "organization left",
  "token revoked",
];
const ofSpace: readonly Loss[] = ["space transferred", "space deleted"];
const ofInstallation: readonly Loss[] = [
  "installation uninstalled",
  "installation paused",
  "scopes narrowed",
];

export const workCases: readonly WorkCase[] = [
  {
    job: "synchronize-git",
    title: "export by a member",
    losses: [...ofMember, ...ofSpace],
    hasRemote: true,
    async request(world) {
      const { spaceId, remote, workspace, requester } = world;
      const input = { spaceId, url: `${remote.url}/docs.git`, ref, force: true };
      await workspace.ok(requester, git.exportRepository, { ...input, commitMessage: "Export" });
      return exported(world);
    },
  },
  {
    job: "synchronize-git",
    title: "export by an installation",
    losses: [...ofInstallation, "installation narrowed", ...ofSpace],
    hasRemote: true,
    async request(world) {
      const { spaceId, remote } = world;
      const input = { url: `${remote.url}/docs.git`, ref, commitMessage: "Export", force: true };
      await world.send(await agentToken(world), `POST /spaces/${spaceId}/git/export`, input);
      return exported(world);
    },
  },
  {
    job: "synchronize-git",
    title: "import by a member",
    losses: [...ofMember, ...ofSpace],
    hasRemote: true,
    async request(world) {
      const { spaceId, remote, workspace, requester } = world;
      const input = { spaceId, url: `${remote.url}/docs.git`, ref };
      await workspace.ok(requester, git.importRepository, input);
      return { executed: await countRevisions(world), reported: () => gitError(world) };
    },
  },
  {
    job: "synchronize-git",
    title: "plan by a member",
    losses: [...ofMember, ...ofSpace],
    hasRemote: true,
    async request(world) {
      const { spaceId, remote, workspace, requester, db } = world;
      const input = { spaceId, url: `${remote.url}/docs.git`, ref, direction: "import" as const };
      const { id } = await workspace.ok(requester, git.plan, input);
      const outcome = async () => {
        const query = db.selectFrom("git_operations").select("outcome").where("id", "=", id);
        return (await query.executeTakeFirst())?.outcome ?? "";
      };
      return {
        executed: async () => Number((await outcome()).includes('"success"')),
        reported: outcome,
      };
    },
  },
  {
    job: "merge-change-request",
    title: "scheduled merge of a change request",
    losses: [...ofMember, ...ofSpace],
    hasRemote: false,
    async request({ spaceId, workspace, owner, requester, db }) {
      const { id: changeRequestId } = await workspace.ok(owner, cr.create, { spaceId });
      const ids = { spaceId, changeRequestId };
      await workspace.ok(owner, cr.edit, {
        ...ids,
        changes: [{ operation: "insert_page", title: "New", document: { markdown: "Text." } }],
      });
      const at = new Date(workspace.now.getTime() + 60_000).toISOString();
      await workspace.ok(requester, cr.scheduleMerge, { ...ids, at });
      workspace.passDays(1);
      const row = () =>
        db
          .selectFrom("change_requests")
          .selectAll()
          .where("id", "=", changeRequestId)
          .executeTakeFirstOrThrow();
      return {
        executed: async () => Number((await row()).status === "merged"),
        reported: async () => (await row()).merge_failure ?? "",
      };
    },
  },
  {
    job: "run-import",
    title: "import of a website",
    losses: [...ofMember, ...ofSpace],
    hasRemote: true,
    async request(world) {
      const { spaceId, remote, workspace, requester, org, db } = world;
      const { id } = await workspace.ok(requester, contentImport.start, {
        organizationId: org,
        source: { type: "website", url: `${remote.url}/website` },
        target: { space: spaceId },
      });
      return {
        executed: await countRevisions(world),
        async reported() {
          const row = await db.selectFrom("imports").selectAll().where("id", "=", id).execute();
          return row.map(({ status, reason }) => `${status}: ${reason}`).join();
        },
      };
    },
  },
  {
    job: "run-translation",
    title: "translation of a space",
    losses: [...ofMember, ...ofSpace],
    hasRemote: true,
    async request(world) {
      const { spaceId, workspace, owner, requester, org, db } = world;
      await workspace.ok(owner, content.applyTemplate, { spaceId, id: "help-center" });
      const { id } = await workspace.ok(owner, translation.create, {
        organizationId: org,
        source: { space: spaceId, language: "en" },
        language: "fr",
      });
      await workspace.ok(requester, translation.run, { organizationId: org, translationId: id });
      const row = () =>
        db.selectFrom("translations").selectAll().where("id", "=", id).executeTakeFirst();
      return {
        executed: async () => (await row())?.runs ?? 0,
        reported: async () => {
          // A transfer deletes the job.
          const found = await row();
          return found ? `${found.status}: ${found.error ?? ""}` : "";
        },
      };
    },
  },
  {
    job: "check-style-guide",
    title: "style guide check of a space",
    // A space of a site cannot be transferred.
    losses: [...ofMember, "space deleted"],
    hasRemote: true,
    async request({ spaceId, workspace, owner, requester, org, db }) {
      await workspace.ok(owner, organization.update, { organizationId: org, ai: true });
      await workspace.ok(owner, content.applyTemplate, { spaceId, id: "help-center" });
      const { id: siteId } = await workspace.ok(owner, site.create, {
        organizationId: org,
        title: "Site",
        spaces: [spaceId],
      });
      const on = { organizationId: org, siteId };
      await workspace.ok(owner, styleguide.create, { ...on, template: "plain-language" });
      await workspace.ok(requester, styleguide.run, { ...on, spaces: [spaceId] });
      const row = () => db.selectFrom("styleguide_checks").selectAll().executeTakeFirst();
      return {
        executed: async () => (await row())?.changed_pages ?? 0,
        async reported() {
          const found = await row();
          return found ? `${found.status}: ${found.failure ?? ""}` : "";
        },
      };
    },
  },
  {
    job: "process-specification",
    title: "API specification by a member",
    losses: ofMember,
    hasRemote: true,
    async request(world) {
      const { remote, workspace, requester, org } = world;
      const source = { url: `${remote.url}/spec.json` };
      await workspace.ok(requester, openapi.put, { organizationId: org, specSlug: "api", source });
      return specified(world);
    },
  },
  {
    job: "process-specification",
    title: "API specification by an installation",
    losses: ofInstallation,
    hasRemote: true,
    async request(world) {
      const { remote, org } = world;
      const source = { url: `${remote.url}/spec.json` };
      await world.send(await agentToken(world), `PUT /orgs/${org}/openapi/api`, { source });
      return specified(world);
    },
  },
  {
    job: "check-hostname",
    title: "lookup of a hostname",
    losses: ofMember,
    hasRemote: false,
    async request(world) {
      const { workspace, owner, org, token, db, spaceId } = world;
      const { id } = await workspace.ok(owner, site.create, {
        organizationId: org,
        title: "Site",
        spaces: [spaceId],
      });
      await db.updateTable("sites").set({ hostname }).where("id", "=", id).execute();
      await world.send(token, `PATCH /custom-hostnames/${hostname}`, {}, `https://${hostname}`);
      const status = async () => {
        const query = db.selectFrom("sites").select("hostname_status").where("id", "=", id);
        return (await query.executeTakeFirstOrThrow()).hostname_status ?? "";
      };
      return {
        executed: async () => Number((await status()).startsWith("dns_")),
        reported: async () => `Canceled: ${await status()}`,
      };
    },
  },
  {
    job: "send-webhook",
    title: "delivery of a webhook",
    losses: ofMember.filter((loss) => loss !== "token revoked"),
    hasRemote: false,
    async request({ workspace, requester, remote, org, db }) {
      const url = `${remote.url}/webhook`;
      const { id } = await workspace.ok(requester, webhook.create, { organizationId: org, url });
      await workspace.ok(requester, webhook.test, { organizationId: org, webhookId: id });
      return {
        executed: async () => remote.asked.filter((one) => one.includes("/webhook")).length,
        async reported() {
          const rows = await db.selectFrom("webhook_deliveries").selectAll().execute();
          return rows.map(({ state, error }) => `${state}: ${error}`).join();
        },
      };
    },
  },
  {
    job: "sync-context-connection",
    title: "sync of a context connection",
    losses: ofMember,
    hasRemote: false,
    async request(world) {
      const { workspace, owner, org, token, db } = world;
      const { id } = await workspace.ok(owner, site.create, { organizationId: org, title: "Site" });
      const of = { organizationId: org, siteId: id };
      const { id: connectionId } = await workspace.ok(owner, contextConnection.create, {
        ...of,
        connector: "builtin:github-issues",
        // The job refuses this repository, so that it sends no request.
        setupSettings: { repository: "acme/..", token: "secret" },
      });
      const path = `/orgs/${org}/sites/${id}/context-connections/${connectionId}/sync`;
      await world.send(token, `POST ${path}`, {});
      const read = () => db.selectFrom("context_connections").selectAll().executeTakeFirstOrThrow();
      return {
        executed: async () => Number((await read()).failure_reason === "misconfigured"),
        async reported() {
          const { status, failure_message } = await read();
          return `${status}: ${failure_message}`;
        },
      };
    },
  },
  {
    job: "send-events",
    title: "events to a tunnel",
    losses: [
      ...ofMember,
      ...ofSpace,
      "installation narrowed",
      "installation uninstalled",
      "scopes narrowed",
    ],
    hasRemote: true,
    async request(world) {
      const { workspace, requester, remote, spaceId, db, jobs } = world;
      await world.installation();
      const tunnelUrl = `${remote.url}/hook`;
      await workspace.ok(requester, integration.dev, { integrationName, tunnelUrl });
      for (const revisionId of ["R1", "R2"]) {
        await db.transaction().execute((transaction) =>
          recordEvent(
            {
              ...{ db: transaction, now: workspace.now, newId: createId },
              enqueue: (job) => jobs.enqueue(transaction, job),
            },
            { type: "space_content_updated", spaceId, revisionId },
          ),
        );
      }
      return {
        executed: async () =>
          remote.asked.filter((one) => one.endsWith("space_content_updated")).length,
        async reported() {
          const rows = await db
            .selectFrom("integration_events")
            .select("trace")
            .where("payload", "like", "%space_content_updated%")
            .execute();
          return rows.map(({ trace }) => trace).join();
        },
      };
    },
  },
];

async function agentToken(world: World): Promise<string> {
  const { workspace, owner } = world;
  const one = await world.installation();
  return (await workspace.ok(owner, installation.createToken, one)).token;
}

async function exported(world: World): Promise<RequestedWork> {
  const { repository, head } = world;
  return {
    executed: async () => Number(repository.head() !== head),
    reported: () => gitError(world),
  };
}

async function gitError({ db, spaceId }: World): Promise<string> {
  const query = db.selectFrom("git_syncs").selectAll().where("space_id", "=", spaceId);
  const row = await query.executeTakeFirstOrThrow();
  return `${row.state}: ${row.error}`;
}

/** The number of revisions of the space since this moment. */
async function countRevisions({ db, spaceId }: World): Promise<() => Promise<number>> {
  const count = async () =>
    (await db.selectFrom("revisions").select("id").where("space_id", "=", spaceId).execute())
      .length;
  const before = await count();
  return async () => (await count()) - before;
}

async function specified({ db }: World): Promise<RequestedWork> {
  return {
    executed: async () =>
      (await db.selectFrom("specification_versions").select("id").execute()).length,
    async reported() {
      const query = db.selectFrom("specifications").select("last_errors").where("slug", "=", "api");
      return (await query.executeTakeFirstOrThrow()).last_errors ?? "";
    },
  };
}
