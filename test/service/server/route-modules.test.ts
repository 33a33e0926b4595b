import { expect, test } from "vitest";
import { placesOf, rooms } from "../../../src/service/server/route-modules.ts";

test("Every room says where its endpoints are, and no place is a name", async () => {
  for (const { places, contract } of rooms) {
    const endpoints = await contract();
    expect(places).toEqual(placesOf(endpoints));
    expect(places.filter((place) => place.includes("{"))).toEqual([]);
  }
});
