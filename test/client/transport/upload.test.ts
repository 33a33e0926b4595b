import { expect, test } from "vitest";
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
