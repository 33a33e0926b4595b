import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../../bin/built.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { type BuiltServe, startServe } from "../../support/platforms/built-serve.ts";
import { freshDatabase } from "../../support/platforms/postgres/databases.ts";

beforeAll(buildProgram);

async function ask({ url, token }: BuiltServe, what: string, value?: object) {
  const [method = "", path = ""] = what.split(" ");
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(value && { body: JSON.stringify(value) }),
  });
  return { status: response.status, body: await response.json() };
}

const source = { text: JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" } }) };

test("jobs of a process without jobs run in a process that only runs jobs", async () => {
  const { url } = await freshDatabase();
  const home = temporaryFolder();
  const start = (...flags: string[]) =>
    startServe(home, ["--port", "0", "--database", url, ...flags]);
  const front = await start("--jobs", "none");
  const { body } = await ask(front, "GET /v1/orgs");
  const spec = `/v1/orgs/${body.items[0].id}/openapi/pets`;
  expect((await ask(front, `PUT ${spec}`, { source })).status).toBe(200);
  expect((await ask(front, `GET ${spec}`)).body.processingState).toBe("pending");
  const worker = await start("--jobs", "only", "--job-concurrency", "2");
  await expect
    .poll(async () => (await ask(front, `GET ${spec}`)).body.processingState, { timeout: 20_000 })
    .toBe("complete");
  expect((await ask(worker, "GET /v1/orgs")).status).toBe(503);
  expect((await ask(worker, "GET /readyz")).body).toMatchObject({ status: "ready" });
});

test("a stopping process serves requests, but is not ready, until the delay has passed", async () => {
  const { url } = await freshDatabase();
  const flags = ["--port", "0", "--database", url, "--drain-delay", "2"];
  const serving = await startServe(temporaryFolder(), flags);
  expect((await ask(serving, "GET /readyz")).status).toBe(200);
  serving.child.kill("SIGTERM");
  await expect.poll(async () => (await ask(serving, "GET /readyz")).status).toBe(503);
  expect((await ask(serving, "GET /v1/orgs")).status).toBe(200);
  expect((await serving.ended).code).toBe(0);
});
