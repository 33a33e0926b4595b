import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

test("a redirect to a missing page names paths of the site, and the command that lists them", async () => {
  const tome = openTome({ withSample: true });
  const site = '--site "Lumen documentation" --local';
  const refused = await tome(`site redirect create /old --to /no-such-page ${site}`);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("The site has no page at /no-such-page.");
  const [, path = ""] = /aths(?: there)?: (\/[^\s,]+)/.exec(refused.stderr) ?? [];
  expect(refused.stderr).toContain("tome page list --space 'Getting started'");
  expect((await tome(`site redirect create /old --to ${path} ${site}`)).code).toBe(0);
});

slowTest("the condition of a page leads to those of sections on the local platform", async () => {
  const tome = openTome();
  await tome("space create --title Handbook --local");
  await tome("cr create --space Handbook --subject Plans --local");
  const refused = await tome(
    "cr edit 1 --space Handbook --new --title Prices --condition visitor.claims.beta --local",
  );
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("does not support conditions for single pages");
  expect(refused.stderr).toContain("tome site section update --help");
});
