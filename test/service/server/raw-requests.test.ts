import { expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import {
  answersIn,
  body,
  close,
  exchange,
  long,
  type Sender,
  startRaw,
} from "../../support/requests/raw-requests.ts";

const refused: readonly (readonly [
  what: string,
  status: number,
  raw: (sender: Sender) => string,
])[] = [
  ["no HTTP at all", 400, () => "Hello\r\n\r\n"],
  ["HTTP/0.9", 505, () => "GET /v1/user\r\n\r\n"],
  ["a version of HTTP that is none", 400, ({ own }) => `GET /v1/user HTTP/7.3\r\n${own}\r\n`],
  ["the beginning of HTTP/2", 400, () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["TLS", 400, () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["a method that is none", 400, ({ own }) => `STEAL /v1/user HTTP/1.1\r\n${own}\r\n`],
  ["a control character in the path", 400, ({ own }) => `GET /v1/\x01 HTTP/1.1\r\n${own}\r\n`],
  [
    "bytes that are not ASCII in the path",
    400,
    ({ own }) => `GET /v1/\xc3\xa9 HTTP/1.1\r\n${own}${close}\r\n`,
  ],
  [
    "bytes that are not ASCII in the query",
    400,
    ({ own }) => `GET /v1/user?a=\xc3\xa9 HTTP/1.1\r\n${own}${close}\r\n`,
  ],
  [
    "a query that is not UTF-8",
    400,
    ({ own }) => `GET /v1/user?a=%ff HTTP/1.1\r\n${own}${close}\r\n`,
  ],
  [
    "a query with half a code",
    400,
    ({ own }) => `GET /v1/user?a=%f HTTP/1.1\r\n${own}${close}\r\n`,
  ],
  [
    "a whole address",
    400,
    ({ host, own }) => `GET http://${host}/v1/user HTTP/1.1\r\n${own}${close}\r\n`,
  ],
  [
    "a whole address of another host",
    400,
    ({ own }) => `GET http://evil.example/v1/user HTTP/1.1\r\n${own}${close}\r\n`,
  ],
  ["an asterisk for a path", 400, ({ own }) => `OPTIONS * HTTP/1.1\r\n${own}${close}\r\n`],
  ["CONNECT", 405, ({ own }) => `CONNECT evil.example:443 HTTP/1.1\r\n${own}\r\n`],
  ["TRACE", 405, ({ own }) => `TRACE /v1/user HTTP/1.1\r\n${own}${close}\r\n`],
  ["no Host", 400, () => "GET /v1/user HTTP/1.1\r\n\r\n"],
  ["no Host in HTTP/1.0", 421, () => "GET /v1/user HTTP/1.0\r\n\r\n"],
  ["a second Host", 400, ({ get }) => `${get}Host: evil.example\r\n\r\n`],
  ["a second Host that is the same", 400, ({ get, host }) => `${get}host: ${host}\r\n\r\n`],
  [
    "a second Host after many headers",
    400,
    ({ get }) => `${get}${"a:\r\n".repeat(2500)}Host: evil.example\r\n\r\n`,
  ],
  ["a second Authorization", 400, ({ get }) => `${get}Authorization: Bearer other\r\n\r\n`],
  [
    "a second Content-Type",
    400,
    ({ post }) => `${post}Content-Type: text/plain\r\n${long}\r\n${body}`,
  ],
  ["a second Origin", 400, ({ get }) => `${get}Origin: null\r\nOrigin: null\r\n\r\n`],
  ["two lengths", 400, ({ post }) => `${post}${long}Content-Length: 3\r\n\r\n${body}`],
  [
    "a length and chunks",
    400,
    ({ post }) => `${post}${long}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "chunks and a length",
    400,
    ({ post }) => `${post}Transfer-Encoding: chunked\r\n${long}\r\n0\r\n\r\n`,
  ],
  [
    "a Content-Length that is not a number",
    400,
    ({ post }) => `${post}Content-Length: 1x\r\n\r\n${body}`,
  ],
  ["a negative length", 400, ({ post }) => `${post}Content-Length: -1\r\n\r\n${body}`],
  [
    "chunks twice over",
    400,
    ({ post }) =>
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "another coding than chunks",
    400,
    ({ post }) => `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "a coding that is none",
    400,
    ({ post }) => `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "chunks in HTTP/1.0",
    400,
    ({ own }) => `POST /v1/orgs HTTP/1.0\r\n${own}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["a chunk without a size", 400, ({ post }) => `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
  ["a compressed body", 415, ({ post }) => `${post}Content-Encoding: gzip\r\n${long}\r\n${body}`],
  ["a header on two lines", 400, ({ get }) => `${get}X-Long: a\r\n b\r\n\r\n`],
  ["a blank before the colon", 400, ({ get }) => `${get}X-Blank : a\r\n\r\n`],
  ["a header without a name", 400, ({ get }) => `${get}: a\r\n\r\n`],
  ["a header without a colon", 400, ({ get }) => `${get}nothing\r\n\r\n`],
  ["NUL in a header", 400, ({ get }) => `${get}X-Nul: a\0b\r\n\r\n`],
  ["a header that is not UTF-8", 400, ({ get }) => `${get}X-Name: \xff\r\n\r\n`],
  ["line feeds alone", 400, ({ get }) => `${get}\r\n`.replaceAll("\r\n", "\n")],
  ["a line feed alone in the head", 400, ({ get }) => `${get}X-A: b\nX-C: d\r\n\r\n`],
  [
    "a line feed alone in the chunks",
    400,
    ({ post }) => `${post}Transfer-Encoding: chunked\r\n\r\n10\n${body}\r\n0\r\n\r\n`,
  ],
  ["a length given as a list", 400, ({ post }) => `${post}Content-Length: 16, 16\r\n\r\n${body}`],
  ["a length with a sign", 400, ({ post }) => `${post}Content-Length: +16\r\n\r\n${body}`],
  [
    "two hosts in one header",
    421,
    ({ host }) => `GET /v1/user HTTP/1.1\r\n${close}Host: ${host}, evil.example\r\n\r\n`,
  ],
  ["lone carriage returns", 400, ({ get }) => `${get}X-A: b\rX-C: d\r\n\r\n`],
  ["a head that is too large", 431, ({ get }) => `${get}X-Long: ${"x".repeat(20_000)}\r\n\r\n`],
  [
    "a path that is too large",
    431,
    ({ own }) => `GET /v1/${"x".repeat(20_000)} HTTP/1.1\r\n${own}\r\n`,
  ],
  ["an Expect that cannot be met", 417, ({ get }) => `${get}Expect: miracles\r\n\r\n`],
  [
    "an Expect that can be met beside one that cannot",
    417,
    ({ post }) => `${post}Expect: 100-continue\r\nExpect: miracles\r\n${long}\r\n${body}`,
  ],
  ["a body of GET", 400, ({ get }) => `${get}Content-Length: 5\r\n\r\n\xff\xfe{{{`],
  [
    "chunks of GET",
    400,
    ({ get }) => `${get}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    "an import without the admin's token",
    401,
    ({ own }) => `PUT /_tome/import HTTP/1.1\r\n${own}${long}\r\n${body}`,
  ],
  [
    "a body that is not UTF-8",
    400,
    ({ post }) => `${post}${close}Content-Length: 15\r\n\r\n{"title":"\xff\xfea"}`,
  ],
  [
    "a body in UTF-16",
    415,
    ({ own }) =>
      `POST /v1/orgs HTTP/1.1\r\n${own}${close}Content-Type: application/json; charset=utf-16le\r\n${long}\r\n${body}`,
  ],
  [
    "a member given twice",
    400,
    ({ post }) => `${post}${close}Content-Length: 29\r\n\r\n{"title":"One","title":"Two"}`,
  ],
];

slowTest(
  "an invalid request is refused in the documented format, with an id, and logged",
  async () => {
    const { served, entries, ...sender } = await startRaw();
    const before = JSON.stringify(await served.service.admin.export());
    const got: unknown[] = [];
    for (const [what, , raw] of refused) {
      entries.length = 0;
      const answers = answersIn(await exchange(served, raw(sender)));
      got.push([what, answers.map(({ status }) => status)]);
      const [{ status, headers, body } = { status: 0, headers: {}, body: "null" }] = answers;
      expect([what, headers]).toEqual([
        what,
        expect.objectContaining({
          "content-type": expect.stringMatching(/^application\/json/),
          "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
          connection: "close",
        }),
      ]);
      expect([what, JSON.parse(body)]).toEqual([
        what,
        { error: { code: status, message: expect.stringMatching(/^[A-Z].+\.$/s) } },
      ]);
      const noted = [expect.objectContaining({ status, id: headers["x-request-id"] })];
      expect([what, entries]).toEqual([what, noted]);
    }
    expect(got).toEqual(refused.map(([what, status]) => [what, [status]]));
    expect(JSON.stringify(await served.service.admin.export())).toBe(before);
  },
  30_000,
);

test("no request after a response that closes the connection is executed", async () => {
  const { served, entries, ...sender } = await startRaw();
  const before = JSON.stringify(await served.service.admin.export());
  const behind = `${sender.post}${long}\r\n${body}`;
  const got = await Promise.all(
    refused.map(async ([what, , raw]) => {
      const answers = answersIn(await exchange(served, `${raw(sender)}${behind}`));
      return [what, answers.map(({ status }) => status)];
    }),
  );
  expect(got).toEqual(refused.map(([what, status]) => [what, [status]]));
  expect(entries.filter(({ status }) => status === 201)).toEqual([]);
  expect(JSON.stringify(await served.service.admin.export())).toBe(before);
});

slowTest("a valid request is answered in any transmission", async () => {
  const { served, ...sender } = await startRaw();
  const { get, post, host, own } = sender;
  const chunked = `${post}${close}Transfer-Encoding: Chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const sound: readonly (readonly [what: string, status: number, raw: string])[] = [
    ["a GET that tells that it has no body", 200, `${get}${close}Content-Length: 0\r\n\r\n`],
    ["HTTP/1.0", 200, `GET /v1/user HTTP/1.0\r\n${own}\r\n`],
    ["chunks", 201, chunked],
    ["a header in UTF-8", 200, `${get}${close}X-Name: \xc3\xa9\r\n\r\n`],
    ["a header that may be given twice", 200, `${get}${close}Accept: a/b\r\nAccept: c/d\r\n\r\n`],
    [
      "names of headers in capitals",
      200,
      `GET /v1/user HTTP/1.1\r\n${own.toUpperCase().replace(own.toUpperCase(), own)}${close}\r\n`,
    ],
    [
      "an offer to speak another protocol",
      200,
      `${get}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
    ],
    [
      "a name that members of two objects have",
      201,
      `${post}${close}Content-Length: 16\r\n\r\n${body}`,
    ],
  ];
  for (const [what, status, raw] of sound) {
    const [answer] = answersIn(await exchange(served, raw));
    expect([what, answer?.status, answer?.body]).toEqual([what, status, expect.any(String)]);
  }
  const continued = await exchange(
    served,
    `${post}${close}Expect: 100-continue\r\n${long}\r\n${body}`,
  );
  expect(continued).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  expect(host).not.toBe("");
});

slowTest("a request that does not arrive in time gets 408", async () => {
  const { served, entries, get, post } = await startRaw({ head: 100, whole: 200 });
  for (const unfinished of [get, `${post}Content-Length: 100\r\n\r\n{`]) {
    const [answer] = answersIn(await exchange(served, unfinished));
    expect(answer?.status).toBe(408);
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      error: { code: 408, message: "The request was not received in time." },
    });
  }
  expect(entries.map(({ status }) => status)).toEqual([408, 408]);
});
