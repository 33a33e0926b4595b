import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  findPlatformSettings,
  findServerSettings,
} from "../../../src/app/run/platform-settings.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

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
  [{ TOME_AUDIT_DAYS: "0" }, "TOME_AUDIT_DAYS"],
  [{ TOME_AUDIT_DAYS: "3654" }, "TOME_AUDIT_DAYS"],
  [{ TOME_S3_ENDPOINT: "https://s3.example" }, "requires --s3-bucket or TOME_S3_BUCKET"],
  [{ TOME_S3_BUCKET: "files" }, "requires --s3-endpoint or TOME_S3_ENDPOINT"],
])("the variables %j are refused: %s", async (environment, message) => {
  await expect(findPlatformSettings(environment, undefined)).rejects.toThrow(message);
});

test("numbers can have their minimum and their maximum", async () => {
  for (const [TOME_JOB_CONCURRENCY, TOME_AUDIT_DAYS] of [
    ["1", "1"],
    ["64", "3653"],
  ] as const) {
    const settings = await findPlatformSettings(
      { TOME_JOB_CONCURRENCY, TOME_AUDIT_DAYS },
      undefined,
    );
    expect([settings.jobSlots, settings.auditDays].map(String)).toEqual([
      TOME_JOB_CONCURRENCY,
      TOME_AUDIT_DAYS,
    ]);
  }
});

test("an empty URL of a translator is absent", async () => {
  const { translator } = await findPlatformSettings({ TOME_TRANSLATE_URL: "" }, undefined);
  expect(translator).toEqual({});
});

test("the database has the password of the file, and an invalid URL stays as it is", async () => {
  const file = join(temporaryFolder(), "password");
  writeFileSync(file, "a/b c\n");
  const find = async (database: string) =>
    (await findPlatformSettings({ TOME_DATABASE_PASSWORD_FILE: file }, database)).database?.url;
  expect(await find("postgres://ada@host/tome")).toBe("postgres://ada:a%2Fb%20c@host/tome");
  expect(await find("host tome")).toBe("host tome");
});

test.each(["50%", "%41", "a:b@c", "?#[]", "ü €", "'\"\\", "+&="])(
  "the database has the password %j of the file",
  async (password) => {
    const file = join(temporaryFolder(), "password");
    writeFileSync(file, `${password}\n`);
    const environment = { TOME_DATABASE_PASSWORD_FILE: file };
    const { database } = await findPlatformSettings(environment, "postgres://ada:old@host/tome");
    const url = new URL(database?.url ?? "");
    expect([decodeURIComponent(url.password), url.username, url.host, url.pathname]).toEqual([
      ...[password, "ada", "host", "/tome"],
    ]);
  },
);

test.each([
  [{ TOME_S3_ENDPOINT: "https://s3.example", TOME_S3_BUCKET: "files" }, {}],
  [{ TOME_S3_BUCKET: "files" }, { endpoint: "https://s3.example" }],
  [{ TOME_S3_ENDPOINT: "https://s3.example" }, { bucket: "files" }],
])(
  "an object storage is configured by the variables %j and the flags %j",
  async (variables, flags) => {
    const environment = { ...variables, TOME_S3_KEY_ID: "key", TOME_S3_SECRET: "secret" };
    const { fileStorage } = await findPlatformSettings(environment, undefined, flags);
    expect(fileStorage).toMatchObject({ endpoint: "https://s3.example/", bucket: "files" });
  },
);

describe("a server", () => {
  test("checks Git branches every five minutes by default", () => {
    expect(findServerSettings({})).toEqual({ gitCheckSeconds: 300 });
  });

  test.each([
    ["both", "1", "10"],
    ["none", "1000000", "86400"],
    ["only", "5", "60"],
  ])("has the settings of its variables: %s %s %s", (role, rate, seconds) => {
    expect(
      findServerSettings({
        ...{ TOME_JOBS: role, TOME_RATE_LIMIT: rate, TOME_ORGANIZATION_RATE_LIMIT: rate },
        TOME_GIT_CHECK_SECONDS: seconds,
      }),
    ).toEqual({
      ...{ jobRole: role, rateLimit: Number(rate), organizationRateLimit: Number(rate) },
      gitCheckSeconds: Number(seconds),
    });
  });

  test.each([
    [{ TOME_JOBS: "all" }, /^TOME_JOBS must be both, none or only\.$/],
    [{ TOME_JOBS: "4" }, /or only\. Set TOME_JOB_CONCURRENCY=4 instead\.$/],
    [{ TOME_RATE_LIMIT: "0" }, /^TOME_RATE_LIMIT must be an integer from 1 to 1000000/],
    [{ TOME_ORGANIZATION_RATE_LIMIT: "1000001" }, /^TOME_ORGANIZATION_RATE_LIMIT must/],
    [
      { TOME_GIT_CHECK_SECONDS: "9" },
      /^TOME_GIT_CHECK_SECONDS must be an integer from 10 to 86400/,
    ],
    [{ TOME_GIT_CHECK_SECONDS: "86401" }, /^TOME_GIT_CHECK_SECONDS must/],
  ])("refuses %j", (environment, message) => {
    expect(() => findServerSettings(environment)).toThrow(message);
  });
});
