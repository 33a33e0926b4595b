/** The answer of the browser to `tome auth login --web`. */
import { createHook } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const ada = { object: "user", id: "U1", displayName: "Ada", email: "ada@example.com" };

interface LoginOptions {
  readonly flags?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A platform that exchanges the code `good`, and a login that waits for the browser. */
async function begin({ flags = "--no-browser", env = {} }: LoginOptions = {}) {
  const server = await serve(({ url, headers }, response) => {
    if (url === "/v1/sign-in/token" && headers.authorization === "Bearer good") {
      return answerJson(response, 200, { token: "new-token" });
    }
    if (headers.authorization === "Bearer new-token") return answerJson(response, 200, ada);
    return answerJson(response, 401, { error: { code: 401, message: "No." } });
  });
  let show = (_url: URL): void => {};
  const shown = new Promise<URL>((resolve) => {
    show = resolve;
  });
  let text = "";
  const ended = openTome()(
    `auth login --web ${flags} --base-url ${server.url}`.replace("  ", " "),
    {
      env,
      interrupted: () => new Promise(() => {}),
      told(part) {
        text += part;
        const [url] = /http\S+\/_signin\/tool\?\S+/.exec(text) ?? [];
        if (url !== undefined) show(new URL(url));
      },
    },
  );
  const { searchParams } = await shown;
  const state = searchParams.get("state") ?? "";
  const answer = (query: Readonly<Record<string, string>>, method = "GET") =>
    fetch(`http://127.0.0.1:${searchParams.get("port")}/?${new URLSearchParams(query)}`, {
      method,
    });
  return { server, state, answer, ended };
}

describe("a request of another web page", () => {
  test.each<[string, (state: string) => Readonly<Record<string, string>>, string]>([
    ["without a state", () => ({ code: "bad" }), "GET"],
    ["with another state", (state) => ({ code: "bad", state: `${state}x` }), "GET"],
    ["with another state and no code", () => ({ state: "x" }), "GET"],
    ["with another method", (state) => ({ code: "bad", state }), "POST"],
  ])("%s does not end the login", async (_, toQuery, method) => {
    const { server, state, answer, ended } = await begin();
    const refused = await answer(toQuery(state), method);
    expect([refused.status, await refused.text()]).toEqual([404, ""]);
    expect(server.seen).toEqual([]);
    const accepted = await answer({ code: "good", state });
    expect([accepted.status, await accepted.text()]).toEqual([
      200,
      expect.stringContaining("tome is signed in"),
    ]);
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("as Ada");
    expect(stderr).not.toContain("new-token");
  });
});

test("without a browser that can be started, the login waits for the printed URL", async () => {
  const env = { BROWSER: "/nosuch/browser", PATH: "/nosuch" };
  const { state, answer, ended } = await begin({ flags: "", env });
  expect((await answer({ code: "good", state })).status).toBe(200);
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("The browser /nosuch/browser cannot be started.");
  expect(stderr).toContain("as Ada");
});

test("a denial in the browser ends the login", async () => {
  const { server, state, answer, ended } = await begin();
  expect(await (await answer({ state })).text()).toContain("The sign-in was denied");
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([3, expect.stringContaining("denied in the browser")]);
  expect(server.seen).toEqual([]);
});

/** The timers that were started since and would keep the process running. */
function watchTimers(): () => number {
  const running = new Map<number, NodeJS.Timeout>();
  const hook = createHook({
    init(id, type, _, resource) {
      if (type === "Timeout" && "hasRef" in resource) running.set(id, resource as NodeJS.Timeout);
    },
    destroy: (id) => void running.delete(id),
  }).enable();
  return () => {
    hook.disable();
    return [...running.values()].filter((timer) => timer.hasRef()).length;
  };
}

describe("after an answer, no timer delays the end of the process", () => {
  test.each([
    ["that allows access", { code: "good" }, 0],
    ["that denies access", {}, 3],
  ])("%s", async (_, query, expected) => {
    const countTimers = watchTimers();
    const { state, answer, ended } = await begin();
    await answer({ ...query, state });
    expect((await ended).code).toBe(expected);
    // A timer is destroyed in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(countTimers()).toBe(0);
  });
});
