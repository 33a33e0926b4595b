/** Requests of scripts, to a platform and an outside that record them. */
import { describe, expect, it } from "vitest";
import type { WireResponse } from "../../../../src/contract/wire.ts";
import { FetchFailure } from "../../../../src/service/engines/network/fetch-failure.ts";
import { sendScriptRequest } from "../../../../src/service/engines/scripts/outbound-request.ts";
import type { ScriptRequest } from "../../../../src/service/engines/scripts/script-messages.ts";

const base = "http://tome.localhost:8080";
const headers = {
  ...{ authorization: "Bearer t", "content-type": "text/plain" },
  ...{ host: "a", "cf-worker": "b", "mf-x": "c", "x-tome-run": "1", "accept-encoding": "gzip" },
};
const cleaned = { authorization: "Bearer t", "content-type": "text/plain" };
const answered = { ...{ "x-a": "1", location: "/b" }, connection: "close", "content-length": "3" };
const cleanAnswer = { "x-a": "1", location: "/b" };

/** @returns the requests that arrived, and the response with its body as text */
async function send(
  request: Partial<ScriptRequest>,
  answer: Partial<WireResponse> | Error = {},
  isConnected = true,
) {
  const sent: unknown[] = [];
  const respond = (to: string, received: unknown) => {
    sent.push([to, received]);
    if (answer instanceof Error) throw answer;
    return { status: 302, headers: answered, body: "yes", ...answer };
  };
  const { response, ...rest } = await sendScriptRequest(
    { url: `${base}/v1/user`, method: "GET", headers, ...request },
    {
      base,
      transport: isConnected ? async (received) => respond("platform", received) : undefined,
      outside: {
        async fetch(received) {
          const { body: _, ...more } = respond("outside", received);
          return { ...more, url: received.url, body: Buffer.from("yes") };
        },
      },
    },
  );
  return { sent, response: { ...response, body: Buffer.from(response.body).toString() }, ...rest };
}

describe("a request to the API", () => {
  it("is sent to the platform without headers of the runtime", async () => {
    const body = Buffer.from("größer");
    const url = `${base}/v1/orgs?a=b`;
    expect(await send({ url, method: "PATCH", body })).toEqual({
      sent: [
        [
          "platform",
          { url, method: "PATCH", isFromScript: true, headers: cleaned, body: "größer" },
        ],
      ],
      response: { status: 302, headers: cleanAnswer, body: "yes" },
    });
  });

  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])(
    "has the method %s",
    async (method) => {
      const { sent } = await send({ method });
      expect(sent).toEqual([["platform", expect.objectContaining({ method, body: undefined })]]);
    },
  );

  it.each([
    ["another method", { method: "OPTIONS" }, true],
    ["a platform that starts", { method: "GET" }, false],
  ])("with %s is refused", async (_, request, isConnected) => {
    const message = `The platform does not accept ${request.method} requests.`;
    expect(await send(request, {}, isConnected)).toEqual({
      sent: [],
      response: { status: 403, headers: { "content-type": "text/plain" }, body: message },
      warning: `A request of the script was refused: ${message}`,
    });
  });

  it("has a streamed response of at most 10 MiB", async () => {
    const stream = (sizes: readonly number[]) =>
      (async function* () {
        for (const size of sizes) yield Buffer.alloc(size, "x");
      })();
    const half = 5 * 1024 * 1024;
    const { response } = await send({}, { body: stream([half, half]) });
    expect([response.status, response.body.length]).toEqual([302, 2 * half]);
    const refused = await send({}, { body: stream([half, half, 1]) });
    expect(refused.response).toMatchObject({
      status: 403,
      body: "The response exceeds 10485760 bytes.",
    });
  });
});

describe.each([
  ["another origin", "http://other.localhost:8080/v1/user"],
  ["another port", "http://tome.localhost/v1/user"],
  ["another scheme", "https://tome.localhost:8080/v1/user"],
  ["a similar path", `${base}/v11/user`],
  ["the administration of the platform", `${base}/_tome/tokens`],
  ["a site of the platform", `${base}/`],
  ["an invalid URL", "v1"],
])("a request to %s", (_, url) => {
  it("leaves the process", async () => {
    const body = Buffer.from("a");
    expect(await send({ url, method: "POST", body })).toEqual({
      sent: [
        [
          "outside",
          {
            ...{ url, method: "POST", headers: cleaned, body },
            ...{ largest: 10_485_760, patience: 10_000, returnsRedirects: true },
          },
        ],
      ],
      response: { status: 302, url, headers: cleanAnswer, body: "yes" },
    });
  });
});

it.each([`${base}/v1`, `${base}/v1/`])("%s is the API", async (url) => {
  expect((await send({ url })).sent).toEqual([["platform", expect.objectContaining({ url })]]);
});

it.each([
  [new FetchFailure("refused", "A private network."), 403, "was refused"],
  [new FetchFailure("timeout", "Too late."), 504, "failed"],
  [new FetchFailure("failed", "Reset."), 502, "failed"],
  [new TypeError("broken"), 502, "failed"],
])("after %s, the response has the status %i", async (error, status, verb) => {
  for (const url of ["https://example.com/", `${base}/v1`]) {
    const { response, warning } = await send({ url }, error);
    expect([response.status, response.body, warning]).toEqual([
      status,
      error.message,
      `A request of the script ${verb}: ${error.message}`,
    ]);
  }
});
