import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openReaders } from "../../areas/reader/fixture.ts";

/** For all tests, because none changes anything. */
const shared = await openReaders();
const html = { accept: "text/html" };

test("a visitor of a site sees a page for an invalid URL, and a program JSON", async () => {
  const { get, own, site } = shared;
  for (const path of ["//install", "/install//x", "/%ff"]) {
    const { status, headers, body } = await get(path, html);
    expect([path, status]).toEqual([path, 400]);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toContain("<h1>Bad Request</h1>");
    expect((await get(path)).headers["content-type"]).toContain("application/json");
  }
  expect((await own(`/_site/${site}//x`, html)).body).toContain("<h1>Bad Request</h1>");
  expect((await own("/v1//orgs", html)).headers["content-type"]).toContain("application/json");
});

test("a visitor whose token exceeds the limit of the headers sees a page", async () => {
  const { url, host } = shared;
  const answer = async (target: string) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\n\r\n`);
    return text(socket);
  };
  for (const length of [20_000, 65_536]) {
    const page = await answer(`/?jwt_token=${"x".repeat(length)}`);
    expect(page).toMatch(/^HTTP\/1\.1 431 /);
    expect(page).toContain("text/html");
    expect(page).toContain("The sign-in token is too long.");
  }
  expect(await answer(`/${"x".repeat(20_000)}`)).toContain("application/json");
});

test.each([512, 1400, 4000, 9000])(
  "the page is the same if the request arrives in parts of %d bytes",
  async (size) => {
    const { url, host } = shared;
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
    const head = `GET /?jwt_token=${"x".repeat(30_000)}&a=1 HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
    const page = text(socket);
    for (let start = 0; start < head.length && socket.writable; start += size) {
      socket.write(head.slice(start, start + size));
      // Lets the server read the part before the next one arrives.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await page).toMatch(/^HTTP\/1\.1 431 /);
    expect(await page).toContain("The sign-in token is too long.");
  },
);
