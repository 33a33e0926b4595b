import { expect, test } from "vitest";
import { type Endpoint, pathOf, placeOfPath, placesOf } from "../../src/contract/endpoint.ts";
import { places } from "../../src/contract/places.ts";

test("A request is at a place of its operation's module, whatever the ids in its path", async () => {
  for (const [name, listed] of Object.entries(places)) {
    const contract: Record<string, Endpoint> = await import(`../../src/contract/${name}.ts`);
    const endpoints = Object.values(contract);
    expect(endpoints.length, `src/contract/${name}.ts`).toBeGreaterThan(0);
    for (const endpoint of endpoints) {
      const path = pathOf(endpoint).replace(/\{\w+\}/g, "some-id");
      const stale = `src/contract/places.ts is stale for ${endpoint.route}; run npm run generate`;
      expect(listed, stale).toContain(placeOfPath(path.slice(1).split("/")));
    }
    expect(listed, "src/contract/places.ts is stale; run npm run generate").toEqual(
      placesOf(endpoints),
    );
  }
});
