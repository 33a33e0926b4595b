import { expect, test } from "vitest";
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
