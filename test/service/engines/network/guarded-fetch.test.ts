import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { FetchFailure } from "../../../../src/service/engines/network/fetch-failure.ts";
import {
  createCheckingLookup,
  type DnsLookup,
  type FetchRequest,
  fetchGuarded,
  streamGuarded,
} from "../../../../src/service/engines/network/guarded-fetch.ts";
import { isPublicAddress } from "../../../../src/service/engines/network/public-addresses.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";

const limits = { largest: 1024 * 1024, patience: 30_000 };
/** Represents the public internet; the rest of 127.0.0.0/8 stays private. */
const outsideHost = "127.0.0.9";
const mayReach = (address: string) => address === outsideHost || isPublicAddress(address);

/** Hostnames with IP addresses set by a test; each lookup returns the next ones. */
function names(known: Record<string, string[][]>): DnsLookup {
  return (hostname, _options, callback) => {
    const addresses = known[hostname]?.shift();
    if (!addresses) {
      callback(Object.assign(new Error(`no ${hostname}`), { code: "ENOTFOUND" }), []);
      return;
    }
    const family = (address: string) => (address.includes(":") ? 6 : 4);
    callback(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    );
  };
}

async function refusal(request: Partial<FetchRequest>, lookup?: DnsLookup): Promise<FetchFailure> {
  try {
    await fetchGuarded({ url: "", ...limits, ...request }, mayReach, lookup);
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
  throw new Error("It was fetched.");
}

const secret: RequestListener = (_request, response) => response.end("secret");

test("a complete response is returned for any status", async () => {
  const there = await answering((_request, response) => {
    response.writeHead(404, { "x-kind": "none" }).end("nothing");
  }, outsideHost);
  const found = await fetchGuarded({ url: `${there.url}/a?b#c`, ...limits }, mayReach);
  expect(found).toMatchObject({ status: 404, headers: { "x-kind": "none" } });
  expect(Buffer.from(found.body).toString()).toBe("nothing");
  expect(there.asked).toEqual(["/a?b"]);
});

test("an address of this machine is not reached in any spelling", async () => {
  const canary = await answering(secret);
  const { port } = canary;
  const hosts = [
    "127.0.0.1",
    "127.1",
    "0",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "127.0.0.1.",
    "localhost",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "①②⑦.⓪.⓪.①",
    "127.0.0.1%00.example.com",
  ];
  for (const host of hosts) {
    const { reason } = await refusal({ url: `http://${host}:${port}/` });
    expect([host, reason]).toEqual([host, "refused"]);
  }
  // Some systems know this hostname and some do not; on none may it reach a private address.
  await refusal({ url: `http://LOCALHOST.:${port}/` });
  expect(canary.asked).toEqual([]);
});

test("only http and https are fetched, and no file is read", async () => {
  const urls = [
    "file:///etc/passwd",
    "ftp://127.0.0.9/",
    "data:text/plain,a",
    "gopher://127.0.0.9/",
    "javascript:1",
    "/etc/passwd",
    "",
    "ws://127.0.0.9/",
  ];
  for (const url of urls) expect([url, (await refusal({ url })).reason]).toEqual([url, "refused"]);
});

test("a URL with a user name or password is refused without being printed", async () => {
  const { message } = await refusal({ url: "http://me:hunter2@127.0.0.9/" });
  expect(message).not.toContain("hunter2");
});

test("a redirect leads only to URLs that are allowed themselves", async () => {
  const canary = await answering(secret);
  for (const location of [
    canary.url,
    `http://localhost:${canary.port}/`,
    `http://[::ffff:127.0.0.1]:${canary.port}/`,
    `//127.0.0.1:${canary.port}/`,
    "file:///etc/passwd",
    `http://inside.example:${canary.port}/`,
  ]) {
    for (const status of [301, 302, 303, 307, 308]) {
      const there = await answering((_request, response) => {
        response.writeHead(status, { location }).end();
      }, outsideHost);
      const known = names({ "inside.example": [["127.0.0.1"]], localhost: [["127.0.0.1"]] });
      expect((await refusal({ url: there.url }, known)).reason).toBe("refused");
    }
  }
  expect(canary.asked).toEqual([]);
});

test("a hostname that changes its IP address between two connections is checked at each", async () => {
  const canary = await answering(secret);
  const there = await answering(
    (_request, response) => response.writeHead(302, { location: "/again" }).end(),
    outsideHost,
    canary.port,
  );
  const rebinding = names({ "rebind.example": [[outsideHost], ["127.0.0.1"]] });
  const { reason } = await refusal({ url: `http://rebind.example:${canary.port}/` }, rebinding);
  expect(reason).toBe("refused");
  expect(there.asked).toEqual(["/"]);
  expect(canary.asked).toEqual([]);
});

test("a hostname with one private among its public IP addresses is refused", async () => {
  const canary = await answering(secret);
  for (const addresses of [
    ["1.1.1.1", "127.0.0.1"],
    ["127.0.0.1", "1.1.1.1"],
    ["::ffff:7f00:1"],
    [],
  ]) {
    const mixed = names({ "mixed.example": [addresses] });
    const url = `http://mixed.example:${canary.port}/`;
    expect((await refusal({ url }, mixed)).reason).toBe("refused");
  }
  expect(canary.asked).toEqual([]);
});

test("five redirects are followed and a sixth is not", async () => {
  const there = await answering((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("here");
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  }, outsideHost);
  const found = await fetchGuarded({ url: `${there.url}/5`, ...limits }, mayReach);
  expect(found.url).toBe(`${there.url}/0`);
  expect((await refusal({ url: `${there.url}/6` })).message).toContain("more than 5 redirects");
});

test("request headers are not sent to another origin after a redirect", async () => {
  const seen: (string | undefined)[] = [];
  const other = await answering((request, response) => {
    seen.push(request.headers["x-key"]?.toString());
    response.end();
  }, outsideHost);
  const there = await answering((request, response) => {
    seen.push(request.headers["x-key"]?.toString());
    response.writeHead(302, { location: request.url === "/a" ? "/b" : other.url }).end();
  }, outsideHost);
  await fetchGuarded({ url: `${there.url}/a`, headers: { "x-key": "k" }, ...limits }, mayReach);
  expect(seen).toEqual(["k", "k", undefined]);
});

test("a POST is sent unchanged and follows no redirect", async () => {
  const bodies: string[] = [];
  const there = await answering(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(307, { location: "/again" }).end();
  }, outsideHost);
  const sent = { url: there.url, method: "POST", body: "event", ...limits } as const;
  expect((await fetchGuarded(sent, mayReach)).status).toBe(307);
  expect(bodies).toEqual(["event"]);
});

test("a response above the limit is not read", async () => {
  const there = await answering((_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(64 * 1024)));
      response.once("drain", more);
    };
    more();
  }, outsideHost);
  expect((await refusal({ url: there.url })).message).toContain(
    "larger than the limit of 1048576 bytes",
  );
});

test("a response is decoded in every common encoding, and in no other", async () => {
  const text = "a description ".repeat(1000);
  const packed: Record<string, Buffer> = {
    gzip: gzipSync(text),
    "x-gzip": gzipSync(text),
    deflate: deflateSync(text),
    br: brotliCompressSync(text),
    identity: Buffer.from(text),
  };
  const there = await answering((request, response) => {
    const coding = decodeURIComponent(request.url?.slice(1) ?? "");
    response
      .writeHead(200, { "content-encoding": coding })
      .end(packed[coding] ?? gzipSync(gzipSync(text)));
  }, outsideHost);
  for (const coding of Object.keys(packed)) {
    const found = await fetchGuarded({ url: `${there.url}/${coding}`, ...limits }, mayReach);
    expect(Buffer.from(found.body).toString()).toBe(text);
  }
  for (const coding of ["gzip, gzip", "zstd", "gzip,br,gzip,br,gzip,br"]) {
    const url = `${there.url}/${encodeURIComponent(coding)}`;
    expect((await refusal({ url })).message).toContain("gzip, deflate and br");
  }
});

test("an expanding response is aborted at a hundred times its size", async () => {
  // The memory is measured in test/invariants/h5-bombs.test.ts.
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024));
  const there = await answering((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  }, outsideHost);
  const { reason, message } = await refusal({ url: there.url, largest: 1024 * 1024 * 1024 });
  expect([reason, message]).toEqual([
    "refused",
    `${there.url}/ decompresses to more than 100 times its size.`,
  ]);
});

test("an interrupted response is a failure, compressed or not", async () => {
  const there = await answering((request, response) => {
    if (request.url === "/packed") {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync("text ".repeat(100)).subarray(0, 20));
      return;
    }
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => response.destroy());
  }, outsideHost);
  expect((await refusal({ url: there.url })).reason).toBe("failed");
  expect((await refusal({ url: `${there.url}/packed` })).reason).toBe("failed");
});

slowTest("a server that never ends its response is aborted at the deadline", async () => {
  const silent = await answering(() => {}, outsideHost);
  const dripping = await answering((_request, response) => {
    response.write("a");
  }, outsideHost);
  for (const { url } of [silent, dripping]) {
    expect((await refusal({ url, patience: 100 })).reason).toBe("timeout");
  }
});

test("an unknown hostname, and a closed port, are failures", async () => {
  expect((await refusal({ url: "http://gone.example/" }, names({}))).reason).toBe("failed");
  expect((await refusal({ url: `http://${outsideHost}:1/` })).reason).toBe("failed");
});

test("a fetch ends when its caller no longer needs it", async () => {
  const silent = await answering(() => stop.abort(), outsideHost);
  const stop = new AbortController();
  expect((await refusal({ url: silent.url, signal: stop.signal })).reason).toBe("failed");
});

test.each([
  ["", " is not a valid URL."],
  ["ftp://127.0.0.9/", "ftp://127.0.0.9/ has the unsupported scheme ftp:. Use http or https."],
  [
    "http://me:hunter2@127.0.0.9:8080/",
    "The URL for 127.0.0.9:8080 contains credentials. Remove the user name and password.",
  ],
  [
    "http://me@127.0.0.9/",
    "The URL for 127.0.0.9 contains credentials. Remove the user name and password.",
  ],
  [
    "http://:hunter2@127.0.0.9/",
    "The URL for 127.0.0.9 contains credentials. Remove the user name and password.",
  ],
  [
    "http://127.0.0.1:1/",
    "127.0.0.1 is on this machine or in a private network. To allow it, set TOME_ALLOW_PRIVATE=true for the command (with --local) or for the server, or start tome serve with --allow-private.",
  ],
  [
    "http://[::1]/",
    "[::1] is on this machine or in a private network. To allow it, set TOME_ALLOW_PRIVATE=true for the command (with --local) or for the server, or start tome serve with --allow-private.",
  ],
])("the URL %j is refused with a reason", async (url, message) => {
  const failure = await refusal({ url });
  expect(failure.reason).toBe("refused");
  expect(failure.message).toBe(message);
});

test("a refused redirect names its source", async () => {
  const there = await answering((request, response) => {
    response.writeHead(302, { location: request.url?.slice(1) }).end();
  }, outsideHost);
  const redirect = async (location: string) => {
    const { message } = await refusal({ url: `${there.url}/${location}` });
    return message.replaceAll(`:${there.port}`, "");
  };
  expect(await redirect("ftp://a")).toBe(
    "ftp://a (redirect from http://127.0.0.9/ftp://a) has the unsupported scheme ftp:. Use http or https.",
  );
  expect(await redirect("http://a:b@c")).toBe(
    "The URL for c (redirect from http://127.0.0.9/http://a:b@c) contains credentials. Remove the user name and password.",
  );
  expect(await redirect("http://[a")).toBe(
    "http://[a (redirect from http://127.0.0.9/http://[a) is not a valid URL.",
  );
});

test("a redirect without a location, and another 3xx status, are returned", async () => {
  const there = await answering((request, response) => {
    if (request.url === "/a") response.writeHead(304, { location: "/b" }).end();
    else response.writeHead(302).end();
  }, outsideHost);
  expect((await fetchGuarded({ url: `${there.url}/a`, ...limits }, mayReach)).status).toBe(304);
  expect((await fetchGuarded({ url: `${there.url}/c`, ...limits }, mayReach)).status).toBe(302);
  expect(there.asked).toEqual(["/a", "/c"]);
});

test("a redirect can be returned instead of followed", async () => {
  const there = await answering((_request, response) => {
    response.writeHead(301, { location: "/b", "set-cookie": ["a=1", "b=2"] }).end();
  }, outsideHost);
  const { status, headers } = await fetchGuarded(
    { url: there.url, returnsRedirects: true, ...limits },
    mayReach,
  );
  expect([status, headers.location, headers["set-cookie"]]).toEqual([301, "/b", "a=1, b=2"]);
  expect(there.asked).toEqual(["/"]);
});

test("a request has the headers of tome, which can be replaced", async () => {
  const received: unknown[] = [];
  const there = await answering(({ method, headers }, response) => {
    const { "user-agent": agent, accept, "accept-encoding": encoding, connection } = headers;
    received.push({ method, agent, accept, encoding, connection });
    response.end();
  }, outsideHost);
  await fetchGuarded({ url: there.url, ...limits }, mayReach);
  await fetchGuarded(
    { url: there.url, method: "PUT", headers: { accept: "a/b" }, ...limits },
    mayReach,
  );
  expect(received).toEqual([
    {
      method: "GET",
      agent: "tome",
      accept: "*/*",
      encoding: "gzip, deflate, br",
      connection: "close",
    },
    {
      method: "PUT",
      agent: "tome",
      accept: "a/b",
      encoding: "gzip, deflate, br",
      connection: "close",
    },
  ]);
});

slowTest("failures have a reason in words", async () => {
  const silent = await answering(() => {}, outsideHost);
  expect((await refusal({ url: silent.url, patience: 100 })).message).toBe(
    `${silent.url} did not respond completely within 0.1 seconds.`,
  );
  const gone = await refusal({ url: "http://gone.example/" }, names({}));
  expect(gone.message).toBe("Fetching http://gone.example/ failed: no gone.example.");
  // The error for several IP addresses has a code only.
  const both = names({ "both.example": [[outsideHost, "127.0.0.10"]] });
  const closed = fetchGuarded({ url: "http://both.example:1/", ...limits }, () => true, both);
  await expect(closed).rejects.toThrow("Fetching http://both.example:1/ failed: ECONNREFUSED.");
});

test("the connection of a redirect is closed without reading its body", async () => {
  let closed: Promise<unknown> | undefined;
  const there = await answering((request, response) => {
    if (request.url === "/b") return void response.end("here");
    closed = once(response, "close");
    response.writeHead(302, { location: "/b" }).write("a body without end");
  }, outsideHost);
  expect((await fetchGuarded({ url: there.url, ...limits }, mayReach)).status).toBe(200);
  await closed;
  expect(there.asked).toEqual(["/", "/b"]);
});

test("a URL with https is requested with TLS only", async () => {
  const plain = await answering(secret, outsideHost);
  const { reason, message } = await refusal({ url: plain.url.replace("http:", "https:") });
  expect([reason, plain.asked]).toEqual(["failed", []]);
  expect(message).toMatch(/EPROTO|SSL/);
});

describe("createCheckingLookup", () => {
  const open = [
    { address: "1.1.1.1", family: 4 },
    { address: "2606:4700::1111", family: 6 },
  ];
  const refused = expect.objectContaining({
    reason: "refused",
    message: expect.stringContaining("a.example is on this machine or in a private network."),
  });
  const unknown = Object.assign(new Error("no a.example"), { code: "ENOTFOUND" });

  test.each<[string, boolean, Error | null, LookupAddress[] | undefined, unknown[]]>([
    ["all addresses", true, null, open, [null, open]],
    ["the first address", false, null, open, [null, "1.1.1.1", 4]],
    ["an error", true, unknown, undefined, [unknown, []]],
    ["no address", true, null, [], [refused, []]],
    ["one private address", false, null, [{ address: "10.0.0.1", family: 4 }], [refused, []]],
    [
      "a private address after a public one",
      true,
      null,
      [...open, { address: "::1", family: 6 }],
      [refused, []],
    ],
  ])("passes on %s", (_, all, error, addresses, result) => {
    const asked: unknown[] = [];
    const lookup: DnsLookup = (hostname, options, callback) => {
      asked.push([hostname, options]);
      callback(error, addresses as LookupAddress[]);
    };
    const results: unknown[] = [];
    const check = createCheckingLookup({ mayReach: isPublicAddress, lookup });
    check("a.example", { family: 0, all }, (...values) => results.push(values));
    expect(asked).toEqual([["a.example", { family: 0, all: true }]]);
    expect(results).toEqual([result]);
  });
});

describe("streamGuarded", () => {
  test("returns the head of a response before its body", async () => {
    const there = await answering((_request, response) => {
      response.writeHead(201, { "x-kind": "stream" }).write("first");
      response.on("close", () => stop.abort());
    }, outsideHost);
    const stop = new AbortController();
    const { status, url, headers, body } = await streamGuarded(
      { url: there.url, ...limits },
      mayReach,
    );
    expect([status, url, headers["x-kind"]]).toEqual([201, `${there.url}/`, "stream"]);
    for await (const chunk of body) {
      expect(Buffer.from(chunk).toString()).toBe("first");
      break;
    }
    // To stop reading closes the connection.
    await new Promise((resolve) => {
      if (stop.signal.aborted) resolve(undefined);
      else stop.signal.addEventListener("abort", resolve);
    });
  });

  test("refuses the same URLs, and fails while the body is read", async () => {
    const stream = (url: string) => streamGuarded({ url, patience: 30_000, largest: 4 }, mayReach);
    await expect(stream("http://127.0.0.1:1/")).rejects.toMatchObject({ reason: "refused" });
    const there = await answering((request, response) => {
      if (request.url === "/large") response.end("12345");
      else response.write("123", () => response.destroy());
    }, outsideHost);
    const readAll = async (path: string) => {
      const { body } = await stream(there.url + path);
      const chunks: string[] = [];
      for await (const chunk of body) chunks.push(Buffer.from(chunk).toString());
      return chunks;
    };
    await expect(readAll("/large")).rejects.toMatchObject({ reason: "refused" });
    await expect(readAll("/cut")).rejects.toMatchObject({ reason: "failed" });
  });
});
