/** Long jobs of several organizations, some of which wait for an unresponsive server. */
import { expect, onTestFinished, test } from "vitest";
import * as contentImport from "../../../src/contract/content-import.ts";
import * as openapi from "../../../src/contract/openapi.ts";
import * as space from "../../../src/contract/space.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { answering } from "../../support/network/answering.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const specification = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  paths: {},
});

async function start(jobSlots?: number) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  const slow = await answering(async (request, response) => {
    asked.push(request.url ?? "");
    await gate;
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Page</h1>");
  });
  const quick = await answering((_request, response) => response.end(specification));
  const workspace = await openWorkspace({ allowPrivate: ["127.0.0.1"], jobSlots });
  onTestFinished(() => workspace.service.close());
  const org = await workspace.organization("Slow");
  const caller = await workspace.member(org, "admin");
  const { id } = await workspace.ok(caller, space.create, { organizationId: org, title: "Docs" });
  const importSlowly = (path: string, by = caller) =>
    workspace.ok(by, contentImport.start, {
      organizationId: org,
      source: { type: "website", url: `${slow.url}/${path}` },
      target: { space: id },
    });
  /** Processes the specification of another organization while the server delays the others. */
  const processElsewhere = async () => {
    const other = await workspace.organization("Other");
    const admin = await workspace.member(other, "admin");
    const key = { organizationId: other, specSlug: "api" };
    const ended = new Promise<void>((resolve) => {
      const forget = workspace.service.jobs.onEnqueue(async () => {
        const row = await workspace.db
          .selectFrom("specifications")
          .select("processing_state")
          .where("organization_id", "=", other)
          .executeTakeFirst();
        if (row?.processing_state !== "complete") return;
        forget();
        resolve();
      });
    });
    await workspace.ok(admin, openapi.put, { ...key, source: { url: `${quick.url}/spec.json` } });
    await workspace.service.jobs.runDue();
    await ended;
    return workspace.ok(admin, openapi.get, key);
  };
  return { workspace, org, caller, importSlowly, processElsewhere, asked, release };
}

slowTest("slow imports of one user do not delay the job of another organization", async () => {
  const { workspace, importSlowly, processElsewhere, asked, release } = await start();
  for (const path of ["a", "b", "c", "d", "e"]) await importSlowly(path);
  await workspace.service.jobs.runDue();
  expect((await processElsewhere()).processingState).toBe("complete");
  expect(asked.length).toBeLessThanOrEqual(2);
  release();
  await workspace.service.jobs.finish();
  expect(asked).toHaveLength(5);
});

slowTest("slow imports of many users of one organization leave a slot to others", async () => {
  const { workspace, org, importSlowly, processElsewhere, asked, release } = await start();
  for (const path of ["a", "b", "c", "d", "e"]) {
    await importSlowly(path, await workspace.member(org, "admin"));
  }
  await workspace.service.jobs.runDue();
  expect((await processElsewhere()).processingState).toBe("complete");
  expect(asked.length).toBeLessThanOrEqual(3);
  release();
  await workspace.service.jobs.finish();
  expect(asked).toHaveLength(5);
});

test("the operator sets the number of concurrent jobs", async () => {
  const { workspace, org, importSlowly, asked, release } = await start(8);
  const members = await Promise.all(["a", "b", "c", "d"].map(() => workspace.member(org, "admin")));
  for (const by of members) await importSlowly("page", by);
  await workspace.service.jobs.runDue();
  const running = await workspace.db
    .selectFrom("jobs")
    .select("id")
    .where("leased_by", "is not", null)
    .execute();
  expect(running).toHaveLength(4);
  release();
  await workspace.service.jobs.finish();
  expect(asked).toHaveLength(4);
});
