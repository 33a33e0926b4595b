import { request as sendRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { openGuard } from "../../../../src/service/engines/git/guard.ts";
import { answering } from "../../../support/network/answering.ts";

/** A proxy that allows connections to one address, and receives at most some bytes. */
async function start(allowed = "127.0.0.1", largest = 1000) {
  const guard = await openGuard((address) => address === allowed, largest);
  onTestFinished(() => guard.close());
  const { port, username, password } = new URL(guard.proxy);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  /** Sends a request through the proxy, as Git does for a URL with http. */
  const send = (url: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      sendRequest({
        port,
        host: "127.0.0.1",
        path: url,
        agent: false,
        headers: { host: new URL(url).host, "proxy-authorization": authorization, ...headers },
      })
        .on("response", async (response) =>
          resolve({ status: response.statusCode, body: await text(response).catch(() => "cut") }),
        )
        .on("error", reject)
        .end();
    });
  /** Sends the text through a tunnel, as Git does for a URL with https. */
  const tunnel = (host: string, sent = "", proxyAuthorization = authorization, early = "") => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\nproxy-authorization: ${proxyAuthorization}\r\n\r\n${early}`,
    );
    if (sent !== "") socket.once("readable", () => socket.write(sent));
    return text(socket);
  };
  /** Sends the text together with the request to open the tunnel. */
  const tunnelAtOnce = (host: string, early: string) => tunnel(host, "", authorization, early);
  return { guard, send, tunnel, tunnelAtOnce };
}

it("a request is passed on without the headers of the proxy", async () => {
  const received: unknown[] = [];
  const there = await answering(({ method, url, headers }, response) => {
    received.push([
      method,
      url,
      headers["proxy-authorization"],
      headers["proxy-connection"],
      headers["x-a"],
    ]);
    response.writeHead(201).end("here");
  });
  const { guard, send } = await start();
  const headers = { "proxy-connection": "keep-alive", "x-a": "1" };
  expect(await send(`${there.url}/a?b`, headers)).toEqual({ status: 201, body: "here" });
  expect(received).toEqual([["GET", "/a?b", undefined, undefined, "1"]]);
  expect(guard.refusals()).toEqual([]);
});

it("a request without the password, or of another scheme, is refused", async () => {
  const there = await answering((_, response) => response.end("here"));
  const { guard, send, tunnel } = await start();
  const wrong = { "proxy-authorization": "Basic wrong" };
  expect((await send(there.url, wrong)).status).toBe(407);
  expect((await send("ftp://127.0.0.1/")).status).toBe(407);
  expect(await tunnel(`127.0.0.1:${there.port}`, "", "Basic wrong")).toBe(
    "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
  );
  expect([there.asked, guard.refusals()]).toEqual([[], []]);
});

it("an address that is not allowed is refused in any form, and recorded", async () => {
  const there = await answering((_, response) => response.end("secret"));
  const { port } = there;
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
    const { guard, send, tunnel } = await start("127.0.0.9");
    expect([403, 502]).toContain((await send(`http://${host}:${port}/`)).status);
    expect(guard.refusals()).toEqual(["private"]);
    expect(await tunnel(`${host}:${port}`)).toMatch(/^HTTP\/1\.1 (403|502) /);
  }
  expect(there.asked).toEqual([]);
});

it("a tunnel is opened to an allowed address, and one that is closed is a bad gateway", async () => {
  const there = await answering((request, response) => {
    response.writeHead(200, { connection: "close" }).end(request.url);
  });
  const { tunnel } = await start();
  const answer = await tunnel(`127.0.0.1:${there.port}`, "GET /inside HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK/);
  expect(answer).toMatch(/\/inside/);
  expect(await tunnel("127.0.0.1:1")).toBe("HTTP/1.1 502 Bad Gateway\r\n\r\n");
});

it("data that arrives with the request for a tunnel is passed on", async () => {
  const there = await answering((request, response) => {
    response.writeHead(200, { connection: "close" }).end(request.url);
  });
  const { tunnelAtOnce } = await start();
  const early = "GET /early HTTP/1.1\r\nhost: a\r\n\r\n";
  const answer = await tunnelAtOnce(`127.0.0.1:${there.port}`, early);
  expect(answer).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK/);
  expect(there.asked).toEqual(["/early"]);
});

it("a tunnel whose remote server fails ends without further data", async () => {
  const there = await answering((_, response) => response.socket?.resetAndDestroy());
  const { tunnel } = await start();
  const answer = await tunnel(`127.0.0.1:${there.port}`, "GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(answer).toBe("HTTP/1.1 200 Connection Established\r\n\r\n");
});

it("no more than the maximum number of bytes is received in total", async () => {
  const there = await answering((_, response) => response.end("x".repeat(600)));
  const { guard, send } = await start("127.0.0.1", 1200);
  expect([(await send(there.url)).body.length, (await send(there.url)).body.length]).toEqual([
    600, 600,
  ]);
  expect(guard.refusals()).toEqual([]);
  await expect(send(there.url)).rejects.toThrow();
  expect(guard.refusals()).toEqual(["too-large"]);
});
