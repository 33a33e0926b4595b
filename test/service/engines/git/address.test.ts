import { describe, expect, test } from "vitest";
import {
  createPrivateHostError,
  parseRepositoryUrl,
} from "../../../../src/service/engines/git/address.ts";
import { GitFailure } from "../../../../src/service/engines/git/failure.ts";
import { howToAllowPrivate } from "../../../../src/service/engines/network/public-addresses.ts";

const web = {
  scheme: "https",
  url: "https://h.example/acme/docs.git",
  hostname: "h.example",
  name: "acme/docs",
};
const ssh = {
  scheme: "ssh",
  url: "ssh://git@h.example/acme/docs.git",
  hostname: "h.example",
  name: "acme/docs",
};

describe("parseRepositoryUrl", () => {
  test.each<[string, object]>([
    [" https://h.example/acme/docs.git ", web],
    ["https://h.example/acme/docs.git?token=a#b", web],
    [
      "https://ada:p%40ss@h.example/acme/docs.git",
      { ...web, credentials: { username: "ada", password: "p@ss" } },
    ],
    [
      "https://:key@h.example/acme/docs.git",
      { ...web, credentials: { username: "", password: "key" } },
    ],
    [
      "https://ada@h.example/acme/docs.git",
      { ...web, credentials: { username: "ada", password: "" } },
    ],
    [
      "https://a%zz@h.example/acme/docs.git",
      { ...web, credentials: { username: "a%zz", password: "" } },
    ],
    [
      "http://h.example:8080/x//acme/my%20docs.git/",
      {
        scheme: "http",
        url: "http://h.example:8080/x//acme/my%20docs.git/",
        hostname: "h.example",
        name: "acme/my docs",
      },
    ],
    [
      "https://h.example/docs.github",
      { ...web, url: "https://h.example/docs.github", name: "docs.github" },
    ],
    ["ssh://git@h.example/acme/docs.git", ssh],
    ["git@h.example:acme/docs.git", ssh],
    ["git@h.example:/acme/docs.git", ssh],
    [
      "file:///srv/acme/docs.git",
      { scheme: "file", url: "file:///srv/acme/docs.git", hostname: "", name: "acme/docs" },
    ],
    ["/srv/acme/docs", { scheme: "file", url: "/srv/acme/docs", hostname: "", name: "acme/docs" }],
  ])("%s", (input, address) => {
    expect(parseRepositoryUrl(input, true)).toEqual(address);
  });

  const invalid = "The repository URL is not valid. Use the form https://host/owner/name.git.";
  const noScheme = "The repository URL has no scheme. Use https, http or ssh.";
  const user = "The user of the SSH URL can contain only letters, digits and . _ + -";
  const absolute =
    "A local repository must be an absolute path, such as /srv/docs.git or file:///srv/docs.git.";

  test.each([
    ["", invalid],
    ["--upload-pack=x", invalid],
    ["https://h.example/a b", invalid],
    ["https://h.example/a\u0007b", invalid],
    ["docs", noScheme],
    [
      "h.example:acme/docs",
      "The repository URL has the unsupported scheme h.example. Use https, http or ssh.",
    ],
    ["ext::sh", "The repository URL has the unsupported scheme ext. Use https, http or ssh."],
    ["git@h.example:a::b", noScheme],
    ["git@h.example://a", noScheme],
    ["git@:a", noScheme],
    [
      "ftp://h.example/a",
      "The repository URL has the unsupported scheme ftp. Use https, http or ssh.",
    ],
    [
      "ssh://git:pw@h.example/a",
      "An SSH URL cannot contain a password. Use HTTPS, or an SSH key of the platform.",
    ],
    ["ssh://git@-h.example/a", "The hostname of the SSH URL is not valid."],
    ["ssh://git@[::1]/a", "The hostname of the SSH URL is not valid."],
    ["ssh://-o@h.example/a", user],
    ["ssh://a%20b@h.example/a", user],
    ["ssh://git@h.example/a%0Ab", "The path of the SSH URL must not contain control characters."],
    ["file:docs", absolute],
    ["file://host/docs", absolute],
    ["file:////docs", absolute],
    ["file:///a%0Ab", "The path of the file URL must not contain control characters."],
  ])("%j is refused", (input, message) => {
    expect(() => parseRepositoryUrl(input, true)).toThrow(new GitFailure("refused", message));
  });

  test.each(["/srv/docs", "file:///srv/docs", "file:docs"])("%s is not allowed", (input) => {
    expect(() => parseRepositoryUrl(input, false)).toThrow(
      `Repositories on this machine are not allowed. ${howToAllowPrivate}.`,
    );
  });
});

test("a private host is named", () => {
  expect(createPrivateHostError("10.0.0.1").message).toBe(
    `10.0.0.1 is on this machine or in a private network. ${howToAllowPrivate}.`,
  );
});
