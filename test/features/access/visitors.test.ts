import { expect, test } from "vitest";
import { openLocalTome } from "../../support/tome.ts";

test("who has access to a space or a docs site tells people of its visitors, who have no role", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  await ok("site create --title Docs --space Guide");
  const told = async (line: string) =>
    (await tome(`access list ${line} --local --no-color`, { screen: true })).stderr;
  expect(await told("--space Guide")).not.toContain("can read");
  await ok("site publish Docs");
  const published = 'the docs site "Docs" is published.';
  expect(await told("--space Guide")).toContain(`Anybody can read it: ${published}`);
  expect(await told("--site Docs")).toContain(`Anybody can read what is on it: ${published}`);
  expect(await told("--space Guide --role admin")).not.toContain("can read");
  await ok("site update Docs --visibility share-link");
  expect(await told("--space Guide")).toContain(`Anybody with a share link can read it: `);
  const piped = await tome("access list --space Guide --local");
  expect(piped.stderr).not.toContain("can read");
});
