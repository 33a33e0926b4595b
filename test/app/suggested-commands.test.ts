import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";

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

test("the equivalent command is suggested for a familiar word", async () => {
  const tome = openTome();
  expect((await tome("saml test Okta --local")).stderr).toContain("tome saml users");
});
