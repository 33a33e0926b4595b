import { expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import {
  createUnknownProfileError,
  readStoredSettings,
  unsetSettings,
  updateProfile,
  useProfile,
} from "../../src/settings/profiles.ts";
import { content, freshFolder, put } from "./fresh-folder.ts";

test("settings are normalized when stored, and can be removed", async () => {
  const folder = freshFolder();
  const changes = {
    timeout: "60",
    "base-url": "https://X.example/v1/",
    "ca-file": "certificates/own.pem",
  };
  await updateProfile(folder, "work", changes, "/home/ada");
  expect(content(folder, "settings.json")).toEqual({
    profiles: {
      work: {
        timeout: 60,
        "base-url": "https://x.example",
        "ca-file": "/home/ada/certificates/own.pem",
      },
    },
  });
  await unsetSettings(folder, "work", ["timeout", "ca-file", "org"]);
  expect(content(folder, "settings.json")).toEqual({
    profiles: { work: { "base-url": "https://x.example" } },
  });
});

test("an invalid value among valid ones changes nothing", async () => {
  const folder = freshFolder();
  await expect(updateProfile(folder, "default", { org: "o1", timeout: "0" }, "/")).rejects.toThrow(
    'The setting timeout must be an integer from 1 to 3600, not "0".',
  );
  expect(readStoredSettings(folder).profiles.get("default")).toEqual({});
});

test.each(["__proto__", "", "a b", "../x", "a".repeat(65), "x\n"])(
  "%j is not a valid profile name",
  async (name) => {
    const folder = freshFolder();
    await expect(updateProfile(folder, name, { org: "o" }, "/")).rejects.toThrow(UsageError);
  },
);

test("a profile can have the name of an inherited property", async () => {
  const folder = freshFolder();
  await updateProfile(folder, "constructor", { org: "o" }, "/");
  expect(readStoredSettings(folder).profiles.get("constructor")).toEqual({ org: "o" });
});

test("an existing profile can be selected", async () => {
  const folder = freshFolder();
  put(folder, "settings.json", { profiles: { work: {} } });
  await useProfile(folder, "work");
  expect(readStoredSettings(folder).profile).toBe("work");
  await useProfile(folder, "local");
  expect(readStoredSettings(folder).profile).toBe("local");
  await expect(useProfile(folder, "wrok")).rejects.toThrow(
    "The profile wrok does not exist. Existing profiles: default, local, work.",
  );
  expect(readStoredSettings(folder).profile).toBe("local");
});

test("the local platform has no base URL to set", async () => {
  const folder = freshFolder();
  await expect(
    updateProfile(folder, "local", { "base-url": "https://x.example" }, "/"),
  ).rejects.toThrow("local platform");
  await updateProfile(folder, "local", { org: "o" }, "/");
});

test.each([
  [
    {},
    [
      "The profile x does not exist. Existing profiles: default, local.",
      "tome auth login --profile x",
    ],
  ],
  [
    { from: "environment TOME_PROFILE" },
    [
      "The profile x (from environment TOME_PROFILE) does not exist. Existing profiles: default, local.",
      "tome auth login --profile x",
    ],
  ],
  [
    { hint: "tome auth list" },
    ["The profile x does not exist. Existing profiles: default, local.", "tome auth list"],
  ],
])("the error for an unknown profile with %j", (details, expected) => {
  const { message, hint } = createUnknownProfileError("x", ["default", "local", "local"], details);
  expect([message, hint]).toEqual(expected);
});
