import { describe, expect, test } from "vitest";
import { listUsers } from "../../../src/features/organization/saml-users.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";

test("members who can sign in with SAML are listed, and the reason why others cannot", async () => {
  const tome = openTome({ withSample: true });
  const list = async () => JSON.parse((await tome("saml users --local --json")).stdout);
  const [owner] = await list();
  expect(owner).toMatchObject({ email: "owner@example.com" });
  const domains = JSON.parse((await tome("org domain list --local --json")).stdout);
  expect(domains).toContainEqual(
    expect.objectContaining({ domain: "example.com", status: "verified" }),
  );
  await tome("org domain remove example.com --yes --local");
  const rows = await list();
  expect(rows.every((row: { canSignIn: boolean }) => !row.canSignIn)).toBe(true);
  expect(rows[0].reason).toBe("the domain example.com is not verified");
  const piped = await tome("saml users --local");
  expect(piped.stderr).toContain("0 members of");
  expect(piped.stderr).toContain("tome org domain add example.com --local");
});

describe("a member", () => {
  const verified = { domain: "Example.com", status: "verified" };
  const active = { id: "P1", status: "active" };
  const member = (email: string | null, more: JsonObject = {}) => ({
    id: "U1",
    user: { displayName: "Ada", email },
    role: "read",
    ...more,
  });

  async function list(
    one: JsonObject,
    {
      domains = [verified],
      providers = [active],
      samlProviderId,
    }: {
      readonly domains?: readonly JsonObject[];
      readonly providers?: readonly JsonObject[];
      readonly samlProviderId?: string;
    } = {},
  ) {
    const { context } = openScriptedContext({
      answer: ({ line }) => {
        if (line.startsWith("GET /orgs/O1/members")) return { items: [one] };
        return { items: line.startsWith("GET /orgs/O1/domains") ? domains : providers };
      },
    });
    const input = { organizationId: "O1", ...(samlProviderId !== undefined && { samlProviderId }) };
    const result = await listUsers(context, input);
    if (result === undefined || !("list" in result)) throw new Error("The list has no rows.");
    const rows: JsonObject[] = [];
    for await (const page of result.list) rows.push(...page);
    return { reason: rows[0]?.reason, canSignIn: rows[0]?.canSignIn, next: result.next };
  }

  const unverified = (domain: string) => `the domain ${domain} is not verified`;

  test.each<readonly [string, string | null]>([
    ["ada@example.com", null],
    ["ada@EXAMPLE.com", null],
    ["ada@docs.example.com", null],
    ["ada@notexample.com", unverified("notexample.com")],
    ["ada@example.com.org", unverified("example.com.org")],
    ["ada@other.org", unverified("other.org")],
  ])("with the email %s can sign in, or not because %j", async (email, reason) => {
    expect(await list(member(email))).toMatchObject({ reason, canSignIn: reason === null });
  });

  test.each<readonly [string, JsonObject, Parameters<typeof list>[1], string]>([
    ["without an email", member(null), {}, "no email address"],
    ["who is disabled", member("a@example.com", { disabled: true }), {}, "the member is disabled"],
    [
      "of a domain that is not verified yet",
      member("a@example.com"),
      { domains: [{ ...verified, status: "pending" }] },
      unverified("example.com"),
    ],
    [
      "without a complete provider",
      member("a@example.com"),
      { providers: [{ ...active, status: "pending" }] },
      "the SAML provider is not complete, or there is none",
    ],
    [
      "of another provider",
      member("a@example.com"),
      { providers: [active, { id: "P2", status: "pending" }], samlProviderId: "P2" },
      "the SAML provider is not complete, or there is none",
    ],
  ])("%s cannot sign in", async (_, one, state, reason) => {
    expect(await list(one, state)).toMatchObject({ reason, canSignIn: false });
  });

  test("of a domain that is not verified is a reason to add the domain", async () => {
    const next = "To verify the domain of more members: tome org domain add other.org";
    expect((await list(member("ada@other.org"))).next).toBe(next);
    expect((await list(member("ada@example.com"))).next).toBeUndefined();
  });
});
