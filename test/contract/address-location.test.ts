import { expect, test } from "vitest";
import { getUrlLocation, listSecretsInUrl } from "../../src/contract/address-location.ts";

test.each([
  // URL, the part that is shown, the secret texts
  ["https://example.com/a", "https://example.com/a", []],
  [
    "https://example.com/a?token=abcdefgh#fragments",
    "https://example.com/a",
    ["abcdefgh", "fragments"],
  ],
  ["https://example.com:8080/a?short=abcdefg", "https://example.com:8080/a", []],
  ["https://username@example.com/", "https://example.com/", ["username"]],
  [
    "https://username:pass%2Bword@example.com/",
    "https://example.com/",
    ["pass%2Bword", "pass+word"],
  ],
  ["https://username:short@example.com/", "https://example.com/", []],
  ["https://a:pw/rest@evil/x", "[removed]", ["https://a:pw/rest@evil/x"]],
  ["https://example.com/rest@host/x", "https://example.com/[removed]", []],
  ["https://example.com/rest%40host/x", "https://example.com/[removed]", []],
  ["https://example.com/%zz", "https://example.com/%zz", []],
  ["https://example.com/?x=%25%zz345678", "https://example.com/", ["%%zz345678"]],
  ["HTTPS://example.com/?x=abcdefgh&y=abcdefgh", "https://example.com/", ["abcdefgh"]],
  ["file:///a/b", "file:///a/b", []],
  ["data:text/plain,abcdefgh", "[removed]", []],
  ["urn:/x", "[removed]", []],
  ["https://", "[removed]", ["https://"]],
  ["https:example", "https://example/", []],
  ["not a url", "[removed]", []],
  ["[removed]", "[removed]", []],
  ["git@github.com:org/repo.git", "github.com:org/repo.git", []],
  ["user:password@host.example:a/b", "host.example:a/b", ["password"]],
  ["user:passwor@host.example:a/b", "host.example:a/b", []],
  ["host:a/b", "host:a/b", []],
  ["host:a b", "[removed]", []],
  ["host:a/b?key=abcdefgh", "host:a/b", []],
  ["user@host:", "[removed]", []],
  ["verylongusername@host:a", "host:a", []],
  ["user:password@host", "[removed]", ["password"]],
  ["mailto:documents@example.com", "[removed]", ["documents"]],
  ["mailto:docs@example.com?subject=abcdefgh", "[removed]", []],
])("%s is shown as %s", (url, location, secrets) => {
  expect([getUrlLocation(url), listSecretsInUrl(url)]).toEqual([location, secrets]);
});
