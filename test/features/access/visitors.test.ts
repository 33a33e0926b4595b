import { expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";

test("access list reports the visitors of published docs sites on a terminal", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  await ok("site create --title Docs --space Guide");
  const told = async (line: string) =>
    (await tome(`access list ${line} --local --no-color`, { screen: true })).stderr;
  expect(await told("--space Guide")).not.toContain("can read");
  await ok("site publish Docs");
  const published = 'the docs site "Docs" is published.';
  expect(await told("--space Guide")).toContain(
    `All visitors can read the space, because ${published}`,
  );
  expect(await told("--site Docs")).toContain(
    `All visitors can read the content of the site, because ${published}`,
  );
  expect(await told("--space Guide --role admin")).not.toContain("can read");
  await ok("site update Docs --visibility share-link");
  expect(await told("--space Guide")).toContain(
    `All visitors with a share link can read the space, `,
  );
  const piped = await tome("access list --space Guide --local");
  expect(piped.stderr).not.toContain("can read");
});
