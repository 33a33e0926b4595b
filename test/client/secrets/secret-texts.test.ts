import { describe, expect, test } from "vitest";
import {
  isSecretHeader,
  isSecretName,
  isSecretParameter,
  withoutSecrets,
} from "../../../src/client/secrets/secret-texts.ts";

test.each([
  // Name; whether a member, a header and a parameter of this name are secret.
  ["accessToken", [true, true, true]],
  ["client_secret", [true, true, true]],
  ["Password", [true, true, true]],
  ["passphrase", [true, true, true]],
  ["Authorization", [true, true, true]],
  ["Set-Cookie", [true, true, true]],
  ["privateKey", [true, true, true]],
  ["credentials", [true, true, true]],
  ["api-key", [true, true, true]],
  ["apikey", [true, true, true]],
  ["share_key", [true, true, true]],
  ["db_pwd", [true, true, true]],
  ["dbPwd", [true, true, true]],
  ["DB_PASS", [true, true, true]],
  ["userJwt", [true, true, true]],
  ["Bearer", [true, true, true]],
  ["session-id", [false, true, false]],
  ["X-Signature", [false, true, true]],
  ["x-amz-sig", [false, true, true]],
  ["x-goog-signer", [false, true, true]],
  ["x-amz-date", [false, false, true]],
  ["a-x-amz-sig", [false, false, false]],
  ["sig", [false, false, true]],
  ["key", [false, false, true]],
  ["auth", [false, false, true]],
  ["hash", [false, false, true]],
  ["hmac", [false, false, true]],
  ["st", [false, false, true]],
  ["hdnts", [false, false, true]],
  ["policy", [false, false, true]],
  ["keys", [false, false, false]],
  ["monkey", [false, false, false]],
  ["compass", [false, false, false]],
  ["title", [false, false, false]],
])("%s is secret: %j", (name, [member, header, parameter]) => {
  expect([isSecretName(name), isSecretHeader(name), isSecretParameter(name)]).toEqual([
    member,
    header,
    parameter,
  ]);
});

const key = "MIIEvQIBADANBgkq";
const encode = encodeURIComponent;

describe("withoutSecrets", () => {
  test.each([
    ["plain words", "plain words"],
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["https://user:pass@example.com/a", "https://[removed]@example.com/a"],
    ["https://user:p@ss@example.com/a", "https://[removed]@example.com/a"],
    ["https:user@example.com", "https:[removed]@example.com"],
    ["ftp:/user@example.com", "ftp:/[removed]@example.com"],
    ["wss:\\user@example.com", "wss:\\[removed]@example.com"],
    ["//user@example.com", "//[removed]@example.com"],
    ["https://user:pa/ss@example.com/a", "https://[removed]@example.com/a"],
    ["https://user:pa ss@example.com/a", "https://[removed]@example.com/a"],
    ["https://example.com:8080/@me", "https://example.com:8080/@me"],
    ["https://[::1]:80/@me", "https://[::1]:80/@me"],
    ["https://example.com/@scope", "https://example.com/@scope"],
    ["user:password@host.example:a/b", "[removed]@host.example:a/b"],
    ["git@host.example:a/b", "git@host.example:a/b"],
    ["mail user@example.com", "mail user@example.com"],
    [`-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\nrest`, "[removed]\nrest"],
    [`---- BEGIN SSH2 PRIVATE KEY ----\n${key}`, "[removed]"],
    [`-----BEGIN PUBLIC KEY-----\n${key}`, `-----BEGIN PUBLIC KEY-----\n${key}`],
    ["Authorization: Bearer abc.DEF", "Authorization: Bearer [removed]"],
    ["a bearer token is required", "a bearer token is required"],
    ["the bearer authentication", "the bearer authentication"],
    ["bearer tokenized", "bearer [removed]"],
    ["forbearer abc", "forbearer abc"],
    [`Basic ${btoa("user:pw")}`, "Basic [removed]"],
    [`Basic ${btoa("no colon")}`, `Basic ${btoa("no colon")}`],
    ["basic usage", "basic usage"],
    ["?token=a&title=b&sig=c#d", "?token=[removed]&title=b&sig=[removed]#d"],
    ["?a=b&amp;token=c&amp;d=e", "?a=b&amp;token=[removed]&amp;d=e"],
    ["/a;token=b/c", "/a;token=[removed]/c"],
    ["token=a", "token=a"],
    [`?next=${encode("/a?token=b")}`, `?next=${encode("/a?token=[removed]")}`],
    [`?next=${encode("token=b")}`, `?next=${encode("token=[removed]")}`],
    [`?next=${encode("a b")}`, `?next=${encode("a b")}`],
    [
      `?n=${encode(encode(encode("?token=b")))}`,
      `?n=${encode(encode(encode("?token=[removed]")))}`,
    ],
    [
      `?n=${encode(encode(encode(encode("?token=b"))))}`,
      `?n=${encode(encode(encode(encode("?token=b"))))}`,
    ],
    ["?next=%3Ftoken%3Db%zz", `?next=${encode("?token=[removed]")}`],
    ["/_download/abcdefghijklmnop/f.pdf", "/_download/[removed]/f.pdf"],
    ["/_download/abcdefghijklmno/f.pdf", "/_download/abcdefghijklmno/f.pdf"],
    ["/orgs/O1/invites/I1/x", "/orgs/O1/invites/[removed]/x"],
    ["/orgs/O1/link-invites/I1", "/orgs/O1/link-invites/[removed]"],
    ["/orgs/{orgId}/invites/I1", "/orgs/{orgId}/invites/[removed]"],
    ["/orgs/O1/members/I1", "/orgs/O1/members/I1"],
  ])("%s", (text, cleaned) => {
    expect(withoutSecrets(text)).toBe(cleaned);
  });
});
