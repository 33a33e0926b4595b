import { describe, expect, test } from "vitest";
import { FetchFailure } from "../../../../src/service/engines/network/fetch-failure.ts";
import type { FetchRequest } from "../../../../src/service/engines/network/guarded-fetch.ts";
import { readSpecification } from "../../../../src/service/engines/openapi/read-specification.ts";
import { slowTest } from "../../../support/generators/amount.ts";

const asker = { caller: "a caller", db: {} };
const head = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n";

/** A description with references to the files `0.yaml`, `1.yaml` and so on. */
function describeFiles(count: number): string {
  const schemas = Array.from({ length: count }, (_, at) => `    S${at}: {$ref: '${at}.yaml'}\n`);
  return `${head}components:\n  schemas:\n${schemas.join("")}`;
}

/** Responds to the URLs below https://a.example. */
function serve(respond: (name: string) => string | Error) {
  const requests: FetchRequest[] = [];
  let active = 0;
  let most = 0;
  const fetch = async (request: FetchRequest) => {
    requests.push(request);
    most = Math.max(most, ++active);
    await new Promise((resolve) => setImmediate(resolve));
    active--;
    const answer = respond(new URL(request.url).pathname.slice(1));
    if (answer instanceof Error) throw answer;
    return { status: 200, url: request.url, headers: {}, body: Buffer.from(answer) };
  };
  const read = (text: string, signal?: AbortSignal) =>
    readSpecification({ text, url: "https://a.example/api.yaml" }, { fetch }, asker, signal);
  return { requests, read, mostAtOnce: () => most };
}

describe("a description", () => {
  slowTest("is read in a thread", async () => {
    const { read, requests } = serve(() => "");
    expect(await read(head)).toMatchObject({ version: "3.0", format: "yaml" });
    expect(requests).toEqual([]);
  });

  test("refers to files, of which four are fetched at a time", async () => {
    const { read, requests, mostAtOnce } = serve((name) => `{description: '${name}'}`);
    const result = await read(describeFiles(9));
    if ("faults" in result) throw new Error(JSON.stringify(result.faults));
    expect(Object.keys(JSON.parse(result.filesystem))).toHaveLength(10);
    expect(requests.map(({ url }) => url)).toEqual(
      Array.from({ length: 9 }, (_, at) => `https://a.example/${at}.yaml`),
    );
    expect(mostAtOnce()).toBe(4);
    for (const { largest, patience } of requests) {
      expect(largest).toBe(20 * 1024 * 1024);
      expect(patience).toBe(20_000);
    }
  });

  test.each([
    ["failed", new FetchFailure("refused", "It is private.")],
    ["timeout", new FetchFailure("timeout", "It timed out.")],
  ])("with a file that cannot be fetched has a fault of the kind %s", async (kind, error) => {
    const { read } = serve(() => error);
    const message = `openapi.yaml:6:16: ${error.message}`;
    const result = await read(describeFiles(1));
    expect(result).toEqual({ faults: [{ code: "FETCH", message }], unfetched: kind });
  });

  test("another error is thrown", async () => {
    const { read } = serve(() => new RangeError("bug"));
    await expect(read(describeFiles(1))).rejects.toThrow("bug");
  });

  slowTest("is not read further after its request was aborted", async () => {
    const stop = new AbortController();
    const { read } = serve(() => {
      stop.abort();
      return "{}";
    });
    await expect(read(describeFiles(1), stop.signal)).rejects.toMatchObject({ reason: "aborted" });
  });
});
