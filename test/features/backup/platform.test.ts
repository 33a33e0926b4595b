import { expect, test } from "vitest";
import { checkPlatform, toOrigin } from "../../../src/features/backup/platform.ts";
import { createPartial } from "../../support/commands/partial.ts";

const context = (value: string) =>
  createPartial<Parameters<typeof checkPlatform>[0]>({
    settings: { baseUrl: { value, from: "profile work" } },
  });

test.each([
  ["https://a.example", "https://a.example", true],
  ["https://a.example/v1", "https://a.example", true],
  ["https://a.example", "https://a.example:444", false],
  ["https://a.example", "http://a.example", false],
  ["/data/local", "/data/local", true],
  ["/data/local", "/data/other", false],
  ["", "https://a.example", false],
])("a backup of %j is used with %s: %s", (platform, current, isSame) => {
  const check = (allowsOther: boolean) => () =>
    checkPlatform(context(current), { platform }, allowsOther);
  expect(check(true)).not.toThrow();
  if (isSame) expect(check(false)).not.toThrow();
  else {
    expect(check(false)).toThrow(
      `The backup is from ${platform || "an unknown platform"}, but the current platform is ${current} (profile work). Select the platform of the backup with --profile or --base-url, or use --other-platform.`,
    );
  }
});

test("a base URL is compared by its origin, and another location as it is", () => {
  expect([toOrigin("https://A.example/x"), toOrigin("/data")]).toEqual([
    "https://a.example",
    "/data",
  ]);
});
