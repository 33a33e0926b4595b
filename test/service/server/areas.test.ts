import { expect, test } from "vitest";
import { listRoutePrefixes } from "../../../src/contract/endpoint.ts";
import { routeModules } from "../../../src/service/server/areas.ts";

test("every route module declares its endpoints, and no route prefix has a parameter", async () => {
  for (const { routePrefixes, contract } of routeModules) {
    const endpoints = await contract();
    expect(routePrefixes).toEqual(listRoutePrefixes(Object.values(endpoints)));
    expect(routePrefixes.filter((prefix) => prefix.includes("{"))).toEqual([]);
  }
});
