import { expect, test } from "vitest";
import {
  checkValue,
  findSettingName,
  quoteValue,
  type Setting,
  settingNames,
  settingTable,
} from "../../src/settings/table.ts";

const bad: [(typeof settingNames)[number], unknown, string][] = [
  ["org", "a\nb", '"a\\nb"'],
  ["space", "", '""'],
  ["site", 5, "5"],
  ["base-url", "ftp://x", '"ftp://x"'],
  ["format", "xml", '"xml"'],
  ["timeout", "0", '"0"'],
  ["timeout", 3601, "3601"],
  ["timeout", "1.5", '"1.5"'],
  ["timeout", "1e3", '"1e3"'],
  ["timeout", "", '""'],
  ["retries", "-1", '"-1"'],
  ["retries", "11", '"11"'],
  ["retries", null, "null"],
  ["ca-file", "", '""'],
];

test.each(bad)("%s refuses %j and names the rule and the value", (name, given, shown) => {
  const setting: Setting<string | number> = settingTable[name];
  const check = () => checkValue(setting, given, { where: `The setting ${name}`, folder: "/" });
  expect(check).toThrow(`The setting ${name} must be ${setting.rule}, not ${shown}.`);
});

test("numbers are parsed from text, up to their limits", () => {
  const folder = "/";
  const where = "The flag";
  expect(
    ["1", 3600].map((one) => checkValue(settingTable.timeout, one, { where, folder })),
  ).toEqual([1, 3600]);
  expect(
    ["0", "10"].map((one) => checkValue(settingTable.retries, one, { where, folder })),
  ).toEqual([0, 10]);
});

test.each([
  ["x".repeat(78), `"${"x".repeat(78)}"`],
  ["x".repeat(79), `"${"x".repeat(76)}...`],
  ["x".repeat(5000), `"${"x".repeat(76)}...`],
  [undefined, "undefined"],
  [["a", 1], '["a",1]'],
])("%.90j is shown in a message as %s", (given, shown) => {
  expect(quoteValue(given)).toBe(shown);
});

test("a password in a URL is not printed", () => {
  const check = () =>
    checkValue(settingTable["base-url"], "https://ada:hunter2@x.example", {
      where: "The flag --base-url",
      folder: "/",
    });
  expect(check).toThrow("user name");
  expect(check).not.toThrow("hunter2");
});

test("an unknown setting is refused with the list of settings, and inherited names are unknown", () => {
  expect(() => findSettingName("color")).toThrow(
    `Unknown setting "color". Valid settings are ${settingNames.join(", ")}.`,
  );
  expect(() => findSettingName("constructor")).toThrow("Unknown setting");
});

test("every setting has a rule and a help text", () => {
  for (const name of settingNames) {
    expect(settingTable[name].rule).not.toBe("");
    expect(settingTable[name].help).not.toBe("");
  }
});
