import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as openapi from "../../../../src/contract/openapi.ts";
import * as openapiVersion from "../../../../src/contract/openapi-version.ts";
import { processSpecification } from "../../../../src/service/areas/openapi/process.ts";
import { FetchFailure } from "../../../../src/service/engines/network/fetch-failure.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { compileProgram } from "../../../support/machine/other-process.ts";
import { answering } from "../../../support/network/answering.ts";
import { getEffect } from "../../../support/platforms/job-kinds.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** Represents the public internet; the rest of this machine stays private. */
const outside = "127.0.0.9";

const head = "openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\npaths: {}\n";
const referring = (to: string) => `${head}components: {schemas: {Pet: {$ref: '${to}'}}}\n`;

async function start() {
  const workspace = await openWorkspace({ allowPrivate: [outside] });
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const named = { organizationId, specSlug: "pets" };
  const put = (url: string) => workspace.ok(admin, openapi.put, { ...named, source: { url } });
  const get = () => workspace.ok(admin, openapi.get, named);
  const processed = async (url: string) => {
    await put(url);
    await workspace.service.jobs.finish();
    return get();
  };
  const latest = () => workspace.ok(admin, openapiVersion.latestContent, named);
  return { workspace, admin, named, put, get, processed, latest };
}

/** Texts by path; a function redirects. */
function serving(texts: Record<string, string | { readonly to: string }>): RequestListener {
  return (request, response) => {
    const found = texts[request.url ?? ""];
    if (found === undefined) response.writeHead(404).end();
    else if (typeof found === "string") response.end(found);
    else response.writeHead(302, { location: found.to }).end();
  };
}

slowTest("a source at a URL is fetched with its referenced files", async () => {
  const { processed, latest } = await start();
  const there = await answering(
    serving({
      "/latest": { to: "/v2/openapi.yml" },
      "/v2/openapi.yml": referring("schemas/pet.json#/Pet"),
      "/v2/schemas/pet.json": '{"Pet":{"type":"object"}}',
    }),
    outside,
  );
  const done = await processed(`${there.url}/latest`);
  expect(done).toMatchObject({
    sourceURL: `${there.url}/latest`,
    processingState: "complete",
    lastVersion: expect.any(String),
  });
  expect((await latest()).filesystem).toEqual({
    "openapi.yaml": expect.objectContaining({
      components: { schemas: { Pet: { $ref: "schemas/pet.json#/Pet" } } },
    }),
    "schemas/pet.json": { Pet: { type: "object" } },
  });
  expect((await processed(`${there.url}/latest`)).lastVersion).toBe(done.lastVersion);
});

test("while a source is fetched the state is progress, and requests are processed", async () => {
  const { workspace, put, get } = await start();
  let release = () => {};
  const there = await answering((_request, response) => {
    release = () => response.end(head);
  }, outside);
  await put(there.url);
  await workspace.service.jobs.runDue();
  await expect.poll(() => there.asked.length).toBe(1);
  expect((await get()).processingState).toBe("progress");
  release();
  await workspace.service.jobs.finish();
  expect((await get()).processingState).toBe("complete");
});

slowTest("a source that is replaced while it is fetched creates no version", async () => {
  const { workspace, admin, named, put, latest } = await start();
  let release = () => {};
  const there = await answering((request, response) => {
    if (request.url === "/old") release = () => response.end(head.replace("Pets", "Old"));
    else response.end(head);
  }, outside);
  await put(`${there.url}/old`);
  await workspace.service.jobs.runDue();
  await expect.poll(() => there.asked.length).toBe(1);
  await put(`${there.url}/new`);
  release();
  await workspace.service.jobs.finish();
  const { items } = await workspace.ok(admin, openapiVersion.list, named);
  expect(items).toHaveLength(1);
  expect((await latest()).filesystem).toEqual({
    "openapi.yaml": expect.objectContaining({ info: { title: "Pets", version: "1" } }),
  });
});

slowTest(
  "a private IP address is reached neither as a source nor by redirects or references",
  async () => {
    const { processed } = await start();
    const canary = await answering((_request, response) => response.end(head));
    const { port } = canary;
    const inside = `http://127.0.0.1:${port}`;
    const there = await answering(
      serving({
        "/redirect": { to: inside },
        "/reference": referring(`${inside}/a`),
        "/nested": referring("more.yaml"),
        "/more.yaml": `$ref: http://localhost:${port}/b`,
        "/mapped": referring(`http://[::ffff:7f00:1]:${port}/c`),
        "/redirected": referring("bounce"),
        "/bounce": { to: `${inside}/d` },
        "/schemeless": referring(`//127.0.0.1:${port}/e`),
        "/file": referring("file:///etc/passwd"),
        "/file-redirect": { to: "file:///etc/passwd" },
        "/far": { to: "/redirect" },
      }),
      outside,
    );
    const sources = [
      inside,
      `http://localhost:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://[::1]:${port}/`,
      ...["redirect", "reference", "nested", "mapped", "redirected"].map(
        (path) => `${there.url}/${path}`,
      ),
      ...["schemeless", "file", "file-redirect", "far"].map((path) => `${there.url}/${path}`),
    ];
    for (const source of sources) {
      const { lastProcessErrorCode, lastVersion, lastProcessedErrors } = await processed(source);
      expect([source, lastVersion]).toEqual([source, undefined]);
      expect([source, lastProcessErrorCode]).toEqual([
        source,
        source.endsWith("/file") ? "PARSE_ERROR" : "FETCH_ERROR",
      ]);
      expect(JSON.stringify(lastProcessedErrors)).not.toContain("root:");
    }
    expect(canary.asked).toEqual([]);
  },
);

test("a failed or slow fetch has its own error code", async () => {
  const { workspace, put, processed, get } = await start();
  const there = await answering(
    (_request, response) => response.writeHead(503).end("busy"),
    outside,
  );
  expect(await processed(there.url)).toMatchObject({
    lastProcessErrorCode: "FETCH_ERROR",
    lastProcessedErrors: [
      { code: "FETCH_FAILED", message: `${there.url}/ responded with status 503.` },
    ],
  });
  const { id } = await put(there.url);
  const effect = await processSpecification.prepare(
    { specificationId: id, sourceNumber: 2 },
    {
      ...(await getCall(workspace)),
      outside: {
        mayReach: () => true,
        mayReadFiles: false,
        fetch: async () => {
          throw new FetchFailure("timeout", "It took too long.");
        },
        loadAddresses: async () => [],
        lookUpTextRecords: async () => [],
      },
    },
  );
  await workspace.db.deleteFrom("jobs").execute();
  await getEffect(effect)(await getCall(workspace));
  expect(await get()).toMatchObject({
    lastProcessErrorCode: "FETCH_TIMEOUT",
    lastProcessedErrors: [{ code: "FETCH_TIMEOUT", message: "It took too long." }],
  });
});

async function getCall({ db, now, service }: Awaited<ReturnType<typeof start>>["workspace"]) {
  const { openOutside } = await import("../../../../src/service/engines/network/egress.ts");
  const { openSecretBox } = await import("../../../../src/service/engines/secret-box.ts");
  return {
    db,
    now,
    time: () => now,
    clockIsMoved: false,
    warn() {},
    newId: () => "made",
    enqueue: (job: Parameters<typeof service.jobs.enqueue>[1]) => service.jobs.enqueue(db, job),
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    signal: new AbortController().signal,
    requirePermission: async () => {},
  };
}

slowTest(
  "a source whose processing is killed is processed at the next start, to one version",
  async () => {
    const folder = temporaryFolder();
    const run = await compileProgram(
      folder,
      `
    import { openService } from "service/service.ts";
    const [data, url] = process.argv.slice(2);
    const service = await openService({ folder: data, allowPrivate: ["${outside}"] });
    const ask = async (method, path, body) => {
      const answer = await service.transport({
        method,
        url: "http://tome.localhost/v1" + path,
        headers: { authorization: "Bearer " + service.token, "content-type": "application/json" },
        body: body && JSON.stringify(body),
      });
      return JSON.parse(answer.body);
    };
    const { items: [{ id }] } = await ask("GET", "/orgs");
    if (url) await ask("PUT", "/orgs/" + id + "/openapi/pets", { source: { url } });
    await service.jobs.finish();
    const { items } = await ask("GET", "/orgs/" + id + "/openapi/pets/versions");
    const state = await ask("GET", "/orgs/" + id + "/openapi/pets");
    console.log(JSON.stringify({ versions: items.length, state: state.processingState }));
    await service.close();
    `,
    );
    let isHolding = true;
    const there = await answering((_request, response) => {
      if (!isHolding) response.end(head);
    }, outside);
    const data = join(folder, "data");
    const killed = run(data, there.url);
    await expect.poll(() => there.asked.length, { timeout: 30_000 }).toBe(1);
    await killed.kill();
    isHolding = false;
    const next = run(data);
    expect(JSON.parse((await next.line()) ?? "{}")).toEqual({ versions: 1, state: "complete" });
    expect(await next.ended()).toBe(0);
    expect(there.asked).toHaveLength(2);
    const last = run(data);
    expect(JSON.parse((await last.line()) ?? "{}")).toEqual({ versions: 1, state: "complete" });
    expect(there.asked).toHaveLength(2);
  },
);
