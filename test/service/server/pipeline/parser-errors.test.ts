/** Responses to bytes that are not a request, in the format of all others, on a server of Node. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createParserErrors } from "../../../../src/service/server/pipeline/parser-errors.ts";
import { answersIn, exchange } from "../../../support/requests/raw-requests.ts";

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

const respond: Serve = (_, response) => void response.end("served");

async function open(serve: Serve = respond) {
  const recorded: { readonly id: string; readonly status: number }[] = [];
  const parserErrors = createParserErrors(1000, ({ id, answer }) =>
    recorded.push({ id, status: answer.status }),
  );
  const server = createServer({ maxHeaderSize: 1000 }, (request, response) =>
    parserErrors.begin(request, response, () => serve(request, response)),
  );
  server.on("clientError", parserErrors.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = async (bytes: string) =>
    answersIn(await exchange({ server: { url: `http://127.0.0.1:${port}` } }, bytes));
  return { send, recorded };
}

const head = "POST / HTTP/1.1\r\nHost: a\r\n";
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
const long = "a".repeat(2000);
const tooLong = "The request headers are larger than the limit of 1000 bytes.";

describe("bytes are refused", () => {
  test.each([
    ["a long header", `${head}A: ${long}\r\n\r\n`, 431, tooLong],
    [
      "long chunk extensions",
      `${chunked}1;${long.repeat(10)}\r\n`,
      413,
      "The chunk extensions of the body are too large.",
    ],
    [
      "another protocol",
      "Hello\r\n\r\n",
      400,
      "The request is not valid HTTP/1.1 (Invalid method encountered).",
    ],
    [
      "an invalid chunk",
      `${chunked}x\r\n`,
      400,
      "The request is not valid HTTP/1.1 (Invalid character in chunk size).",
    ],
  ])("with the reason: %s", async (_, bytes, status, message) => {
    const { send, recorded } = await open(() => {});
    const [answer, ...others] = await send(bytes);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ status, headers: { connection: "close" } });
    expect(JSON.parse(answer?.body ?? "")).toEqual({ error: { code: status, message } });
    expect(recorded).toEqual([{ id: answer?.headers["x-request-id"], status }]);
  });

  test("on a page that explains it, if a sign-in token is too long", async () => {
    const { send } = await open();
    const [answer] = await send(`GET /?jwt_token=${long} HTTP/1.1\r\n`);
    expect(answer?.headers["content-type"]).toContain("text/html");
    expect(answer?.body).toContain(`The sign-in token is too long. ${tooLong}`);
  });
});

describe("the responses of a connection", () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const getStatuses = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status);

  /** Responds in a later turn, so that further requests arrive before. */
  function openSlow(headers: Readonly<Record<string, string>> = {}) {
    const events: string[] = [];
    const opened = open((request, response) => {
      events.push(`begin ${request.url}`);
      setImmediate(() => {
        events.push(`end ${request.url}`);
        response.writeHead(200, { "content-length": "0", ...headers }).end();
      });
    });
    return { opened, events };
  }

  test("are in the order of the requests, which are executed one after the other", async () => {
    const { opened, events } = openSlow();
    const { send } = await opened;
    expect(getStatuses(await send(`${get("/1")}${get("/2")}${get("/3")}Hello\r\n`))).toEqual([
      ...[200, 200, 200, 400],
    ]);
    expect(events).toEqual(["/1", "/2", "/3"].flatMap((path) => [`begin ${path}`, `end ${path}`]));
  });

  test("end with one that closes the connection", async () => {
    const { opened, events } = openSlow({ connection: "close" });
    const { send, recorded } = await opened;
    expect(getStatuses(await send(`${get("/1")}${get("/2")}`))).toEqual([200]);
    expect([events, recorded]).toEqual([["begin /1", "end /1"], []]);
  });

  test("include that of a request with an invalid body, after earlier ones", async () => {
    const { opened } = openSlow();
    const { send } = await opened;
    expect(getStatuses(await send(`${get("/1")}${chunked}x\r\n`))).toEqual([200, 400]);
  });

  test("end within one that had begun when its request became invalid", async () => {
    const { send, recorded } = await open((_, response) => {
      response.writeHead(200, { "content-length": "10" }).write("part");
    });
    expect(getStatuses(await send(`${chunked}x\r\n`))).not.toContain(400);
    expect(recorded).toEqual([]);
  });
});
