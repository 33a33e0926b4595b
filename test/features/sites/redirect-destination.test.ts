import { describe, expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";

async function openSite() {
  const { run, ok } = openLocalTome({ withSample: true });
  const [site] = JSON.parse(await ok("site list --json id,title"));
  const create = (source: string, destination: string) =>
    run(`site redirect create ${source} --to ${destination} --site ${site.id}`);
  const destinations = async () =>
    JSON.parse(await ok(`site redirect list --site ${site.id} --json source,destination`));
  return { create, destinations };
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

  test("keeps the query and the fragment of a URL", async () => {
    const { create, destinations } = await openSite();
    const url = "https://example.com/new?a=1#install";
    expect((await create("/old", url)).code).toBe(0);
    expect(await destinations()).toContainEqual({
      source: "/old",
      destination: { kind: "external", url },
    });
  });
});
