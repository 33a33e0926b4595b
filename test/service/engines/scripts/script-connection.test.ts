import { expect, it } from "vitest";
import { requestScript } from "../../../../src/service/engines/scripts/script-connection.ts";
import { answering } from "../../../support/network/answering.ts";

/** Sends a request to a process that records it and responds with two cookies. */
async function send(headers: Record<string, string>, method = "POST", body?: Uint8Array) {
  const received: unknown[] = [];
  const process = await answering(async (request, response) => {
    const { "content-length": _length, "transfer-encoding": _encoding, ...rest } = request.headers;
    let text = "";
    for await (const chunk of request) text += chunk;
    received.push(request.method, request.url, rest, text);
    response.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-a": "1" }).end("done");
  });
  const url = "https://docs.example.com/a%20b?c=d#e";
  const {
    status,
    headers: answered,
    body: stream,
  } = await requestScript(
    { url, method, headers, body },
    { url: new URL(process.url), ownHeaders: { "x-tome-key": "key" } },
  );
  let text = "";
  for await (const chunk of stream) text += Buffer.from(chunk).toString();
  return { received, answer: [status, answered["set-cookie"], answered["x-a"], text] };
}

const own = {
  "accept-encoding": "identity",
  "mf-original-url": "https://docs.example.com/a%20b?c=d#e",
  "mf-disable-pretty-error": "true",
  "x-tome-key": "key",
  host: "docs.example.com",
  connection: "close",
};

it("a request has the URL of the integration, its method and its body", async () => {
  const { received, answer } = await send({ "x-b": "2" }, "PUT", Buffer.from("text"));
  expect(received).toEqual(["PUT", "/a%20b?c=d", { ...own, "x-b": "2" }, "text"]);
  expect(answer).toEqual([201, "a=1, b=2", "1", "done"]);
});

it("headers of the connection and of the runtime are not sent, nor invalid ones", async () => {
  const headers = {
    Host: "evil.example",
    Connection: "keep-alive",
    "CF-Worker": "1",
    "mf-loopback": "1",
    "X-Tome-Key": "other",
    "accept-encoding": "gzip",
    upgrade: "a",
    te: "trailers",
    "a b": "1",
    "x-invalid": "a\nb",
    "x-cf-a": "kept",
    hosts: "kept",
  };
  const { received } = await send(headers);
  expect(received[2]).toEqual({ ...own, "x-cf-a": "kept", hosts: "kept" });
});

it("a process that cannot be reached is an error", async () => {
  const sent = requestScript(
    { url: "https://a.example/", method: "GET", headers: {} },
    { url: new URL("http://127.0.0.1:1"), ownHeaders: {} },
  );
  await expect(sent).rejects.toThrow("ECONNREFUSED");
});
