import { describe, expect, test } from "vitest";
import type { RecordedExchange } from "../../../src/client/recording/record.ts";
import { openReplay, replayClock } from "../../../src/client/recording/replay.ts";
import { NetworkError } from "../../../src/errors.ts";

const head = {
  version: 1,
  kind: "record",
  tome: "0.0.0",
  node: "",
  system: "",
  recordedAt: "2026-01-01T00:00:00Z",
  command: ["space", "get"],
  base: "https://api.example.com",
  parents: {},
} as const;

type Result = Pick<RecordedExchange, "answer" | "fault">;

/** The body of the replayed response and the error that ended it. */
async function replay(result: Result) {
  const request = { method: "GET", url: "https://api.example.com/v1/x", headers: {} };
  const exchange: RecordedExchange = {
    kind: "exchange",
    number: 1,
    request,
    milliseconds: 1,
    ...result,
  };
  const transport = openReplay({ head, exchanges: [exchange] }, "f.ndjson");
  const chunks: Uint8Array[] = [];
  try {
    const { body } = await transport({
      ...request,
      method: "GET",
      signal: new AbortController().signal,
    });
    for await (const chunk of typeof body === "string" ? [Buffer.from(body)] : body)
      chunks.push(chunk);
  } catch (error) {
    const { message, arrived } = error as NetworkError;
    expect(error).toBeInstanceOf(NetworkError);
    return { body: Buffer.concat(chunks).toString("latin1"), message, arrived };
  }
  return { body: Buffer.concat(chunks).toString("latin1") };
}

describe("a replayed response", () => {
  const text = { status: 200, headers: {}, body: "[1]" };
  const bytes = { status: 200, headers: {}, bodyBase64: "/wA=" };
  const empty = { status: 204, headers: {} };
  const faults = (["no", "perhaps"] as const).map((arrived) => ({ message: "It broke.", arrived }));

  test.each([
    [text, "[1]"],
    [bytes, "\u00ff\u0000"],
    [empty, ""],
  ])("%j has its whole body, and ends early only if the recorded one did", async (answer, body) => {
    expect(await replay({ answer })).toEqual({ body });
    for (const fault of faults) {
      expect(await replay({ answer, fault })).toEqual({ body, ...fault });
    }
  });

  test("is absent if there was none", async () => {
    for (const fault of faults) expect(await replay({ fault })).toEqual({ body: "", ...fault });
    expect(await replay({})).toMatchObject({
      message: "The connection broke.",
      arrived: "perhaps",
    });
  });
});

test.each([
  ["GET", "/v1/x", undefined, undefined],
  ["DELETE", "/v1/x", undefined, "the nearest is exchange 1, GET https://api.example.com/v1/x"],
  ["GET", "/v1/y", undefined, "the nearest is exchange 1, GET https://api.example.com/v1/x"],
  ["GET", "/v1/x", "{}", "exchange 1 has a different body"],
] as const)(
  "a request %s %s with the body %s is refused with %j",
  async (method, path, body, rest) => {
    const url = `https://api.example.com${path}`;
    const exchange: RecordedExchange = {
      ...{ kind: "exchange", number: 1, milliseconds: 1 },
      request: { method: "GET", url: "https://api.example.com/v1/x", headers: {} },
      answer: { status: 200, headers: {}, body: "[1]" },
    };
    const transport = openReplay({ head, exchanges: [exchange] }, "f.ndjson");
    const { signal } = new AbortController();
    const asked = { method, url, headers: {}, signal, ...(body !== undefined && { body }) };
    const error = await transport(asked).then(
      () => undefined,
      (problem: Error) => problem.message,
    );
    expect(error).toBe(rest && `The recording has no response to ${method} ${url}: ${rest}.`);
  },
);

test.each([
  // The method decides between URLs that are equally similar.
  ["PUT", "/v1/spaces/S1", ["GET /v1/spaces/S2", "PUT /v1/spaces/S3"], 2],
  ["GET", "/v1/spaces/S1", ["GET /v1/spaces/S2", "PUT /v1/spaces/S3"], 1],
  // Of several that are equally similar, it is the first one.
  ["GET", "/v1/spaces/S1", ["GET /v1/spaces/S2", "GET /v1/spaces/S3"], 1],
  // The beginning and the end of a URL count.
  ["GET", "/v1/spaces/S1/content", ["GET /v1/orgs", "GET /v1/spaces/S2/content"], 2],
  ["GET", "/v1/spaces/S1/content", ["GET /v1/user", "GET /v1/spaces/S1"], 2],
  // Far more similar URLs count more than the method.
  [
    "PUT",
    "/v1/spaces/S1000000000000000000/content",
    ["PUT /v1/user", "GET /v1/spaces/S1000000000000000000/content"],
    2,
  ],
] as const)(
  "without a response to %s %s, of %j the nearest is number %i",
  async (method, path, recorded, number) => {
    const exchanges = recorded.map((line, at): RecordedExchange => {
      const [recordedMethod = "", recordedPath = ""] = line.split(" ");
      return {
        ...{ kind: "exchange", number: at + 1, milliseconds: 1 },
        request: {
          method: recordedMethod,
          url: `https://api.example.com${recordedPath}`,
          headers: {},
        },
        answer: { status: 200, headers: {} },
      };
    });
    const transport = openReplay({ head, exchanges }, "f.ndjson");
    const asked = { method, url: `https://api.example.com${path}`, headers: {} };
    await expect(transport(asked)).rejects.toThrow(`the nearest is exchange ${number}, `);
  },
);

test("the clock of a replay advances by the waits only, without waiting", async () => {
  const clock = replayClock();
  expect(clock.now()).toBe(0);
  await clock.sleep(60_000);
  await clock.sleep(500);
  expect([clock.now(), clock.random()]).toEqual([60_500, 0.5]);
});
