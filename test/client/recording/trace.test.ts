/** The trace of `--debug`: all requests and responses, without secrets. */
import { expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import { canary, getClient, rejection } from "../../support/network/client.ts";
import { answerJson, serve, serveRaw } from "../../support/network/loopback.ts";

function traced(url: string) {
  const lines: string[] = [];
  return { lines, client: getClient(url, { trace: (line) => lines.push(line) }) };
}

test("a trace shows method, URL, headers, bodies, status and time", async () => {
  const server = await serve((_, response) =>
    answerJson(response, 201, { id: "c1" }, { "x-request-id": "r1" }),
  );
  const { lines, client } = traced(server.url);
  await client.call(collection.create, { organizationId: "o1", title: "New" });
  expect(lines).toContain(`> POST ${server.url}/v1/orgs/o1/collections`);
  expect(lines).toContain("> user-agent: tome/test");
  expect(lines).toContain("> authorization: [removed]");
  expect(lines).toContain('> {"title":"New"}');
  expect(lines).toContainEqual(expect.stringMatching(/^< 201 after \d+ ms$/));
  expect(lines).toContain("< x-request-id: r1");
  expect(lines).toContain('< {"id":"c1"}');
});

test("a trace shows every attempt and every wait", async () => {
  const server = await serveRaw((socket) => socket.resetAndDestroy());
  const { lines, client } = traced(server.url);
  await rejection(client.call(collection.get, { collectionId: "c1" }));
  const signs = lines.filter((line) => !/^[<>] [a-z-]+:/.test(line)).map((line) => line[0]);
  expect(signs).toEqual([..."> ! . > ! . > ! . > !".split(" ")]);
});

test("a trace contains no secret: neither the token in any form, nor fields with secret names", async () => {
  const secrets = {
    token: "hunter2a",
    clientSecret: { deep: ["hunter2b"] },
    password: 1234509876,
    secrets: { KEY: "hunter2c" },
    deep: [{ authorization: "hunter2d" }],
    address: "https://user:hunter2e@example.com/x",
    certificate: "-----BEGIN EC PRIVATE KEY-----\nhunter2f\n-----END EC PRIVATE KEY-----",
    echo: `Bearer ${canary}, ${encodeURIComponent(canary)}, ${btoa(canary)}`,
  };
  const server = await serve((_, response) =>
    answerJson(response, 200, secrets, { "set-cookie": "hunter2g", location: canary }),
  );
  const { lines, client } = traced(server.url);
  await client.send({
    method: "POST",
    path: "/things?shareKey=hunter2h&title=shown",
    body: JSON.stringify(secrets),
    headers: { "x-api-key": "hunter2i" },
  });
  const text = lines.join("\n");
  expect(text).not.toMatch(/hunter2|1234509876/);
  for (const form of [canary, encodeURIComponent(canary), btoa(canary).replace(/=+$/, "")])
    expect(text).not.toContain(form);
  expect(text).toContain("title=shown");
  expect(text).toContain('"address":"https://[removed]@example.com/x"');
});

test("a long body is truncated in a trace", async () => {
  const server = await serve((_, response) => answerJson(response, 200, "x".repeat(100_000)));
  const { lines, client } = traced(server.url);
  await client.send({ method: "GET", path: "/things" });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(5000);
  expect(lines.at(-1)).toMatch(/and 96002 more characters$/);
});
