import { describe, expect, test } from "vitest";
import { check } from "../../src/contract/check.ts";
import { explainHostname } from "../../src/contract/hostname-errors.ts";
import { update } from "../../src/contract/site.ts";

const { hostname, proxy } = update.input;

describe("explainHostname", () => {
  test.each([
    ["https://docs.example.com", "not begin with https://"],
    ["docs.example.com/help", "not have a path"],
    ["docs.example.com:8080", "not have a port"],
    ["docs.example.com.", "not end with a dot"],
    ["docs..example.com", "not have two dots in a row, or one at its start"],
    ["example.com", "have at least 3 labels, not 2"],
    ["Docs.example.com", "be in lower case"],
    ["docs_a.example.com", "not contain an underscore"],
    ["-docs.example.com", "not have a hyphen at the start or end of a label"],
    ["*.example.com", "not contain a wildcard"],
    ["192.0.2.1", "be a name, not an IP address"],
    ["döcs.example.com", "be in the ASCII form of its domain (xn--…)"],
    ["docs example.com", "not contain spaces"],
    [`${"a".repeat(64)}.example.com`, "have at most 63 characters per label"],
    ["", "have a hostname"],
  ])("says what is wrong with %s", async (value, rule) => {
    const [fault] = await check({ hostname }, { hostname: value });
    expect(fault?.rule).toBe(`must ${rule} (example: docs.example.com)`);
  });

  test.each([
    ["https://www.example.com/docs", "not begin with https://"],
    ["www.example.com", "have a path"],
    ["www.example.com/", "have a path"],
    ["www.example.com/docs/", "not end with a slash"],
    ["www.example.com:80/docs", "not have a port"],
    ["www.example.com/a.b", 'have only letters, digits, - and _ in its path, not "a.b"'],
    ["/docs", "have a hostname"],
    ["localhost/docs", "have at least 2 labels, not 1"],
  ])("says what is wrong with the proxy %s", async (value, rule) => {
    const [fault] = await check({ proxy }, { proxy: value });
    expect(fault?.rule).toBe(`must ${rule} (example: docs.example.com/help)`);
  });

  test("a valid value has no error", async () => {
    expect(await check({ hostname }, { hostname: "docs.example.com" })).toEqual([]);
    expect(await check({ proxy }, { proxy: "WWW.example.com/docs/v1" })).toEqual([]);
    const form = { labels: 3, hasPath: false, isLowerCase: true };
    expect(explainHostname("docs.example.com", form)).toBeUndefined();
  });
});
