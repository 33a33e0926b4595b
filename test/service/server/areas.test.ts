import { expect, test } from "vitest";
import { placesOf } from "../../../src/contract/endpoint.ts";
import { routeModules } from "../../../src/service/server/areas.ts";

test("Every route module says where its endpoints are, and no place is a name", async () => {
  for (const { places, contract } of routeModules) {
    const endpoints = await contract();
    expect(places).toEqual(placesOf(Object.values(endpoints)));
    expect(places.filter((place) => place.includes("{"))).toEqual([]);
  }
});
