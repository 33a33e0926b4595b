import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";

test("a second resource with the same title is created only after a confirmation", async () => {
  const tome = openTome();
  for (const noun of ["team", "space", "collection", "site"]) {
    await tome(`${noun} create --title Writers --local`);
    const declined = await tome(`${noun} create --title Writers --local`, { answers: ["n"] });
    expect([declined.code, declined.stderr]).toEqual([
      3,
      expect.stringContaining(`Another ${noun} has the title "Writers".`),
    ]);
    const count = async () => JSON.parse((await tome(`${noun} list --local --json`)).stdout).length;
    expect(await count()).toBe(1);
    // Scripts use ids.
    await tome(`${noun} create --title Writers --local`);
    expect(await count()).toBe(2);
    await tome(`${noun} create --title Writers --yes --local`, { answers: [] });
    expect(await count()).toBe(3);
  }
});

test("an ambiguous name is chosen from a list on a terminal", async () => {
  const tome = openTome();
  for (let count = 0; count < 2; count++) await tome("team create --title Writers --local");
  const picked = await tome("team get Writers --local --json id,title", {
    answers: ["1"],
    env: { TOME_ACCESSIBLE: "1" },
  });
  expect([picked.code, picked.stderr]).toEqual([0, expect.stringContaining("Which team?")]);
  const refused = await tome("team get Writers --local");
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("0 members")]);
});
