import { describe, expect, test } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import { getMessage, openTestPlatform } from "../../../../support/platforms/platform.ts";
import { bundleSource, openRunning } from "../../../../support/platforms/scripts.ts";

const script = await bundleSource(`
  import { createIntegration } from "@gitbook/runtime";
  let failures = 0;
  export default createIntegration({
    events: {
      space_visibility_updated: async (event, { environment }) => {
        const { apiEndpoint, apiTokens, integration } = environment;
        // Tasks are queued with the token of the integration.
        const { status } = await fetch(apiEndpoint + "/v1/integrations/" + integration.name + "/tasks", {
          method: "POST",
          headers: { authorization: "Bearer " + apiTokens.integration, "content-type": "application/json" },
          body: JSON.stringify({ task: { type: "count", space: event.spaceId } }),
        });
        console.log("queued", status);
      },
    },
    task: async (task, { environment }) => {
      console.log("task", JSON.stringify(task), environment.installation ? "installed" : "alone");
      if (task.type === "flaky" && ++failures < 3) throw new Error("not yet");
      if (task.type === "broken") throw new Error("never");
      if (task.type === "endless") for (;;) console.log("x".repeat(1000));
    },
  });
`);

type Running = Awaited<ReturnType<typeof openRunning>>;

/** For tests that keep the integration; each has its own types of tasks. */
const running = await openRunning(script);

async function queue({ ask }: Running, body: object, token?: string) {
  return ask("POST /v1/integrations/checker/tasks", { body, ...(token && { token }) });
}

async function findTask({ events, jobs, service }: Running, type: string) {
  await jobs.finish();
  // Attempts and scheduled tasks are at most an hour apart.
  for (let hour = 0; hour < 5; hour++) {
    await service.clock.advance(3600 * 1000);
    await jobs.finish();
  }
  const found = (await events()).find(({ event }) => {
    const { payload } = event as { readonly payload: { readonly task?: { type: string } } };
    return payload.task?.type === type;
  });
  return { ...found?.event, messages: found?.trace.logs.map(({ message }) => message) ?? [] };
}

describe("a task", () => {
  slowTest("is queued by the script itself, and its console is in the event", async () => {
    const { send, organization } = running;
    const space = await send<{ id: string }>(`POST /orgs/${organization}/spaces`, {});
    const collection = await send<{ id: string }>(`POST /orgs/${organization}/collections`, {});
    await send(`POST /spaces/${space.id}/move`, { parent: collection.id });
    const { status, messages } = await findTask(running, "count");
    expect(status).toBe("success");
    expect(messages).toContain(`task {"type":"count","space":"${space.id}"} alone`);
  });

  slowTest("is repeated while the script fails, and abandoned after five attempts", async () => {
    expect((await queue(running, { task: { type: "flaky" } })).status).toBe(204);
    const flaky = await findTask(running, "flaky");
    expect(flaky.status).toBe("success");
    expect(flaky.messages.filter((line) => line.startsWith("Attempt"))).toHaveLength(3);
    await queue(running, { task: { type: "broken" } });
    const broken = await findTask(running, "broken");
    expect(broken).toMatchObject({
      status: "failed",
      failure: "The integration returned an error 5 times.",
    });
  });

  slowTest("with an endless loop fails once, and does not stop later tasks", async () => {
    await queue(running, { task: { type: "endless" } });
    await queue(running, { task: { type: "next" } });
    const endless = await findTask(running, "endless");
    expect(endless.status).toBe("failed");
    expect(endless.messages.filter((line) => line.startsWith("Attempt"))).toHaveLength(1);
    expect((await findTask(running, "next")).status).toBe("success");
  });

  slowTest("waits until its time", async () => {
    await running.jobs.finish();
    const before = await running.events();
    await queue(running, { task: { type: "later" }, schedule: 3600 });
    expect(await running.events()).toHaveLength(before.length);
    expect((await findTask(running, "later")).status).toBe("success");
    const tooLate = await queue(running, { task: { type: "later" }, schedule: 86_401 });
    expect(tooLate.status).toBe(400);
  });

  test("is refused for other callers, and beyond the limit", async () => {
    const { send, service, installation, createToken } = running;
    const task = { type: "count" };
    expect((await queue(running, { task }, await createToken("edit"))).status).toBe(403);
    expect((await queue(running, { task }, await createToken("guest"))).status).toBe(404);
    const path = `POST /integrations/checker/installations/${installation.id}/tokens`;
    const { token } = await send<{ token: string }>(path);
    expect((await queue(running, { task }, token)).status).toBe(403);
    const long = await queue(running, { task: { text: "x".repeat(70_000) } });
    expect(getMessage(long)).toContain("exceeds the limit of 65536 characters");
    const forever = { task, schedule: 86_400 };
    const [first] = await Promise.all([queue(running, forever)]);
    expect(first?.status).toBe(204);
    const job = await service.db
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "queue-integration-task")
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 999 }, (_, index) => ({ ...job, id: `copy-${index}` }));
    for (let at = 0; at < copies.length; at += 50) {
      await service.db
        .insertInto("jobs")
        .values(copies.slice(at, at + 50))
        .execute();
    }
    const beyond = await queue(running, forever);
    expect(beyond.status).toBe(429);
    expect(beyond.headers["retry-after"]).toBe("60");
    await service.db.deleteFrom("jobs").where("kind", "=", "queue-integration-task").execute();
  });

  slowTest("of an unpublished integration is dropped", async () => {
    const running = await openRunning(script);
    await running.jobs.finish();
    await queue(running, { task: { type: "count" }, schedule: 60 });
    await running.send("DELETE /integrations/checker");
    await running.jobs.finish();
    const events = await running.service.db.selectFrom("integration_events").selectAll().execute();
    expect(events).toEqual([]);
  });

  test("is refused by a platform that does not run integrations", async () => {
    const { ask } = await openTestPlatform();
    const orgs = (await ask("GET /v1/orgs")).body as { items: { id: string }[] };
    const body = {
      organization: orgs.items[0]?.id,
      title: "Checker",
      description: "Checks",
      script,
      scopes: [],
    };
    expect((await ask("POST /v1/integrations/checker", { body })).status).toBe(200);
    const refused = await ask("POST /v1/integrations/checker/tasks", { body: { task: {} } });
    expect(refused.status).toBe(501);
    expect(getMessage(refused)).toContain("--run-integrations");
  });
});
