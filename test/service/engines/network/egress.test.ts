import { expect, test } from "vitest";
import { fetchText, openOutside } from "../../../../src/service/engines/network/egress.ts";
import { answering } from "../../../support/network/answering.ts";

const limits = { largest: 1000, patience: 30_000 };

test("private IP addresses are refused unless all, or the listed ones, are allowed", async () => {
  const there = await answering((_request, response) => response.end("here"));
  const fetched = async (allow?: boolean | readonly string[]) => {
    const { body } = await openOutside(allow).fetch({ url: there.url, ...limits });
    return Buffer.from(body).toString();
  };
  for (const closed of [undefined, false, [], ["127.0.0.2"]]) {
    await expect(fetched(closed)).rejects.toMatchObject({ reason: "refused" });
  }
  expect(there.asked).toEqual([]);
  expect(await fetched(true)).toBe("here");
  expect(await fetched(["127.0.0.2", "127.0.0.1"])).toBe("here");
});

test("a destination can be checked without a connection", () => {
  expect(openOutside().mayReach("10.0.0.1")).toBe(false);
  expect(openOutside().mayReach("8.8.8.8")).toBe(true);
  expect(openOutside(["10.0.0.1"]).mayReach("10.0.0.1")).toBe(true);
  expect(openOutside(["10.0.0.1"]).mayReach("10.0.0.2")).toBe(false);
  expect(openOutside(true).mayReach("10.0.0.2")).toBe(true);
});

test("files of this machine can be read only if folders or all addresses are allowed", () => {
  const canRead = (allow?: boolean | readonly string[], allowFolders?: boolean) =>
    openOutside(allow, { allowFolders }).mayReadFiles;
  expect([canRead(), canRead(true), canRead(["10.0.0.1"]), canRead(false, true)]).toEqual([
    ...[false, true, false, true],
  ]);
});

test.each([
  ["a text", 200, Buffer.from("grün"), { text: "grün", url: "https://example.com/b" }],
  ["another status", 204, Buffer.from(""), "https://example.com/b responded with status 204."],
  [
    "another encoding",
    200,
    Buffer.from("gr\xfcn", "latin1"),
    "https://example.com/b is not UTF-8 text.",
  ],
])("fetchText reads %s or fails", async (_, status, body, result) => {
  const outside = {
    fetch: async () => ({ status, url: "https://example.com/b", headers: {}, body }),
  };
  const request = { url: "https://example.com/a", ...limits };
  const text = fetchText(outside, request).catch((error: Error) => error.message);
  expect(await text).toEqual(result);
});

test("names are resolved by this machine", async () => {
  const outside = openOutside();
  expect(await outside.loadAddresses("127.0.0.5")).toEqual(["127.0.0.5"]);
  // The resolvers refuse so long a name themselves.
  const impossible = "a".repeat(300);
  expect(await outside.loadAddresses(impossible)).toEqual([]);
  expect(await outside.lookUpTextRecords(impossible)).toEqual([]);
});
