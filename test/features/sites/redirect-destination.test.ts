import { describe, expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";

async function openSite() {
  const { run, ok } = openLocalTome({ withSample: true });
  const [site] = JSON.parse(await ok("site list --json id,title"));
  const create = (source: string, destination: string) =>
    run(`site redirect create ${source} --to ${destination} --site ${site.id}`);
  const destinations = async () =>
    JSON.parse(await ok(`site redirect list --site ${site.id} --json source,destination`));
  const { urls } = JSON.parse(await ok(`site get ${site.id} --json urls`));
  return { create, destinations, url: String(urls.published) };
}

describe("the destination of a redirect", () => {
  test.each(["/?a=1", "/#install", "/guides?a=1#b", "/guides/#"])(
    "%s on the site is refused, because the redirect would lose a part of it",
    async (destination) => {
      const { create, destinations } = await openSite();
      const before = await destinations();
      const { code, stderr } = await create("/old", destination);
      expect([code, stderr]).toEqual([2, expect.stringContaining("has a query or fragment")]);
      expect(stderr).toContain("Specify the full URL of the page to keep it");
      expect(await destinations()).toEqual(before);
    },
  );

  slowTest("keeps the query and the fragment of a URL", async () => {
    const { create, destinations } = await openSite();
    const url = "https://example.com/new?a=1#install";
    expect((await create("/old", url)).code).toBe(0);
    expect(await destinations()).toContainEqual({
      source: "/old",
      destination: { kind: "external", url },
    });
  });

  slowTests.each([
    ["", "site"],
    ["?a=1", "external"],
    ["#install", "external"],
    ["?a=1#install", "external"],
    ["#", "site"],
  ])("with the URL of the site itself and %j is of the kind %s", async (rest, kind) => {
    const { create, destinations, url } = await openSite();
    const { code, stderr } = await create("/old", url + rest);
    expect(code, stderr).toBe(0);
    const { destination } = (await destinations()).find(
      ({ source }: { readonly source: string }) => source === "/old",
    );
    expect(destination.kind === "external" ? "external" : "site").toBe(kind);
    if (kind === "external") expect(destination.url).toBe(url + rest);
  });
});
