import { expect, test } from "vitest";
import { resolveSettings } from "../../src/settings/resolve.ts";
import { listSettings } from "../../src/settings/settings-rows.ts";
import { settingNames } from "../../src/settings/table.ts";
import { freshFolder } from "./fresh-folder.ts";

test("the list contains every setting once, with its value and source", () => {
  const { path, warn } = freshFolder();
  const env = { HOME: path, TOME_CONFIG_DIR: path, TOME_ORG: "o1" };
  const rows = listSettings(resolveSettings({ flags: {}, env, cwd: "/", warn }));
  expect(rows.map((row) => row.name)).toEqual(["profile", "platform", ...settingNames]);
  expect(rows.find((row) => row.name === "org")).toMatchObject({
    value: "o1",
    from: "environment TOME_ORG",
  });
  expect(rows.find((row) => row.name === "space")).toMatchObject({
    value: undefined,
    from: undefined,
  });
});
