import { expect, test } from "vitest";
import { findPlatformSettings } from "../../../src/app/run/platform-settings.ts";

const url = "postgres://host/tome";

test("a database has a maximum number of connections only if it is set", async () => {
  const find = async (environment: Record<string, string>, database?: string) =>
    (await findPlatformSettings(environment, database)).database;
  expect(await find({})).toBeUndefined();
  expect(await find({}, url)).toEqual({ url });
  expect(await find({ TOME_DATABASE_CONNECTIONS: "2" }, url)).toEqual({ url, connections: 2 });
  for (const text of ["1", "501", "two"]) {
    await expect(find({ TOME_DATABASE_CONNECTIONS: text }, url)).rejects.toThrow(
      "TOME_DATABASE_CONNECTIONS",
    );
  }
});

test("the other settings are absent or have the values of their variables", async () => {
  expect(await findPlatformSettings({ TOME_ALLOW_PRIVATE: "1" }, undefined)).toEqual({
    translator: {},
  });
  const environment = {
    TOME_ALLOW_PRIVATE: "true",
    TOME_JOB_CONCURRENCY: "64",
    TOME_TRANSLATE_URL: "https://translate.example",
    TOME_TRANSLATE_KEY: "key",
    TOME_MODEL_URL: "https://model.example/v1",
    TOME_MODEL: "small",
    TOME_AUDIT_DAYS: "30",
  };
  expect(await findPlatformSettings(environment, undefined)).toEqual({
    allowPrivate: true,
    jobSlots: 64,
    translator: { address: "https://translate.example", key: "key" },
    model: { url: "https://model.example/v1", name: "small" },
    auditDays: 30,
  });
});

test.each([
  [{ TOME_MODEL_URL: "https://model.example" }, "Set both TOME_MODEL_URL and TOME_MODEL."],
  [{ TOME_MODEL: "small" }, "Set both TOME_MODEL_URL and TOME_MODEL."],
  [{ TOME_MODEL: "small", TOME_MODEL_URL: "model" }, "must be an http or https URL"],
  [{ TOME_MODEL: "small", TOME_MODEL_URL: "ftp://model" }, "must be an http or https URL"],
  [{ TOME_MODEL: "small", TOME_MODEL_URL: "https://ada@model" }, "must be an http or https URL"],
  [{ TOME_JOB_CONCURRENCY: "65" }, "TOME_JOB_CONCURRENCY"],
  [{ TOME_JOB_CONCURRENCY: "0" }, "TOME_JOB_CONCURRENCY"],
])("the variables %j are refused: %s", async (environment, message) => {
  await expect(findPlatformSettings(environment, undefined)).rejects.toThrow(message);
});
