import { expect, test } from "vitest";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { answering } from "../../../support/network/answering.ts";

const limits = { largest: 1000, patience: 30_000 };

test("private IP addresses are refused unless all, or the listed ones, are allowed", async () => {
  const there = await answering((_request, response) => response.end("here"));
  const fetched = async (allow?: boolean | readonly string[]) => {
    const { body } = await openOutside(allow).fetch({ url: there.url, ...limits });
    return Buffer.from(body).toString();
  };
  for (const closed of [undefined, false, [], ["127.0.0.2"]]) {
    await expect(fetched(closed)).rejects.toMatchObject({ reason: "refused" });
  }
  expect(there.asked).toEqual([]);
  expect(await fetched(true)).toBe("here");
  expect(await fetched(["127.0.0.2", "127.0.0.1"])).toBe("here");
});

test("a destination can be checked without a connection", () => {
  expect(openOutside().mayReach("10.0.0.1")).toBe(false);
  expect(openOutside().mayReach("8.8.8.8")).toBe(true);
  expect(openOutside(["10.0.0.1"]).mayReach("10.0.0.1")).toBe(true);
  expect(openOutside(["10.0.0.1"]).mayReach("10.0.0.2")).toBe(false);
  expect(openOutside(true).mayReach("10.0.0.2")).toBe(true);
});
