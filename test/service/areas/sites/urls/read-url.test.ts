import { describe, expect, test } from "vitest";
import {
  countPartsAbove,
  parseSiteUrl,
  readAddress,
} from "../../../../../src/service/areas/sites/urls/read-url.ts";

describe("a URL", () => {
  test("is divided into its parts, as written", () => {
    const address = readAddress(
      " HTTPS://User:word@Docs.Example.COM:8443//Guide/%20x//?q=a%20b&q=c#Part%201 ",
    );
    expect(address && { ...address, query: [...address.query] }).toEqual({
      ...{ origin: "https://docs.example.com:8443", hostname: "docs.example.com" },
      segments: ["Guide", "%20x"],
      query: [
        ["q", "a b"],
        ["q", "c"],
      ],
      ...{ search: "q=a%20b&q=c", anchor: "Part%201" },
    });
    const plain = readAddress("http://[::1]");
    expect(plain && { ...plain, query: [...plain.query] }).toEqual({
      ...{ origin: "http://[::1]", hostname: "[::1]", segments: [], query: [], search: "" },
      anchor: undefined,
    });
    expect(readAddress("http://a.example:/x")?.origin).toBe("http://a.example");
    expect(readAddress("http://a.example/#")?.anchor).toBe("");
  });

  test.each(["", "ftp://a.example/", "//a.example", "a.example/x", "http://", "http:///x"])(
    "is not %j",
    (text) => {
      expect(readAddress(text)).toBeUndefined();
    },
  );
});

const site = {
  ...{ id: "siteA", basename: "docs", organization_hostname: "acme" },
  ...{ proxy: "Example.com/Help/Center", hostname: "docs.example.com" },
};

describe("the site of a URL", () => {
  const parse = (url: string) => {
    const address = readAddress(url);
    return address && parseSiteUrl(address);
  };

  test("is in its hostname or its path", () => {
    expect(parse("http://docs.acme.site.localhost:4000/guide")).toEqual({
      ...{ basename: "docs", organization: "acme", above: 0 },
    });
    expect(parse("https://tome.example.com/_site/siteA/guide")).toEqual({ id: "siteA", above: 2 });
    expect(parse("https://tome.example.com/_site")).toEqual({
      ...{ hostname: "tome.example.com", proxies: ["tome.example.com/_site"] },
    });
    expect(parse("https://tome.example.com/a/_site/siteA")).toEqual({
      hostname: "tome.example.com",
      proxies: ["tome.example.com/a/_site/siteA", "tome.example.com/a/_site", "tome.example.com/a"],
    });
    expect(parse("https://tome.example.com")).toEqual({
      ...{ hostname: "tome.example.com", proxies: [] },
    });
  });

  test("is searched at proxies of at most 512 characters", () => {
    const host = "a.example";
    const fitting = "x".repeat(512 - host.length - 1);
    expect(parse(`https://${host}/${fitting}/y`)).toEqual({
      ...{ hostname: host, proxies: [`${host}/${fitting}`] },
    });
    expect(parse(`https://${host}/${fitting}x`)).toEqual({ hostname: host, proxies: [] });
  });

  test.each([
    ["http://docs.acme.site.localhost/guide", {}, 0],
    ["http://docs.acme.site.localhost/guide", { basename: "other" }, undefined],
    ["http://docs.acme.site.localhost/guide", { organization_hostname: "other" }, undefined],
    ["http://docs.acme.site.localhost/guide", { organization_hostname: null }, undefined],
    ["https://tome.example.com/_site/siteA/guide", {}, 2],
    ["https://tome.example.com/_site/siteB/guide", {}, undefined],
    ["https://example.com/help/center/guide", {}, 2],
    ["https://example.com/help/center", { hostname: null }, 2],
    ["https://example.com/help/centers", {}, undefined],
    ["https://example.com/help/center", { proxy: null }, undefined],
    ["https://docs.example.com/help/center", {}, 0],
    ["https://docs.example.com/x", { proxy: null }, 0],
    ["https://docs.example.com/x", { hostname: null, proxy: null }, undefined],
    ["https://docs.example.com/x", { hostname: "other.example.com" }, undefined],
    ["https://docs.example.com/help/x", { proxy: "docs.example.com/help" }, 1],
  ] as const)("%s with %j begins after %j segments", (url, changes, expected) => {
    const address = readAddress(url);
    if (!address) throw new Error("It is not a URL.");
    expect(countPartsAbove(address, { ...site, ...changes })).toBe(expected);
  });
});
