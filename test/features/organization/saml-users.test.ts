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

test("a domain includes its subdomains and no other domain that ends like it", async () => {
  const tome = openTome();
  const run = async (line: string) => {
    const { code, stdout, stderr } = await tome(`${line} --local`);
    expect([line, code, stderr]).toEqual([line, 0, stderr]);
    return stdout;
  };
  await run("org domain add example.com");
  const verified = ["a@example.com", "b@docs.example.com", "c@a.b.example.com"];
  const others = ["d@notexample.com", "e@example.com.test"];
  const invited = [...verified, ...others];
  await run(`org invite users ${invited.join(" ")} --role read`);
  const rows: readonly Row[] = JSON.parse(await run("saml users --json"));
  const reasons = new Map(rows.map(({ email, reason }) => [email, reason]));
  const incomplete = "the SAML provider is not complete, or there is none";
  for (const email of invited) {
    const domain = email.replace(/.*@/, "");
    const reason = verified.includes(email) ? incomplete : `the domain ${domain} is not verified`;
    expect([email, reasons.get(email)]).toEqual([email, reason]);
  }
});

interface Row {
  readonly email: string;
  readonly reason: string;
}
