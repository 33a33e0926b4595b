import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../../support/machine/folder.ts";
import { openTestPlatform } from "../../../../support/platforms/platform.ts";
import { bundleSource, openRunning } from "../../../../support/platforms/scripts.ts";

/** The script in docs/integrations.md. */
const example = /<!-- example: script -->\n```ts\n(.*?)```/s.exec(
  readFileSync("docs/integrations.md", "utf8"),
);
const mover = await bundleSource(example?.[1] ?? "");

type Running = Awaited<ReturnType<typeof openRunning>>;

/** For tests that leave the integration as it was. */
const shared = await openRunning(mover);

/** Causes an event: moves a space into a collection. */
async function moveSpace({ send, organization, jobs }: Running, title = "Guide"): Promise<string> {
  const space = await send<{ id: string }>(`POST /orgs/${organization}/spaces`, { title });
  const collection = await send<{ id: string }>(`POST /orgs/${organization}/collections`, {});
  await send(`POST /spaces/${space.id}/move`, { parent: collection.id });
  await jobs.finish();
  return space.id;
}

describe("an event", () => {
  slowTest("runs the handler of the script, which calls the platform with its token", async () => {
    const space = await moveSpace(shared);
    const moved = (await shared.events()).find(({ event }) => event.payload.spaceId === space);
    expect(moved?.event).toMatchObject({ status: "success" });
    const messages = moved?.trace.logs.map(({ message }) => message) ?? [];
    expect(messages[0]).toBe("Recorded; waiting for the script.");
    expect(messages).toContain("moved Guide to in-collection");
    expect(messages.at(-1)).toMatch(/^Attempt 1: the script responded with 200 in \d+ ms\.$/);
  });

  slowTest("of the public endpoint runs the fetch handler of the example", async () => {
    const { ask, endpoint } = shared;
    const answer = await ask(`POST ${endpoint}/hook`, { token: null, text: "ping" });
    expect(answer).toMatchObject({ status: 200, body: "Received ping" });
  });

  test("that the script does not handle is delivered", async () => {
    const { jobs, events } = shared;
    await jobs.finish();
    const [setup] = await events();
    expect(setup?.event).toMatchObject({
      payload: { type: "installation_setup" },
      status: "success",
    });
    expect(setup?.trace.logs.at(-1)?.message).toContain("does not handle such events");
  });

  slowTest("is handled by the newest version", async () => {
    await shared.publish(mover.replaceAll("moved", "shifted"));
    const space = await moveSpace(shared);
    await shared.publish(mover);
    const moved = (await shared.events()).find(({ event }) => event.payload.spaceId === space);
    expect(moved?.trace.logs.map(({ message }) => message)).toContain(
      "shifted Guide to in-collection",
    );
  });

  slowTest(
    "with a runaway handler fails once, with the reason, and does not stop later events",
    async () => {
      const running = await openRunning(
        `export default { async fetch(request) {
        const event = JSON.parse((await request.formData()).get("event"));
        if (event.type === "installation_setup") {
          const all = [];
          for (let i = 0; i < 1024; i++) all.push(new Uint8Array(1 << 20).fill(1));
        }
        return new Response("OK");
      } };`,
      );
      await moveSpace(running);
      const [setup, moved] = await running.events();
      expect(setup?.event).toMatchObject({
        status: "failed",
        failure: "The script was stopped: it used more than 256 MiB of memory.",
      });
      expect(moved?.event.status).toBe("success");
    },
  );

  slowTest("does not give the script access to another organization", async () => {
    const { send, organization } = shared;
    // The user for whom the tokens act is an admin of both organizations.
    const other = await send<{ id: string }>("POST /orgs", { title: "Other" });
    const hidden = await send<{ id: string }>(`POST /orgs/${other.id}/spaces`, { title: "Hidden" });
    const own = await send<{ id: string }>(`POST /orgs/${organization}/spaces`, { title: "Own" });
    const paths = [
      `/v1/orgs/${organization}`,
      `/v1/spaces/${own.id}`,
      `/v1/orgs/${other.id}`,
      `/v1/spaces/${hidden.id}`,
      `/v1/orgs/${other.id}/spaces`,
    ];
    await shared.publish(`export default { async fetch(request) {
      const form = await request.formData();
      if (JSON.parse(form.get("event")).type !== "space_visibility_updated") return new Response("OK");
      const { apiEndpoint, apiTokens } = JSON.parse(form.get("environment"));
      const tokens = { ...apiTokens, forged: "tome_agent_forged", user: "tome_forged" };
      for (const [name, token] of Object.entries(tokens)) {
        const statuses = [];
        for (const path of ${JSON.stringify(paths)}) {
          const headers = { authorization: "Bearer " + token };
          const response = await fetch(apiEndpoint + path, { headers });
          if ((await response.text()).includes("Hidden")) console.log("leaked", path);
          statuses.push(response.status);
        }
        console.log(name, statuses.join(" "));
      }
      return new Response("OK");
    } };`);
    const space = await moveSpace(shared);
    await shared.publish(mover);
    const moved = (await shared.events()).find(({ event }) => event.payload.spaceId === space);
    const messages = moved?.trace.logs.map(({ message }) => message) ?? [];
    expect(messages).toContain("installation 200 200 404 404 404");
    // It acts as the installation in the organization of a request, and there is none.
    expect(messages.find((line) => line.startsWith("integration "))).toMatch(/ 404 404 \d{3}$/);
    expect(messages).toContain("forged 401 401 401 401 401");
    expect(messages).toContain("user 401 401 401 401 401");
    expect(messages.filter((line) => line.startsWith("leaked"))).toEqual([]);
  });

  slowTest("is not run by a later process that does not run integrations", async () => {
    const folder = temporaryFolder();
    const running = await openRunning(mover, folder);
    await running.jobs.finish();
    await running.service.close();
    const { ask, service } = await openTestPlatform({ folder });
    const { body } = await ask("GET /v1/integrations/checker/events");
    expect(body).toMatchObject({ items: [{ status: "success" }] });
    await ask(`POST /v1/orgs/${running.organization}/spaces`, { body: { title: "Later" } });
    await service.jobs.finish();
    expect(await service.db.selectFrom("integration_feeds").select("tunnel_url").execute()).toEqual(
      [{ tunnel_url: null }],
    );
  });
});

describe("a tunnel", () => {
  slowTest("replaces the script until it is removed", async () => {
    const { jobs, send } = shared;
    await jobs.finish();
    await send("PUT /integrations/checker/dev", { tunnelUrl: "https://tunnel.example.com" });
    const space = await moveSpace(shared);
    const findMoved = async () =>
      (await shared.events()).find(({ event }) => event.payload.spaceId === space);
    expect((await findMoved())?.trace.logs[0]?.message).toBe(
      "Recorded; waiting to be sent to the tunnel.",
    );
    await send("DELETE /integrations/checker/dev");
    await jobs.finish();
    const moved = await findMoved();
    expect(moved?.event.status).toBe("success");
    expect(moved?.trace.logs.map(({ message }) => message)).toContain(
      "moved Guide to in-collection",
    );
  });
});
