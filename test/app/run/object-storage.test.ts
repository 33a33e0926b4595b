import { expect, test } from "vitest";
import { findObjectStorageSetting } from "../../../src/app/run/object-storage.ts";

const environment = {
  TOME_S3_ENDPOINT: "https://s3.example.com",
  TOME_S3_BUCKET: "files",
  TOME_S3_KEY_ID: "key",
  TOME_S3_SECRET: "secret",
};
const usual = {
  endpoint: "https://s3.example.com/",
  bucket: "files",
  region: "us-east-1",
  prefix: "",
  keyId: "key",
  secret: "secret",
  keepDays: 30,
};

test.each<[string, object, object, object]>([
  ["the required variables", {}, {}, {}],
  ["an empty region", { TOME_S3_REGION: "" }, {}, {}],
  [
    "all variables",
    { TOME_S3_REGION: "eu-west-1", TOME_S3_PREFIX: "/a//b.c_d-E/", TOME_S3_KEEP_DAYS: "3653" },
    {},
    { region: "eu-west-1", prefix: "a/b.c_d-E/", keepDays: 3653 },
  ],
  ["one day", { TOME_S3_KEEP_DAYS: "1" }, {}, { keepDays: 1 }],
  [
    "flags, which take precedence",
    { TOME_S3_REGION: "eu-west-1", TOME_S3_PREFIX: "a" },
    { endpoint: "http://127.0.0.1:9000/s3", bucket: "other", region: "eu", prefix: "b" },
    { endpoint: "http://127.0.0.1:9000/s3", bucket: "other", region: "eu", prefix: "b/" },
  ],
  ["a short bucket", { TOME_S3_BUCKET: "a.b" }, {}, { bucket: "a.b" }],
  ["a long bucket", { TOME_S3_BUCKET: "a".repeat(255) }, {}, { bucket: "a".repeat(255) }],
  [
    "a long name in the prefix",
    { TOME_S3_PREFIX: "p".repeat(100) },
    {},
    { prefix: `${"p".repeat(100)}/` },
  ],
  ["a long prefix", { TOME_S3_PREFIX: "abc/".repeat(125) }, {}, { prefix: "abc/".repeat(125) }],
])("the settings with %s", async (_, more, flags, changed) => {
  expect(await findObjectStorageSetting({ ...environment, ...more }, flags)).toEqual({
    ...usual,
    ...changed,
  });
});

const isEndpoint = "The endpoint of the object storage must be a URL without credentials and query";

test.each<[object, string]>([
  [{ TOME_S3_ENDPOINT: "" }, "requires --s3-endpoint or TOME_S3_ENDPOINT."],
  [{ TOME_S3_BUCKET: undefined }, "requires --s3-bucket or TOME_S3_BUCKET."],
  [{ TOME_S3_KEY_ID: "" }, "An object storage requires TOME_S3_KEY_ID."],
  [{ TOME_S3_KEY_ID: undefined }, "An object storage requires TOME_S3_KEY_ID."],
  [{ TOME_S3_SECRET: "" }, "requires TOME_S3_SECRET or TOME_S3_SECRET_FILE."],
  [{ TOME_S3_ENDPOINT: "s3.example.com" }, isEndpoint],
  [{ TOME_S3_ENDPOINT: "ftp://s3.example.com" }, isEndpoint],
  [{ TOME_S3_ENDPOINT: "https://ada@s3.example.com" }, isEndpoint],
  [{ TOME_S3_ENDPOINT: "https://:pw@s3.example.com" }, isEndpoint],
  [{ TOME_S3_ENDPOINT: "https://s3.example.com?a=b" }, isEndpoint],
  [{ TOME_S3_ENDPOINT: "https://s3.example.com#a" }, isEndpoint],
  [{ TOME_S3_BUCKET: "ab" }, '"ab" is not the name of a bucket.'],
  [{ TOME_S3_BUCKET: "a".repeat(256) }, "is not the name of a bucket."],
  [{ TOME_S3_BUCKET: "a..b" }, '"a..b" is not the name of a bucket.'],
  [{ TOME_S3_BUCKET: "-ab" }, '"-ab" is not the name of a bucket.'],
  [{ TOME_S3_BUCKET: "a/b" }, '"a/b" is not the name of a bucket.'],
  [{ TOME_S3_PREFIX: "a/../b" }, 'not "a/../b".'],
  [{ TOME_S3_PREFIX: "." }, 'not ".".'],
  [{ TOME_S3_PREFIX: "a b" }, 'not "a b".'],
  [{ TOME_S3_PREFIX: "p".repeat(101) }, "must consist of letters"],
  [{ TOME_S3_PREFIX: `${"abc/".repeat(125)}a` }, "must consist of letters"],
  [{ TOME_S3_KEEP_DAYS: "0" }, "TOME_S3_KEEP_DAYS"],
  [{ TOME_S3_KEEP_DAYS: "3654" }, "TOME_S3_KEEP_DAYS"],
])("%j is refused: %s", async (changed, message) => {
  const settings = findObjectStorageSetting({ ...environment, ...changed }, {});
  await expect(settings).rejects.toThrow(message);
});

test("a refused endpoint is not repeated, because it may contain a password", async () => {
  const endpoint = "https://ada:canary@s3.example.com";
  const settings = findObjectStorageSetting({ ...environment, TOME_S3_ENDPOINT: endpoint }, {});
  await expect(settings).rejects.not.toThrow("canary");
});
