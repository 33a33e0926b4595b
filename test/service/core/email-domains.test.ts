import { describe, expect, test } from "vitest";
import * as organization from "../../../src/contract/organization.ts";
import * as domain from "../../../src/contract/organization-domain.ts";
import * as site from "../../../src/contract/site.ts";
import { getEmailDomain, normalizeDomain } from "../../../src/service/core/email-domains.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

/** Labels that DNS does not allow in a hostname. */
const invalidLabels = ["", "-a", "a-", "a_b", "a b", "a*", "a".repeat(64), "a\u0000", "a/b", "a:1"];
const validLabels = ["a", "a-b", "1a", "xn--bcher-kva", "a".repeat(63)];

describe("a domain name", () => {
  test("has labels of letters, digits and inner hyphens, at any position", () => {
    for (const label of validLabels) {
      expect(normalizeDomain(`${label}.example.com`)).toBe(`${label}.example.com`);
      expect(normalizeDomain(`docs.${label}.com`)).toBe(`docs.${label}.com`);
    }
    for (const label of invalidLabels) {
      for (const name of [`${label}.example.com`, `docs.${label}.com`, `docs.example.${label}`]) {
        expect([name, normalizeDomain(name)]).toEqual([name, undefined]);
        expect([name, getEmailDomain(`a@${name}`)]).toEqual([name, undefined]);
      }
    }
  });

  test("has at least two labels, at most 253 characters, and does not end in a number", () => {
    const longest = `${"a".repeat(61)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}`;
    expect(longest).toHaveLength(253);
    expect(normalizeDomain(longest)).toBe(longest);
    expect(normalizeDomain(`a${longest}`)).toBeUndefined();
    for (const name of ["example", "127.0.0.1", "example.1", "[::1]", "example.com."]) {
      expect([name, normalizeDomain(name)]).toEqual([name, undefined]);
    }
    expect(normalizeDomain("Bücher.Example")).toBe("xn--bcher-kva.example");
  });

  slowTest(
    "is validated where an organization claims it, allows it, or gives it to a site",
    async () => {
      const workspace = await openWorkspace();
      const organizationId = await workspace.organization();
      const admin = await workspace.member(organizationId, "admin");
      await workspace.vouch(organizationId, "example.com");
      const { id: siteId } = await workspace.ok(admin, site.create, {
        organizationId,
        title: "Docs",
      });
      for (const label of invalidLabels) {
        const name = `${label}.example.com`;
        const refusals = [
          await workspace.refused(admin, domain.add, { organizationId, domain: name }),
          await workspace.refused(admin, organization.update, {
            organizationId,
            emailDomains: [name],
          }),
          await workspace.refused(admin, site.update, { organizationId, siteId, hostname: name }),
        ];
        expect([name, refusals.map(({ status }) => status)]).toEqual([name, [400, 400, 400]]);
      }
      for (const label of validLabels) {
        const hostname = `${label}.example.com`;
        await workspace.ok(admin, site.update, { organizationId, siteId, hostname });
      }
    },
  );
});
