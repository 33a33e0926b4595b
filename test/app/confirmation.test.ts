import { expect, test } from "vitest";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

async function newSpace(tome: Tome): Promise<string> {
  const { stdout } = await tome("space create --title Guide --local --format id");
  return stdout.trim();
}

test("a deletion without a terminal and without --yes is refused and changes nothing", async () => {
  const tome = openTome();
  const id = await newSpace(tome);
  const { code, stderr } = await tome(`space delete ${id} --local`);
  expect(code).toBe(2);
  expect(stderr).toContain("requires --yes");
  expect((await tome(`space get ${id} --local`)).code).toBe(0);
});

slowTest(
  "the prompt names the resource, and every response except yes cancels with 3",
  async () => {
    const tome = openTome();
    const id = await newSpace(tome);
    const no = await tome(`space delete ${id} --local`, { answers: ["n"] });
    expect(no.code).toBe(3);
    expect(no.stderr).toContain(`Delete the space "Guide" (${id})?`);
    expect((await tome(`space get ${id} --local`)).code).toBe(0);
    const yes = await tome(`space delete ${id} --local --no-color`, { answers: ["y"] });
    expect(yes.code).toBe(0);
    expect(yes.stderr).toContain(`Deleted the space "Guide" (${id}).`);
  },
);

test("deleting a missing resource succeeds and says so", async () => {
  const tome = openTome();
  const { code, stdout, stderr } = await tome(
    "space delete NowhereNowhereNowher --yes --local --json",
  );
  expect(code).toBe(0);
  expect(stderr).toContain("Space NowhereNowhereNowher not found.");
  expect(JSON.parse(stdout)).toEqual({ id: "NowhereNowhereNowher", deleted: false });
});

test("a dry run of a deletion does not ask, prints the request without a token and sends nothing", async () => {
  const tome = openTome();
  const id = await newSpace(tome);
  const { code, stdout } = await tome(`space delete ${id} --dry-run --local`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    method: "DELETE",
    url: `http://tome.localhost/v1/spaces/${id}`,
  });
  expect((await tome(`space get ${id} --local`)).code).toBe(0);
});
