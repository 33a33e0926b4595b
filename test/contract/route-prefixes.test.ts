import { expect, test } from "vitest";
import {
  type Endpoint,
  getPathPrefix,
  listRoutePrefixes,
  resolvePath,
} from "../../src/contract/endpoint.ts";
import { routePrefixes } from "../../src/contract/route-prefixes.ts";

test("a request has a route prefix of its operation's module, for any ids in its path", async () => {
  for (const [name, listed] of Object.entries(routePrefixes)) {
    const contract: Record<string, Endpoint> = await import(`../../src/contract/${name}.ts`);
    const endpoints = Object.values(contract);
    expect(endpoints.length, `src/contract/${name}.ts`).toBeGreaterThan(0);
    for (const endpoint of endpoints) {
      const path = resolvePath(endpoint).replace(/\{\w+\}/g, "some-id");
      const stale = `src/contract/route-prefixes.ts is stale for ${endpoint.route}; run npm run generate`;
      expect(listed, stale).toContain(getPathPrefix(path.slice(1).split("/")));
    }
    expect(listed, "src/contract/route-prefixes.ts is stale; run npm run generate").toEqual(
      listRoutePrefixes(endpoints),
    );
  }
});
