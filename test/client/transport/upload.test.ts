import { expect, test } from "vitest";
import type { WireResponse } from "../../../src/contract/wire.ts";
import { NetworkError } from "../../../src/errors.ts";
import { canary, getClient } from "../../support/network/client.ts";
import { serve } from "../../support/network/loopback.ts";

const file = { bytes: Buffer.from([0, 255, 10]), contentType: "font/woff2" };

test("a file is sent to a URL whose path and query are neither traced nor in an error", async () => {
  const lines: string[] = [];
  const server = await serve(({ url }, response) => {
    response.writeHead(url.startsWith("/refused/") ? 403 : 200).end();
  });
  const client = getClient(server.url, { trace: (line) => lines.push(line) });
  await client.upload(`${server.url}/path-secret?query=query-secret`, file);
  const refused = client.upload(`${server.url}/refused/path-secret?query=query-secret`, file);
  const error = await refused.catch((one: unknown) => one);
  expect(server.seen.map(({ url }) => url)).toEqual([
    "/path-secret?query=query-secret",
    "/refused/path-secret?query=query-secret",
  ]);
  expect(JSON.stringify(server.seen)).not.toContain(canary);
  expect(error).toMatchObject({ status: 403 });
  expect(lines.join("\n")).toContain(`> PUT ${server.url}/[removed]`);
  expect(`${lines.join("\n")}\n${String(error)}`).not.toMatch(/(?:path|query)-secret/);
});

const response = (status: number, headers = {}, body = ""): WireResponse => ({
  status,
  headers,
  body,
});
const mayHaveArrived =
  "IncompleteError: The connection broke. The upload may have succeeded. Run the command again to upload the file with another URL.";

test.each<readonly [string, WireResponse | NetworkError, string]>([
  ["200", response(200), "sent"],
  ["204", response(204), "sent"],
  ["299", response(299), "sent"],
  ["199", response(199), "ApiError: 199 without a known meaning."],
  ["300", response(300), "ApiError: 300 Multiple Choices."],
  ...[301, 302, 303, 307, 308].map(
    (status) =>
      [
        String(status),
        response(status, { location: "https://other.example/" }),
        "ApiError: The redirect of an upload was not followed.",
      ] as const,
  ),
  ["403", response(403, {}, '{"message":"Expired."}'), "ApiError: Expired."],
  ["503", response(503, { "retry-after": "1" }), "ApiError: 503 Service Unavailable."],
  [
    "no connection",
    new NetworkError("The server was not reached.", { arrived: "no" }),
    "NetworkError: The server was not reached.",
  ],
  [
    "a broken connection",
    new NetworkError("The connection broke.", { arrived: "perhaps" }),
    mayHaveArrived,
  ],
])("an upload with %s is sent once, and ends with %s", async (_, answer, expected) => {
  const sent: string[] = [];
  const client = getClient("https://tome.example", {
    retries: 3,
    transport: async ({ method, url }) => {
      sent.push(`${method} ${url}`);
      if (answer instanceof NetworkError) throw answer;
      return answer;
    },
  });
  const end = await client.upload("https://storage.example/a?sig=x", file).then(
    () => "sent",
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect([end, sent]).toEqual([expected, ["PUT https://storage.example/a?sig=x"]]);
});
