import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import {
  createS3Client,
  type S3Request,
  type S3Response,
} from "../../../../src/service/engines/object-storage/s3-client.ts";
import type { S3Setting } from "../../../../src/service/engines/object-storage/s3-setting.ts";
import { answering } from "../../../support/network/answering.ts";

/** A client of a server that does not check signatures. */
async function start(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  changes: Partial<S3Setting> = {},
) {
  const { url, asked } = await answering(answer);
  const client = createS3Client({
    endpoint: url,
    bucket: "files",
    region: "eu-west-1",
    prefix: "tome/",
    keepDays: 30,
    keyId: "AKIATEST",
    secret: "secret",
    ...changes,
  });
  return { client, asked };
}

const get: S3Request = { method: "GET", key: "tome/a b/c" };

async function readAll({ status, length, body }: S3Response) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, length, text: Buffer.concat(chunks).toString() };
}

describe("a request of the object storage client", () => {
  it("is signed with the hash of its body, and never compressed", async () => {
    const received: unknown[] = [];
    const { client, asked } = await start(async (request, response) => {
      const { method, headers } = request;
      received.push(await text(request));
      const { authorization = "", "x-a": extra, "accept-encoding": encoding } = headers;
      received.push([method, headers["x-amz-content-sha256"], extra, encoding]);
      received.push(authorization.replace(/\d{8}/, "date").replace(/[0-9a-f]{64}$/, "signature"));
      response.end("body");
    });
    const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    const put: S3Request = {
      method: "PUT",
      key: "tome/ü",
      headers: { "x-a": "1" },
      body: new Uint8Array(Buffer.from("test")),
      bodyHash: hash,
    };
    const sent = await client.send(put, readAll);
    expect(sent).toEqual({ status: 200, length: 4, text: "body" });
    await client.send({ method: "DELETE", key: "tome/b" }, readAll);
    const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const credential = "AWS4-HMAC-SHA256 Credential=AKIATEST/date/eu-west-1/s3/aws4_request";
    const signed = (names: string) => `${credential}, SignedHeaders=${names}, Signature=signature`;
    expect(received).toEqual([
      "test",
      ["PUT", hash, "1", "identity"],
      signed("host;x-a;x-amz-content-sha256;x-amz-date"),
      "",
      ["DELETE", emptyHash, undefined, "identity"],
      signed("host;x-amz-content-sha256;x-amz-date"),
    ]);
    expect(asked).toEqual(["/files/tome/%C3%BC", "/files/tome/b"]);
  });

  it("has a timeout that allows for the size of its body", async () => {
    const { client } = await start(() => {}, { patience: 50 });
    const put: S3Request = {
      method: "PUT",
      key: "tome/a",
      body: new Uint8Array(256 * 24 + 1),
    };
    await expect(client.send(put, readAll)).rejects.toMatchObject({
      status: 504,
      message: "The object storage did not respond to PUT tome/a within 0.075 s.",
    });
    await expect(client.send({ ...get, patience: 20 }, readAll)).rejects.toMatchObject({
      status: 504,
      message: "The object storage did not respond to GET tome/a b/c within 0.02 s.",
    });
  });

  it.each([
    [
      "http://127.0.0.1//127.0.0.2/",
      { status: 502, message: "The object name tome/a b/c is not valid." },
    ],
    [
      "http://127.0.0.1:1/",
      {
        status: 503,
        retryAfter: 1,
        message: "The object storage is not available: GET tome/a b/c failed with bad port.",
      },
    ],
  ])("is not sent to an unusable URL: %s", async (endpoint, error) => {
    const { client } = await start((_, response) => response.end(), { endpoint });
    await expect(client.send({ ...get, attempts: 1 }, readAll)).rejects.toMatchObject(error);
  });
});

describe("a response of the object storage", () => {
  it.each<[string, number, (response: ServerResponse) => void, unknown]>([
    [
      "without a length",
      200,
      (response) => {
        response.write("a");
        response.end("b");
      },
      { status: 200, length: undefined, text: "ab" },
    ],
    ["without a body", 204, (response) => response.end(), { status: 204, text: "" }],
    [
      "of a missing object",
      404,
      (response) => response.end("<Code>NoSuchKey</Code>"),
      { status: 404 },
    ],
    [
      "with a code in several parts",
      403,
      (response) => {
        response.write("<Error><Code>Access", () =>
          setImmediate(() => response.end("Denied</Code></Error>")),
        );
      },
      "The object storage responded to GET tome/a b/c with 403 AccessDenied.",
    ],
    [
      "with a code that is no word",
      403,
      (response) => response.end("<Code>Access denied</Code>"),
      "The object storage responded to GET tome/a b/c with 403.",
    ],
    [
      "with a code that does not end",
      403,
      (response) => response.end("<Code>AccessDenied"),
      "The object storage responded to GET tome/a b/c with 403.",
    ],
    [
      "with the end of a code only",
      403,
      (response) => response.end("AccessDenied</Code>"),
      "The object storage responded to GET tome/a b/c with 403.",
    ],
    [
      "whose error has no end",
      403,
      (response) => {
        const write = () => {
          while (response.write("x".repeat(16 * 1024)));
        };
        response.on("drain", write);
        write();
      },
      "The object storage responded to GET tome/a b/c with 403.",
    ],
    [
      "whose error is interrupted",
      403,
      (response) => response.write("<Code>A</Code>", () => response.destroy()),
      "The object storage responded to GET tome/a b/c with 403 A.",
    ],
    [
      "whose bucket does not exist",
      404,
      (response) => response.end("<Code>NoSuchBucket</Code>"),
      "The object storage responded to GET tome/a b/c with 404 NoSuchBucket.",
    ],
    [
      "that redirects",
      307,
      (response) => response.end(),
      "The object storage responded to GET tome/a b/c with 307.",
    ],
  ])("%s", async (_, status, answer, outcome) => {
    const { client, asked } = await start((_request, response) => {
      response.statusCode = status;
      if (status === 307) response.setHeader("location", "/other");
      answer(response);
    });
    const result = client.send(get, readAll).catch((error: Error) => error.message);
    if (typeof outcome === "string") expect(await result).toBe(outcome);
    else expect(await result).toMatchObject(outcome as object);
    expect(asked).toEqual(["/files/tome/a%20b/c"]);
  });

  it("that ends early is requested again, as often as the request allows", async () => {
    const { client, asked } = await start((_, response) => {
      response.setHeader("content-length", "10");
      response.write("half", () => response.destroy());
    });
    await expect(client.send({ ...get, attempts: 2 }, readAll)).rejects.toMatchObject({
      status: 502,
      message: "A response of the object storage ended early: UND_ERR_SOCKET.",
    });
    expect(asked).toHaveLength(2);
  });

  it("can be closed before its body is read", async () => {
    let closed: Promise<void> | undefined;
    const { client } = await start((_, response) => {
      closed = new Promise((resolve) => response.on("close", resolve));
      response.write("x");
    });
    await client.send(get, async ({ close }) => close());
    await closed;
    expect(closed).toBeDefined();
  });
});
