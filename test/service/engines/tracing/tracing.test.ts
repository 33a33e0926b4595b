import { describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import * as webhook from "../../../../src/contract/webhook.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import type { ServiceOptions } from "../../../../src/service/service.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
} from "../../../support/network/otlp-receiver.ts";
import { openDesk } from "../../../support/organizations/changes.ts";
import { onPostgres } from "../../../support/platforms/postgres/databases.ts";

const callersTrace = "0af7651916cd43dd8448eb211c80319c";
const callersSpan = "b7ad6b7169203331";
const continued = { traceparent: `00-${callersTrace}-${callersSpan}-01`, tracestate: "vendor=a" };
const unsampled = { traceparent: `00-${callersTrace}-${callersSpan}-00` };
const server = 2;
const client = 3;
const consumer = 5;

/** A platform whose webhooks are sent to a local receiver. */
async function start(receiver: OtlpReceiver, options: ServiceOptions = {}) {
  const received: Record<string, unknown>[] = [];
  const hook = await answering((request, response) => {
    received.push(request.headers);
    response.writeHead(204).end();
  });
  const desk = await openDesk({
    allowPrivate: ["127.0.0.1"],
    tracing: { url: `${receiver.url}/v1/traces`, format: "http/json" },
    version: "1.2.3",
    ...options,
  });
  const { workspace, admin, org } = desk;
  await workspace.ok(admin, webhook.create, {
    organizationId: org,
    url: `${hook.url}/hook/path-with-a-secret?key=query-secret`,
  });
  const token = await issueToken(workspace.db, { user: admin, label: "t", now: workspace.now });
  const send = (method: "GET" | "PATCH", path: string, headers = {}, body?: object) =>
    workspace.service.transport({
      method,
      url: `http://tome.localhost${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
  /** Ends the platform, which sends the remaining spans. */
  const end = async () => {
    await workspace.service.jobs.finish();
    await workspace.service.close();
    return receiver.spans;
  };
  const draft = await desk.begin("Private subject");
  /** Opens the change request, which notifies the webhook. */
  const open = (headers: object) =>
    send("PATCH", `/v1/spaces/${desk.spaceId}/change-requests/${draft}`, headers, {
      status: "open",
    });
  return {
    ...{ workspace, admin, org, token, received, send, end },
    port: hook.port,
    open,
  };
}

function findSpan(spans: readonly ReceivedSpan[], name: string, traceId: string): ReceivedSpan {
  const found = spans.find((one) => one.name === name && one.traceId === traceId);
  if (found === undefined) throw new Error(`No span ${name} in ${spans.map((one) => one.name)}.`);
  return found;
}

describe("a traced request", () => {
  slowTest(
    "continues the trace of its caller through queries, the job and the webhook",
    async () => {
      const receiver = await startOtlpReceiver();
      const { org, token, received, end, port, open } = await start(receiver);
      const opened = await open(continued);
      expect(opened.status).toBe(200);
      const spans = await end();

      const trace = spans.filter(({ traceId }) => traceId === callersTrace);
      const route = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}";
      const request = findSpan(trace, `PATCH ${route}`, callersTrace);
      expect(request).toMatchObject({
        parent: callersSpan,
        kind: server,
        hasFailed: false,
        attributes: {
          "http.request.method": "PATCH",
          "http.route": route,
          "http.response.status_code": 200,
          "tome.operation": "updateChangeRequestById",
          "tome.request.id": opened.headers["x-request-id"],
        },
      });
      expect(findSpan(trace, "UPDATE change_requests", callersTrace)).toMatchObject({
        parent: request.spanId,
        kind: client,
        attributes: {
          "db.system.name": onPostgres ? "postgresql" : "sqlite",
          "db.operation.name": "UPDATE",
          "db.collection.name": "change_requests",
        },
      });
      const job = trace.find(({ kind, name }) => kind === consumer && name.includes("webhook"));
      expect(job?.parent).toBe(request.spanId);
      const call = findSpan(trace, "POST", callersTrace);
      expect(call).toMatchObject({
        parent: job?.spanId,
        kind: client,
        attributes: { "server.address": "127.0.0.1", "server.port": port },
      });
      // The receiver continues the trace, and learns nothing else about it.
      expect(received.map(({ traceparent }) => traceparent)).toEqual([
        `00-${callersTrace}-${call.spanId}-01`,
      ]);
      expect(received[0]).not.toHaveProperty("tracestate");

      const [resource] = receiver.resources;
      expect(resource).toMatchObject({ "service.name": "tome", "service.version": "1.2.3" });
      const sent = receiver.requests.map((one) => one.body.toString()).join();
      for (const secret of [token, "Private subject", "path-with-a-secret", "query-secret", org]) {
        expect(sent).not.toContain(secret);
      }
    },
  );

  test("without a valid traceparent begins its own trace", async () => {
    const receiver = await startOtlpReceiver();
    const { org, send, end } = await start(receiver);
    for (const traceparent of ["00-zz-1-01", "x".repeat(5000), `00-${"0".repeat(32)}-1-01`]) {
      const answer = await send("GET", `/v1/orgs/${org}`, { traceparent });
      expect(answer.status).toBe(200);
    }
    const requests = (await end()).filter(({ name }) => name === "GET /v1/orgs/{organizationId}");
    expect(requests.map(({ parent }) => parent)).toEqual([undefined, undefined, undefined]);
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(3);
  });

  slowTest(
    "is recorded although its caller does not record it, but not for monitoring",
    async () => {
      const receiver = await startOtlpReceiver();
      const { org, send, end } = await start(receiver);
      const { status } = await send("GET", `/v1/orgs/${org}`, unsampled);
      expect([status, (await send("GET", "/healthz")).status]).toEqual([200, 200]);
      const spans = await end();
      const hidden = findSpan(spans, "GET /v1/orgs/{organizationId}", callersTrace);
      expect(hidden.parent).toBe(callersSpan);
      // Its queries are recorded too.
      expect(spans.filter(({ parent }) => parent === hidden.spanId)).not.toEqual([]);
      expect(spans.filter(({ name }) => name.includes("healthz"))).toEqual([]);
    },
  );

  slowTests.each([
    [{ recordedPart: 0 }, "01", false],
    [{ recordedPart: 1, callersDecide: true }, "00", false],
    [{ recordedPart: 0, callersDecide: true }, "01", true],
  ])("with the sampling %j and the flags %s is recorded: %s", async (sampling, flags, recorded) => {
    const receiver = await startOtlpReceiver();
    const url = `${receiver.url}/v1/traces`;
    const options = { tracing: { url, format: "http/json", ...sampling } } as const;
    const { org, send, end } = await start(receiver, options);
    const traceparent = `00-${callersTrace}-${callersSpan}-${flags}`;
    expect((await send("GET", `/v1/orgs/${org}`, { traceparent })).status).toBe(200);
    expect((await end()).some(({ traceId }) => traceId === callersTrace)).toBe(recorded);
  });

  slowTest("to an unknown path has a name without the path", async () => {
    const receiver = await startOtlpReceiver();
    const { send, end } = await start(receiver);
    expect((await send("GET", "/v1/nothing/private-words")).status).toBe(404);
    expect((await end()).map(({ name }) => name)).toContain("GET");
    expect(receiver.requests.map((one) => one.body.toString()).join()).not.toContain("private");
  });
});

slowTest("a job that runs later begins a trace with a link to its request", async () => {
  const receiver = await startOtlpReceiver();
  const { org, workspace, admin, end } = await start(receiver);
  const deletion = await workspace.ok(admin, space.create, { organizationId: org, title: "Old" });
  await workspace.ok(admin, space.remove, { spaceId: deletion.id });
  workspace.passDays(8);
  const spans = await end();
  const later = spans.filter(({ kind, links }) => kind === consumer && links.length > 0);
  expect(later.length).toBeGreaterThan(0);
  for (const { parent, traceId, links } of later) {
    expect(parent).toBeUndefined();
    const [link] = links;
    expect(link?.traceId).not.toBe(traceId);
    expect(spans.some(({ spanId }) => spanId === link?.spanId)).toBe(true);
  }
});

test("a receiver that fails is reported once, and requests continue", async () => {
  const receiver = await startOtlpReceiver(400);
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  const { org, send, end } = await start(receiver, { log });
  expect((await send("GET", `/v1/orgs/${org}`)).status).toBe(200);
  await end();
  expect(messages).toEqual(["Sending traces failed."]);
});

slowTest("by default, spans are sent as Protocol Buffers", async () => {
  const receiver = await startOtlpReceiver();
  const tracing = { url: `${receiver.url}/v1/traces`, format: "http/protobuf" } as const;
  const { end } = await start(receiver, { tracing });
  await end();
  const [request] = receiver.requests;
  expect(request).toMatchObject({ path: "/v1/traces", type: "application/x-protobuf" });
  expect(request?.body.toString("latin1")).toContain("POST /v1/orgs/{organizationId}/webhooks");
});

slowTest("without tracing, requests are not changed", async () => {
  const receiver = await startOtlpReceiver();
  const options = { tracing: undefined };
  const { received, open, end } = await start(receiver, options);
  expect((await open(continued)).status).toBe(200);
  expect(await end()).toEqual([]);
  expect(received).toHaveLength(1);
  expect(received[0]).not.toHaveProperty("traceparent");
});
