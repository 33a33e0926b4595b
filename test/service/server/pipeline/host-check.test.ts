import { expect, test } from "vitest";
import { createHostCheck } from "../../../../src/service/server/pipeline/host-check.ts";

const api = { method: "GET", parts: ["v1", "user"] };
const admin = { method: "GET", parts: ["_tome", "state"] };
const form = { method: "POST", parts: ["_integrations", "forms", "submit"] };
const bearer = "Bearer token";
const ok = {};
const misdirected = { refused: { status: 421 } };
const forbidden = { refused: { status: 403 } };
const readable = { crossOrigin: { isPreflight: false } };

type Check = ReturnType<typeof createHostCheck>;
const plain = createHostCheck(4000, ["Docs.internal", "fd00::1", "[fd00::2]"]);
const standard = createHostCheck(80, ["docs.internal"]);
const proxied = createHostCheck(4000, [], new URL("https://tome.example.com"));

test.each<[Check, Readonly<Record<string, string>>, typeof api, object]>([
  [plain, { host: "localhost:4000" }, api, ok],
  [plain, { host: "LOCALHOST:4000" }, api, ok],
  [plain, { host: "127.0.0.1:4000" }, api, ok],
  [plain, { host: "[::1]:4000" }, api, ok],
  [plain, { host: "tome.localhost:4000" }, api, ok],
  [plain, { host: "docs.internal:4000" }, api, ok],
  [plain, { host: "[fd00::1]:4000" }, api, ok],
  [plain, { host: "[fd00::2]:4000" }, api, ok],
  [plain, { host: "fd00::1:4000" }, api, misdirected],
  [plain, { host: "localhost:4001" }, api, misdirected],
  [plain, { host: "localhost" }, api, misdirected],
  [plain, { host: "evil.example:4000" }, api, misdirected],
  [plain, {}, api, misdirected],
  [standard, { host: "localhost" }, api, ok],
  [standard, { host: "localhost:80" }, api, ok],
  [standard, { host: "docs.internal" }, api, ok],
  [standard, { host: "docs.acme.site.localhost" }, api, ok],
  [proxied, { host: "tome.example.com" }, api, ok],
  [proxied, { host: "tome.example.com:4000" }, api, misdirected],
  // Hosts of sites.
  [plain, { host: "docs.acme.site.localhost:4000" }, api, ok],
  [plain, { host: "DOCS.ACME.SITE.localhost:4000" }, api, ok],
  [plain, { host: "docs.acme.site.localhost:4001" }, api, misdirected],
  [plain, { host: "docs.acme.site.localhost" }, api, misdirected],
  [plain, { host: "docs.acme.site.localhost.evil:4000" }, api, misdirected],
  // Origins.
  [plain, { host: "localhost:4000", origin: "http://localhost:4000" }, admin, ok],
  [plain, { host: "LocalHost:4000", origin: "HTTP://LOCALHOST:4000" }, admin, ok],
  [plain, { host: "localhost:4000", origin: "https://localhost:4000" }, admin, forbidden],
  [plain, { host: "localhost:4000", origin: "http://127.0.0.1:4000" }, admin, forbidden],
  [plain, { host: "localhost:4000", origin: "null", authorization: bearer }, admin, forbidden],
  [plain, { host: "localhost:4000", origin: "http://a", authorization: bearer }, api, readable],
  [plain, { host: "localhost:4000", origin: "http://a" }, api, forbidden],
  [
    plain,
    { host: "docs.acme.site.localhost:4000", origin: "http://a", authorization: bearer },
    api,
    forbidden,
  ],
  [plain, { host: "localhost:4000", origin: "http://a" }, form, ok],
  [
    plain,
    { host: "localhost:4000", origin: "http://a" },
    { ...form, method: "OPTIONS" },
    forbidden,
  ],
  [proxied, { host: "TOME.example.com", origin: "https://tome.example.com" }, admin, ok],
  [proxied, { host: "tome.example.com", origin: "https://tome.example.com" }, admin, ok],
  [proxied, { host: "tome.example.com", origin: "http://tome.example.com" }, admin, forbidden],
  [proxied, { host: "localhost:4000", origin: "http://localhost:4000" }, admin, ok],
  [proxied, { host: "localhost:4000", origin: "https://tome.example.com" }, admin, forbidden],
])("check %#: %j", (check, headers, target, decision) => {
  const result = check(headers, () => target);
  expect(Object.keys(result)).toEqual(Object.keys(decision));
  expect(result).toMatchObject(decision);
});
