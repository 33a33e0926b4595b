import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

test("a value of another flag is refused with that flag", async () => {
  const tome = openTome();
  const { code, stderr } = await tome(
    "site customization update Docs --theme dark --dry-run --local",
  );
  expect(code).toBe(2);
  expect(stderr).toContain("use --mode dark");
});

test("a missing --yes is named with the whole command", async () => {
  const tome = openTome({ withSample: true });
  const { code, stderr } = await tome(["space", "delete", "User guide", "--local"]);
  expect(code).toBe(2);
  expect(stderr).toContain("hint: tome space delete 'User guide' --local --yes");
});

slowTest("an error of the local platform suggests its command", async () => {
  const tome = openTome();
  const site = await tome("site create --title Docs --format id --local");
  const unpublished = await tome(`site published ${site.stdout.trim()} --local`);
  expect(unpublished.code).toBe(5);
  expect(unpublished.stderr).toContain(`hint: tome site publish ${site.stdout.trim()}`);
  const space = await tome("space create --title Guide --format id --local");
  const id = space.stdout.trim();
  await tome(`space delete ${id} --local --yes`);
  const deleted = await tome(`space update ${id} --title Manual --local`);
  expect(deleted.code).toBe(5);
  expect(deleted.stderr).toContain(`hint: tome space restore ${id}`);
});

test("the equivalent command is suggested for a familiar word", async () => {
  const tome = openTome();
  expect((await tome("saml test Okta --local")).stderr).toContain("tome saml users");
});
