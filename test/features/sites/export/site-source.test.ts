import { describe, expect, test } from "vitest";
import type { WireRequest, WireResponse } from "../../../../src/contract/wire.ts";
import { requestSite } from "../../../../src/features/sites/export/site-source.ts";

test.each(["//other.example/_site/s", "http://other.example/_site/s", "\\\\other.example/"])(
  "no other server is requested for the path %s of a hostile platform",
  async (path) => {
    const sent: string[] = [];
    const transport = async ({ url }: WireRequest) => {
      sent.push(url);
      return { status: 200, headers: {}, body: "" };
    };
    const credentials = new URLSearchParams({ token: "canary" });
    const location = { origin: "https://docs.example", prefix: "/_site/s", credentials };
    await expect(requestSite(transport, location, path)).rejects.toThrow("not a path of the site");
    await requestSite(transport, location, "/_site/s/page");
    expect(sent).toEqual(["https://docs.example/_site/s/page?token=canary"]);
  },
);

describe("a response of the site", () => {
  const location = {
    origin: "https://docs.example",
    prefix: "",
    credentials: new URLSearchParams({ token: "canary", key: "k" }),
  };
  const request = async (answer: Partial<WireResponse>, path = "/a?b=1") => {
    const sent: WireRequest[] = [];
    const transport = async (one: WireRequest) => {
      sent.push(one);
      return { status: 200, headers: {}, body: "", ...answer };
    };
    return { answer: await requestSite(transport, location, path), sent };
  };

  test("has its type and its bytes, whether they arrive at once or in parts", async () => {
    const { answer, sent } = await request({ headers: { "content-type": "text/css" }, body: "ä" });
    expect(answer).toEqual({
      status: 200,
      type: "text/css",
      body: Buffer.from("ä"),
      location: undefined,
    });
    expect(sent).toEqual([
      {
        method: "GET",
        url: "https://docs.example/a?b=1&token=canary&key=k",
        headers: { accept: "*/*" },
      },
    ]);
    async function* parts() {
      yield Buffer.from("a");
      yield Buffer.from("b");
    }
    expect((await request({ body: parts() })).answer).toMatchObject({
      type: "",
      body: Buffer.from("ab"),
    });
  });

  test.each([
    [301, "/new?token=canary&x=1&key=k#h", "/new?x=1#h"],
    [302, "new", "/new"],
    [399, "https://docs.example/b", "/b"],
    [302, "https://other.example/b?token=1", "https://other.example/b?token=1"],
    [302, "http://[", undefined],
    [302, undefined, undefined],
    [200, "/new", undefined],
    [299, "/new", undefined],
    [400, "/new", undefined],
  ])("with the status %i and the location %s leads to %s", async (status, to, expected) => {
    const headers = to === undefined ? {} : { location: to };
    expect((await request({ status, headers })).answer.location).toBe(expected);
  });
});
