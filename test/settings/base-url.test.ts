import { expect, test } from "vitest";
import { isUnencrypted, normalizeBaseUrl } from "../../src/settings/base-url.ts";

test.each([
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/v1", "https://api.example.com"],
  ["https://api.example.com/v1/", "https://api.example.com"],
  ["https://api.example.com/docs/v1", "https://api.example.com/docs"],
  ["https://api.example.com/docs/", "https://api.example.com/docs"],
  ["https://api.example.com/v1beta", "https://api.example.com/v1beta"],
  ["HTTPS://API.Example.com:443/", "https://api.example.com"],
  ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010"],
  ["http://[::1]:4010", "http://[::1]:4010"],
])("the base URL %s is %s", (given, normal) => {
  expect(normalizeBaseUrl(given)).toBe(normal);
});

test.each([
  "",
  "api.example.com",
  "ftp://api.example.com",
  "file:///etc/passwd",
  "https:api.example.com",
  "https:\\\\api.example.com",
  "https://user:password@api.example.com",
  "https://user@api.example.com",
  "https://@api.example.com",
  "https://api.example.com?x=1",
  "https://api.example.com?",
  "https://api.example.com#x",
  "https://api.example.com/a b",
  "https://api.exa\nmple.com",
  "https://api.exa\u0001mple.com",
  "https://",
  "https://host:99999",
])("%j is not a valid base URL", (given) => {
  expect(normalizeBaseUrl(given)).toBeUndefined();
});

test("only http to another computer is unencrypted", () => {
  const addresses = [
    "http://a.example",
    "http://10.0.0.1",
    "http://127.evil.example",
    "http://127.0.0.1.evil.example",
    "http://128.0.0.1",
    "http://localhosts",
    "http://[::2]",
    "http://localhost.evil.example",
  ];
  expect(addresses.filter((address) => !isUnencrypted(address))).toEqual([]);
  const safe = [
    "https://a.example",
    "http://localhost:1",
    "http://x.localhost",
    "http://127.0.0.1",
    "http://127.1.2.3:4010",
    "http://127.255.255.254",
    "http://[::1]:5",
  ];
  expect(safe.filter(isUnencrypted)).toEqual([]);
});
