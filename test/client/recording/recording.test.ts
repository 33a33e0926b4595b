import { expect, test } from "vitest";
import type { RecordedExchange } from "../../../src/client/recording/record.ts";
import { openRecorder } from "../../../src/client/recording/recording.ts";
import type { WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import { NetworkError } from "../../../src/errors.ts";

const request: WireRequest = {
  method: "POST",
  url: "https://api.example.com/v1/x?token=abc&y=my-token-12345",
  headers: { authorization: "Bearer my-token-12345", accept: "application/json", "x-own": "1" },
  body: '{"password":"p","title":"my-token-12345"}',
};

/** The exchanges of requests that the transport answers, without their time. */
async function record(...answers: readonly (WireResponse | Error)[]) {
  const written: Omit<RecordedExchange, "milliseconds">[] = [];
  const bodies: string[] = [];
  const recorder = openRecorder(({ milliseconds, ...one }) => {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    written.push(one);
  });
  let next = 0;
  const transport = recorder(async () => {
    const answer = answers[next++];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  }, "my-token-12345");
  for (const _ of answers) {
    try {
      const { body } = await transport(request);
      const chunks: Uint8Array[] = [];
      if (typeof body === "string") bodies.push(body);
      else {
        for await (const chunk of body) chunks.push(chunk);
        bodies.push(Buffer.concat(chunks).toString("latin1"));
      }
    } catch (error) {
      bodies.push(error instanceof Error ? error.message : "");
    }
  }
  return { written, bodies };
}

async function* chunks(...parts: readonly (Uint8Array | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

test("an exchange has a number and no secrets, and only headers that are known to be plain", async () => {
  const headers = {
    "content-type": "application/json",
    "set-cookie": "a=b",
    "x-id": "my-token-12345",
  };
  const body = '{"token":"t","n":"my-token-12345"}';
  const { written, bodies } = await record(
    { status: 200, headers, body },
    { status: 204, headers: {}, body: "" },
  );
  const shown = {
    method: "POST",
    url: "https://api.example.com/v1/x?token=%5Bremoved%5D&y=[removed]",
    headers: { accept: "application/json" },
    body: '{"password":"[removed]","title":"[removed]"}',
  };
  expect(written).toEqual([
    {
      kind: "exchange",
      number: 1,
      request: shown,
      answer: {
        status: 200,
        headers: { ...headers, "set-cookie": "[removed]", "x-id": "[removed]" },
        body: '{"token":"[removed]","n":"[removed]"}',
      },
    },
    { kind: "exchange", number: 2, request: shown, answer: { status: 204, headers: {}, body: "" } },
  ]);
  expect(bodies).toEqual([body, ""]);
});

test("a body that arrives in parts is recorded as a whole, and bytes as base64", async () => {
  const bytes = Buffer.from([0xff, 0x00, ...Buffer.from("my-token-12345")]);
  const { written, bodies } = await record(
    { status: 200, headers: {}, body: chunks(Buffer.from("on"), Buffer.from("e")) },
    { status: 200, headers: {}, body: chunks(bytes) },
  );
  expect(written.map(({ answer }) => answer)).toEqual([
    { status: 200, headers: {}, body: "one" },
    {
      status: 200,
      headers: {},
      bodyBase64: Buffer.from("\u00ff\u0000[removed]", "latin1").toString("base64"),
    },
  ]);
  expect(bodies).toEqual(["one", bytes.toString("latin1")]);
});

test("an error is recorded with what arrived before it, and passed on", async () => {
  const broken = new NetworkError("It broke: my-token-12345.", { arrived: "no" });
  const { written, bodies } = await record(broken, new Error("Other."), {
    status: 200,
    headers: {},
    body: chunks(Buffer.from("half"), broken),
  });
  const fault = { message: "It broke: [removed].", arrived: "no" };
  expect(written.map(({ answer, fault }) => ({ answer, fault }))).toEqual([
    { answer: undefined, fault },
    { answer: undefined, fault: { message: "Other.", arrived: "perhaps" } },
    { answer: { status: 200, headers: {}, body: "half" }, fault },
  ]);
  expect(bodies).toEqual([broken.message, "Other.", broken.message]);
});
