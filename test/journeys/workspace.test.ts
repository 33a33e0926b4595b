import { expect, test } from "vitest";
import { amount, slowTest } from "../support/generators/amount.ts";
import { openProgram, type Platform } from "./program.ts";

const all: readonly Platform[] = ["served", "in process"];
const platforms = all.slice(0, amount({ short: 1, full: 2 }));
const minute = 60_000;

for (const platform of platforms) {
  slowTest(
    `a workspace is created, changed, emptied and restored, ${platform}`,
    async () => {
      const { ok, run } = await openProgram(platform);
      const outer = await ok("collection create --title Handbooks --format id");
      const inner = await ok(`collection create --title Drafts --parent ${outer} --format id`);
      const alpha = await ok(`space create --title Alpha --parent ${inner} --format id`);
      const beta = await ok(`space create --title Beta --parent ${inner} --format id`);
      const titles = async () =>
        JSON.parse(await ok(`collection spaces ${inner} --json title`)).map(
          (space: { title: string }) => space.title,
        );
      expect(await titles()).toEqual(["Alpha", "Beta"]);

      await ok(`space move ${beta} --before ${alpha}`);
      expect(await titles()).toEqual(["Beta", "Alpha"]);

      await ok(`space update ${alpha} --title "Alpha two" --edit-mode locked`);
      expect(JSON.parse(await ok(`space get ${alpha} --json title,editMode`))).toEqual({
        title: "Alpha two",
        editMode: "locked",
      });

      await ok(`space delete ${alpha} --yes`);
      expect(await titles()).toEqual(["Beta"]);
      await ok(`space restore ${alpha}`);
      expect(await titles()).toEqual(["Beta", "Alpha two"]);

      await ok(`space delete ${alpha} --yes`);
      await ok("local clock --advance 8d");
      const late = await run(`space restore ${alpha}`);
      expect(late.code).toBe(5);
      expect(late.stderr).toContain("status 404");

      const other = await ok("org create --title Other --format id");
      await ok(`collection transfer ${outer} --to ${other} --yes`);
      expect(await ok(`collection list --org ${other} --format id`)).toBe(`${outer}\n${inner}`);
      expect(await ok(`space list --org ${other} --format id`)).toBe(beta);
      expect(await ok("space list --format id")).toBe("");
    },
    minute,
  );

  slowTest(
    `a reader's token can read but not write, with a clear error, ${platform}`,
    async () => {
      const { ok, run } = await openProgram(platform);
      const space = await ok("space create --title Guide --format id");
      const token = { TOME_TOKEN: await ok("local token create --role read") };
      expect(await ok(`space get ${space} --json title`, token)).toContain("Guide");
      const refused = await run(`space update ${space} --title Mine`, token);
      expect(refused.code).toBe(4);
      expect(refused.stderr).toContain("requires the role admin in the space; your role is read");
      expect(refused.stderr).toContain("status 403");
      expect(refused.stderr).not.toContain(token.TOME_TOKEN);
    },
    minute,
  );
}

test(
  "a server and a command write the same data",
  async () => {
    const served = await openProgram("served");
    const id = await served.ok("space create --title Shared --format id");
    expect(await served.ok("space list --format id")).toBe(id);
  },
  minute,
);
