import { describe, expect, test } from "vitest";
import { findHost, parseSiteName } from "../../../../../src/service/areas/sites/urls/site-hosts.ts";

const site = (id: string) => ({ id, basename: "docs", organization_hostname: null });
const ids = [
  "a",
  "A",
  "aB3",
  "0123456789",
  "ABCDEFGHIJKLMNOPQRST",
  "abcdefghijKLMNOPQRSTuvwxyzABCDEFGHIJKLMNOPQRSTUV",
];

describe("the host of a site without a hostname of its organization", () => {
  test.each(ids)("leads back to the id %s, whatever the case of its letters", (id) => {
    const host = findHost(site(id));
    for (const form of [host, host?.toUpperCase()])
      expect(parseSiteName(form ?? "")).toEqual({ id });
  });

  // A host names one site, and a site has one host.
  test.each(ids)("is the only one for %s", (id) => {
    const [label = "", ...rest] = (findHost(site(id)) ?? "").split(".");
    const [lower, mask = ""] = label.split("-");
    const beyond = (BigInt(`0x${mask}`) | (1n << BigInt(id.length))).toString(16);
    const others = [`0${mask}`, beyond, `${mask}0`].filter((other) => other !== mask);
    for (const other of others) {
      const found = parseSiteName([`${lower}-${other}`, ...rest].join("."));
      expect(found, other).not.toEqual({ id });
    }
  });

  test.each(["", "a/b", "ü", "a".repeat(49)])("does not exist for the id %j", (id) => {
    expect(findHost(site(id))).toBeUndefined();
  });
});

test.each([
  ["docs.acme.site.localhost", { basename: "docs", organization: "acme" }],
  ["DOCS.Acme.Site.Localhost", { basename: "docs", organization: "acme" }],
  ["a.docs.acme.site.localhost", undefined],
  ["site.localhost", undefined],
  ["abc.site.localhost", undefined],
  ["abc-g.site.localhost", undefined],
  ["abc-1.site.localhost.example", undefined],
  ["xsite.localhost", undefined],
])("%s names %j", (host, expected) => {
  expect(parseSiteName(host)).toEqual(expected);
});

test("a name that is no label of a host is replaced by the id", () => {
  for (const name of ["-docs", "docs-", "do_cs", "xn--a", "a.b", ""]) {
    const named = { id: "aB", basename: name, organization_hostname: "acme" };
    expect(findHost(named)).toBe("ab-2.site.localhost");
    expect(findHost({ ...named, basename: "docs", organization_hostname: name })).toBe(
      "ab-2.site.localhost",
    );
  }
});
