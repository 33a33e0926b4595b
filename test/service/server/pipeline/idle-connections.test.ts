import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { limitIdleConnections } from "../../../../src/service/server/pipeline/idle-connections.ts";

/** A server that allows two idle connections. It sends a response only when the test does. */
async function start() {
  const pending: ServerResponse[] = [];
  const server = createServer((_, response) => pending.push(response));
  limitIdleConnections(server, 2);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const closed: string[] = [];
  const open = async (name: string, localAddress = "127.0.0.1") => {
    const accepted = once(server, "connection");
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const ended = once(socket.resume(), "close").then(() => closed.push(name));
    await accepted;
    return {
      ended,
      /** Sends requests, which are in progress afterwards. */
      async request(count = 1) {
        const expected = pending.length + count;
        socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(count));
        await expect.poll(() => pending.length).toBe(expected);
      },
      close: () => socket.destroy(),
    };
  };
  /** Sends the response to the oldest request. */
  const answer = async () => {
    const response = pending.shift();
    if (response) await once(response.end(), "close");
  };
  /** Waits until the server notices that the client of the oldest request is gone. */
  const notice = async () => {
    const response = pending.shift();
    if (response) await once(response, "close");
  };
  return { open, answer, notice, closed };
}

it("the connection that has been idle longest is closed", async () => {
  const { open, answer, closed } = await start();
  const first = await open("first");
  const second = await open("second");
  await first.request();
  await answer();
  await open("third");
  await second.ended;
  expect(closed).toEqual(["second"]);
  await open("fourth");
  await first.ended;
  expect(closed).toEqual(["second", "first"]);
});

it("connections with a request in progress, and those of other addresses, are not counted", async () => {
  const { open, answer, closed } = await start();
  const busy = await open("busy");
  await busy.request(2);
  const first = await open("first");
  const second = await open("second");
  await open("other", "127.0.0.2");
  await answer();
  await first.request();
  await second.request();
  await answer();
  // Now the busy connection is idle, and two others have a request in progress.
  const third = await open("third");
  expect(closed).toEqual([]);
  third.close();
  await third.ended;
  await open("fourth");
  await open("fifth");
  await busy.ended;
  expect(closed).toEqual(["third", "busy"]);
});

it("a connection that ends during its request is not counted afterwards", async () => {
  const { open, closed } = await start();
  for (const name of ["first", "second"]) {
    const { request, close, ended } = await open(name);
    await request();
    close();
    await ended;
  }
  await open("third");
  await open("fourth");
  expect(closed).toEqual(["first", "second"]);
});

it("a connection that ends during a request is not counted afterwards", async () => {
  const { open, notice, closed } = await start();
  const gone = await open("gone");
  await gone.request();
  const noticed = notice();
  gone.close();
  await noticed;
  await open("first");
  await open("second");
  await open("third");
  await expect.poll(() => closed).toEqual(["gone", "first"]);
});
