import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import {
  type ModelCaller,
  openChatModel,
} from "../../../../src/service/engines/language/chat-model.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";

const member = { kind: "member", user: "U1", organization: "O1" } as const;
const messages = [{ role: "user", content: "Hello" }] as const;
const chat = (content: unknown) => ({ choices: [{ message: { role: "assistant", content } }] });

async function open(respond: (response: ServerResponse) => void, timeout = 20_000) {
  const server = await serve((_, response) => respond(response));
  const model = openChatModel({ url: `${server.url}/v1/`, name: "small", key: "key-1", timeout });
  return { server, model };
}

async function findProblem(respond: (response: ServerResponse) => void, timeout?: number) {
  const { model, server } = await open(respond, timeout);
  const error: unknown = await model.complete(member, messages).catch((cause: unknown) => cause);
  if (!(error instanceof Error) || !("status" in error)) throw new Error("no problem");
  expect(error.message).not.toContain(server.url);
  expect(error.message).not.toContain("key-1");
  return { status: error.status, message: error.message };
}

test("sends the messages with the model and the key", async () => {
  const { server, model } = await open((response) => answerJson(response, 200, chat("Hi")));
  expect(await model.complete(member, messages)).toBe("Hi");
  const [request] = server.seen;
  expect(request).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
  expect(request?.headers.authorization).toBe("Bearer key-1");
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    model: "small",
    messages,
    stream: false,
  });
});

describe("a model that fails", () => {
  const bodies: readonly [string, unknown][] = [
    ["no choice", {}],
    ["an empty list", { choices: [] }],
    ["an empty text", chat(" ")],
    ["a number", chat(1)],
    ["null", null],
    ["a list", []],
    ["a choice without a message", { choices: [null] }],
  ];
  for (const [name, body] of bodies) {
    test(`${name} is not a text`, async () => {
      expect(await findProblem((response) => answerJson(response, 200, body))).toEqual({
        status: 502,
        message: "The language model did not return a text.",
      });
    });
  }

  test("a body that is not JSON or not UTF-8 is not a text", async () => {
    for (const body of ["data: {}\n\n", "{", Buffer.from([0x22, 0xff, 0x22])]) {
      const { message } = await findProblem((response) => response.end(body));
      expect(message).toBe("The language model did not return a text.");
    }
  });

  test("an error of the server is reported by its status", async () => {
    const problem = await findProblem((response) => answerJson(response, 401, { error: "secret" }));
    expect(problem).toEqual({
      status: 502,
      message: "The language model responded with status 401.",
    });
  });

  test("a redirect is not followed", async () => {
    const other = await serve((_, response) => answerJson(response, 200, chat("Hi")));
    const problem = await findProblem((response) =>
      response.writeHead(307, { location: other.url }).end(),
    );
    expect(problem.message).toBe("The language model responded with status 307.");
    expect(other.seen).toEqual([]);
  });

  test("a closed connection is reported", async () => {
    const problem = await findProblem((response) => response.destroy());
    expect(problem).toEqual({ status: 502, message: "The language model could not be reached." });
  });

  test("an oversized response is not read to its end", async () => {
    const problem = await findProblem((response) => response.end("x".repeat(300 * 1024)));
    expect(problem.message).toBe("The language model returned a response that is too large.");
  });

  test("an endless response ends at the size limit", async () => {
    const part = "x".repeat(64 * 1024);
    const problem = await findProblem((response) => {
      const writeOn = () => {
        if (!response.destroyed) response.write(part, writeOn);
      };
      writeOn();
    });
    expect(problem.message).toBe("The language model returned a response that is too large.");
  });

  slowTest("a response that never ends is given up after the time limit", async () => {
    const problem = await findProblem((response) => response.write("{"), 200);
    expect(problem).toEqual({
      status: 504,
      message: "The language model did not respond in time.",
    });
  });
});

test("requests of one organization do not delay those of another", async () => {
  const waiting: ServerResponse[] = [];
  let isSlow = true;
  const server = await serve(({ body }, response) => {
    if (isSlow && body.includes("slow")) waiting.push(response);
    else answerJson(response, 200, chat("done"));
  });
  const model = openChatModel({ url: server.url, name: "small" });
  const slow = Array.from({ length: 6 }, () =>
    model.complete(member, [{ role: "user", content: "slow" }]),
  );
  expect(await model.complete({ ...member, user: "U2", organization: "O2" }, messages)).toBe(
    "done",
  );
  expect(waiting.length).toBeLessThanOrEqual(2);
  isSlow = false;
  for (const response of waiting) answerJson(response, 200, chat("done"));
  expect(await Promise.all(slow)).toEqual(Array(6).fill("done"));
});

/** A model that answers slow requests only when they are released. */
async function openSlowModel() {
  const waiting: ServerResponse[] = [];
  let isSlow = true;
  const server = await serve(({ body }, response) => {
    if (isSlow && body.includes("slow")) waiting.push(response);
    else answerJson(response, 200, chat("done"));
  });
  const model = openChatModel({ url: server.url, name: "small" });
  return {
    waiting,
    ask: (caller: ModelCaller) => model.complete(caller, messages),
    askSlowly: (caller: ModelCaller) => model.complete(caller, [{ role: "user", content: "slow" }]),
    release() {
      isSlow = false;
      for (const response of waiting) answerJson(response, 200, chat("done"));
    },
  };
}

test("more requests than can wait are refused", async () => {
  const { askSlowly, release } = await openSlowModel();
  const asked = Array.from({ length: 20 }, () => askSlowly(member));
  release();
  const results = await Promise.allSettled(asked);
  const statuses = results.map((one) => (one.status === "rejected" ? one.reason.status : 200));
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  expect(statuses.filter((status) => status === 200)).toHaveLength(17);
});

test("a member of many organizations does not hold all slots", async () => {
  const { waiting, ask, askSlowly, release } = await openSlowModel();
  const organizations = ["O1", "O2", "O3", "O4", "O5"];
  const slow = organizations.flatMap((organization) =>
    Array.from({ length: 2 }, () => askSlowly({ kind: "member", user: "U1", organization })),
  );
  expect(await ask({ kind: "member", user: "U2", organization: "O6" })).toBe("done");
  expect(waiting.length).toBeLessThanOrEqual(3);
  release();
  expect(await Promise.all(slow)).toEqual(Array(10).fill("done"));
});

test("a member does not hold both slots of an organization", async () => {
  const { waiting, ask, askSlowly, release } = await openSlowModel();
  const slow = Array.from({ length: 8 }, () => askSlowly(member));
  expect(await ask({ ...member, user: "U2" })).toBe("done");
  expect(waiting.length).toBeLessThanOrEqual(1);
  expect(await ask({ ...member, organization: "O2" })).toBe("done");
  release();
  expect(await Promise.all(slow)).toEqual(Array(8).fill("done"));
});

test("visitors of many sites leave slots to members, and to visitors of other organizations", async () => {
  const { waiting, ask, askSlowly, release } = await openSlowModel();
  const createVisitors = (organization: string, site: string) =>
    ({ kind: "visitors", organization, site }) as const;
  const sites = ["S1", "S2", "S3", "S4"];
  const slow = sites.flatMap((site) =>
    Array.from({ length: 3 }, () => askSlowly(createVisitors("O1", site))),
  );
  expect(await ask(createVisitors("O2", "S5"))).toBe("done");
  expect(waiting.length).toBeLessThanOrEqual(2);
  const others = ["O2", "O3", "O4", "O5"].flatMap((organization) =>
    Array.from({ length: 2 }, () =>
      askSlowly(createVisitors(organization, `site of ${organization}`)),
    ),
  );
  expect(await ask({ kind: "member", user: "U1", organization: "O1" })).toBe("done");
  expect(waiting.length).toBeLessThanOrEqual(6);
  release();
  expect(await Promise.all([...slow, ...others])).toEqual(Array(20).fill("done"));
});
