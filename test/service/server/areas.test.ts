import { expect, test } from "vitest";
import { listRoutePrefixes } from "../../../src/contract/endpoint.ts";
import { routeModules } from "../../../src/service/server/areas.ts";

test("Every route module says where its endpoints are, and no route prefix has a name", async () => {
  for (const { routePrefixes, contract } of routeModules) {
    const endpoints = await contract();
    expect(routePrefixes).toEqual(listRoutePrefixes(Object.values(endpoints)));
    expect(routePrefixes.filter((prefix) => prefix.includes("{"))).toEqual([]);
  }
});
