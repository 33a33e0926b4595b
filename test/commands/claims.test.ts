import { describe, expect, test } from "vitest";
import { openLocalTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

describe("org domain", () => {
  test("verifies the domains of the local owner, and shows the DNS record of each", async () => {
    const { run, ok } = openLocalTome();
    const added = await run("org domain add Example.org");
    expect([added.code, added.stderr]).toEqual([
      0,
      expect.stringContaining("Claimed example.org. It is verified without a DNS record"),
    ]);
    const [shown] = JSON.parse(await ok("org domain list --json domain,status,record"));
    expect(shown).toMatchObject({
      domain: "example.org",
      status: "verified",
      record: { type: "TXT", name: "_tome-verification.example.org" },
    });
    expect((await run("org domain check example.org")).stderr).toContain(
      "tome org domain get example.org",
    );
    expect((await run("org domain remove example.org --yes")).code).toBe(0);
    expect(await ok("org domain list --format id")).toBe("");
  });

  slowTest("names the record to set until the operator has verified the domain", async () => {
    const { tome, ok } = openLocalTome();
    const [one, other] = [
      await ok("org create --title One --format id"),
      await ok("org create --title Other --format id"),
    ];
    await ok(`org invite users boss@example.net --role admin --org ${other}`);
    const env = { TOME_TOKEN: await ok("local token create --user boss@example.net") };
    const added = await tome(`org domain add acme.example --org ${other} --local`, { env });
    expect([added.code, added.stderr]).toEqual([
      0,
      expect.stringContaining("set the TXT record _tome-verification.acme.example to tome-verif"),
    ]);
    const verify = (organization: string) =>
      tome(`local domain verify acme.example --in ${organization}`);
    expect((await verify(one)).stderr).toContain('Verified acme.example for "One".');
    const refused = await verify(other);
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringContaining("acme.example or a domain above it belongs to another organization"),
    ]);
    expect((await tome(`local domain revoke acme.example --in ${one}`)).code).toBe(0);
    expect((await verify(other)).stderr).toContain('Verified acme.example for "Other".');
    const { stdout } = await tome("local domain list --json organization.title,status");
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        { organization: { title: "One" }, status: "pending" },
        { organization: { title: "Other" }, status: "verified" },
      ]),
    );
  });
});

describe("local domain", () => {
  slowTest(
    "records in the audit log of the organization where it changes a verification",
    async () => {
      const { tome, ok } = openLocalTome();
      const one = await ok("org create --title One --format id");
      const decide = async (verb: string) => {
        const { code } = await tome(`local domain ${verb} acme.example --in ${one}`);
        return code;
      };
      const listEvents = async () => {
        const flags = `--org ${one} --action changeDomainVerification`;
        const ids = (await ok(`org audit list ${flags} --format id`)).split("\n").filter(Boolean);
        const events = ids.map(async (id) => {
          const event = JSON.parse(await ok(`org audit get ${id} --org ${one} --json`));
          return [event.actor.type, event.target.id, event.payload.verified, event.payload.by];
        });
        return (await Promise.all(events)).toReversed();
      };
      expect(await listEvents()).toEqual([]);
      const verified = ["system", "acme.example", true, "operator"];
      const ended = ["system", "acme.example", false, "operator"];
      // The second decision of each changes nothing.
      expect([await decide("verify"), await decide("verify")]).toEqual([0, 0]);
      expect(await listEvents()).toEqual([verified]);
      expect([await decide("revoke"), await decide("revoke")]).toEqual([0, 0]);
      expect(await listEvents()).toEqual([verified, ended]);
    },
  );
});

describe("user invitation", () => {
  slowTest("waits for the invited user, who lists, accepts and declines it", async () => {
    const { tome, run, ok } = openLocalTome({ withSample: true });
    const other = await ok("org create --title Other --format id");
    const invited = await run(`org invite users priya@example.com new@example.net --org ${other}`);
    expect([invited.code, invited.stderr]).toEqual([
      0,
      expect.stringMatching(/Added members: 1\..*must accept.*priya@example\.com/),
    ]);
    const pending = await ok(`org invite pending --org ${other} --jq .[].user.email`);
    expect(pending).toBe("priya@example.com");
    const env = { TOME_TOKEN: await ok("local token create --user priya@example.com") };
    const asPriya = (line: string) => tome(`${line} --local`, { env });
    const { stdout } = await asPriya("user invitation list --jq .[].organization.id");
    expect(stdout.trim()).toBe(other);
    const declined = await asPriya(`user invitation decline ${other} --yes`);
    expect(declined.stderr).toContain("Declined the invitation");
    await ok(`org invite users priya@example.com --role edit --org ${other}`);
    const accepted = await asPriya(`user invitation accept ${other}`);
    expect([accepted.code, accepted.stderr]).toEqual([
      0,
      expect.stringContaining('Joined the organization "Other"'),
    ]);
    expect(await ok(`member list --org ${other} --search priya --jq .[].role`)).toBe("edit");
  });
});
