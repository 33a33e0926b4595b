import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

test("removing or demoting yourself is confirmed with your name", async () => {
  const tome = openTome();
  const me = JSON.parse((await tome("whoami --local --json")).stdout);
  const removed = await tome(`member remove ${me.id} --local`, { answers: ["n"] });
  expect(removed.code).toBe(3);
  expect(removed.stderr).toContain(
    "This is your own account: you lose access to the organization.",
  );
  expect(removed.stderr).toContain(`Remove ${me.displayName} <${me.email}> (${me.id}) from`);
  const demoted = await tome(`member update ${me.id} --role read --local`, { answers: ["n"] });
  expect(demoted.code).toBe(3);
  expect(demoted.stderr).toContain(
    "This is your own account: you may lose permissions of your current role.",
  );
  expect((await tome("whoami --local")).code).toBe(0);
});

slowTest("the role of another user is changed without a confirmation", async () => {
  const tome = openTome({ withSample: true });
  const me = JSON.parse((await tome("whoami --local --json")).stdout);
  const members = JSON.parse((await tome("member list --local --json")).stdout);
  const other = members.find((one: { id: string }) => one.id !== me.id);
  const asked = await tome(`member remove ${other.id} --local`, { answers: ["n"] });
  expect(asked.stderr).toContain(`Remove ${other.user.displayName} <${other.user.email}>`);
  expect(asked.stderr).not.toContain("your own account");
  const changed = await tome(`member update ${other.id} --role comment --local`, { answers: [] });
  expect([changed.code, changed.stderr]).toEqual([0, changed.stderr]);
  const teams = JSON.parse((await tome("team list --local --json")).stdout);
  for (const { id, title } of teams) {
    const [first] = JSON.parse((await tome(`team members ${id} --local --json`)).stdout);
    if (first === undefined) continue;
    const { user } = first.organization;
    const drop = await tome(`team drop ${id} ${first.organization.id} --local`, { answers: ["n"] });
    expect(drop.stderr).toContain(`Remove ${user.displayName} <${user.email}>`);
    expect(drop.stderr).toContain(`from the team "${title}" (${id})?`);
  }
});

slowTest("the confirmation names parts of a site by title and id", async () => {
  const tome = openTome({ withSample: true });
  const sites = JSON.parse((await tome("site list --local --json")).stdout);
  let asked = 0;
  for (const site of sites) {
    const spaces = JSON.parse(
      (await tome(`site space list --site ${site.id} --local --json`)).stdout,
    );
    for (const one of spaces.slice(0, 1)) {
      const ran = await tome(`site space remove ${one.id} --site ${site.id} --local`, {
        answers: ["n"],
      });
      expect(ran.stderr).toContain(
        `Remove "${one.title}" (${one.id}) from the site "${site.title}"`,
      );
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(0);
});
