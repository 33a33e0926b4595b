import { describe, expect, test } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import { getMessage, openTestPlatform } from "../../../../support/platforms/platform.ts";
import { bundleSource, openRunning } from "../../../../support/platforms/scripts.ts";

const echo = await bundleSource(`
  import { createIntegration } from "@gitbook/runtime";
  export default createIntegration({
    fetch: async (request, { environment }) => {
      const base = new URL(environment.installation?.urls.publicEndpoint ?? environment.integration.urls.publicEndpoint).pathname;
      const { pathname, search } = new URL(request.url);
      if (pathname === base + "/moved") return Response.redirect("https://example.com/next", 302);
      if (pathname === base + "/fails") throw new Error("no luck");
      console.log("request", request.method);
      const body = {
        path: pathname.slice(base.length) + search,
        method: request.method,
        body: await request.text(),
        cookie: request.headers.get("cookie"),
        authorization: request.headers.get("authorization"),
      };
      return Response.json(body, { status: 202, headers: { "set-cookie": "a=b", "x-kind": "echo" } });
    },
  });
`);

/** One for all tests. */
const running = await openRunning(echo);

describe("the public endpoint", () => {
  slowTest("answers with the response of the fetch handler, and records the request", async () => {
    const { ask, endpoint, events } = running;
    const answer = await ask(`POST ${endpoint}/hook?code=secret`, {
      token: null,
      text: "payload",
      headers: { "content-type": "text/plain" },
    });
    expect(answer.status).toBe(202);
    expect(answer.headers["x-kind"]).toBe("echo");
    expect(answer.body).toMatchObject({
      path: "/hook?code=secret",
      method: "POST",
      body: "payload",
    });
    const recorded = (await events()).findLast(({ event }) => event.payload.type === "fetch");
    expect(recorded?.event.status).toBe("success");
    expect(JSON.stringify(recorded?.event)).not.toContain("secret");
    const messages = recorded?.trace.logs.map(({ message }) => message) ?? [];
    expect(messages).toContain("request POST");
    expect(messages.at(-1)).toBe("The script responded with 202.");
  });

  slowTest("serves the integration itself without an installation", async () => {
    const { ask } = running;
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await ask(`${method} /_integrations/checker/a/b`, { token: null });
      expect(answer.body).toMatchObject({ path: "/a/b", method });
    }
    expect((await ask("GET /_integrations/checker", { token: null })).status).toBe(202);
  });

  slowTest("returns redirects and errors of the script", async () => {
    const { ask, endpoint, events } = running;
    const moved = await ask(`GET ${endpoint}/moved`, { token: null });
    expect(moved.status).toBe(302);
    expect(moved.headers.location).toBe("https://example.com/next");
    expect((await ask(`GET ${endpoint}/fails`, { token: null })).status).toBe(500);
    const last = (await events()).at(-1);
    expect(last?.event).toMatchObject({
      status: "failed",
      failure: "The script responded with 500.",
    });
  });

  test("sends no cookies and no tokens of the platform, and accepts no cookies", async () => {
    const { ask, service, endpoint } = running;
    const answer = await ask(`GET ${endpoint}/x`, {
      token: service.token,
      headers: { cookie: "session=1" },
    });
    expect(answer.body).toMatchObject({ cookie: null, authorization: null });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.headers["content-security-policy"]).toMatch(/^sandbox /);
    const own = await ask(`GET ${endpoint}/x`, {
      token: null,
      headers: { authorization: "Bearer own" },
    });
    expect(own.body).toMatchObject({ authorization: "Bearer own" });
  });

  test("does not exist for an unknown integration, or an installation of another one", async () => {
    const { ask, publish, installation } = running;
    expect((await ask("GET /_integrations/nosuch/x", { token: null })).status).toBe(404);
    await publish(echo, "other");
    const foreign = `/_integrations/other/installations/${installation.id}/x`;
    expect((await ask(`GET ${foreign}`, { token: null })).status).toBe(404);
  });

  test("is refused by a platform that does not run integrations", async () => {
    const { ask } = await openTestPlatform();
    const answer = await ask("GET /_integrations/checker/x", { token: null });
    expect(answer.status).toBe(501);
    expect(getMessage(answer)).toContain("--run-integrations");
  });
});
