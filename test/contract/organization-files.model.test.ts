import { expect, test } from "vitest";
import { contentFile } from "../../src/contract/organization-files.model.ts";

const rule = "must be a URL, or owner/name with the provider github or gitlab";
const secret = "must not contain a user name, password or token";

test.each([
  ["https://git.example.com/docs.git", undefined, undefined],
  ["ssh://git@git.example.com/docs", "git", undefined],
  ["git@github.com:acme/docs.git", undefined, undefined],
  ["GitHub.com/acme/docs", undefined, undefined],
  ["gitlab.com/acme/docs", undefined, undefined],
  ["acme/docs", "github", undefined],
  ["acme/group/docs", "gitlab", undefined],
  ["acme/docs", "git", rule],
  ["acme/docs", undefined, rule],
  ["docs", "github", rule],
  ["acme/docs/", "github", rule],
  ["bitbucket.org/acme/docs", undefined, rule],
  ["https://ada@git.example.com/docs", undefined, secret],
  ["https://ada:secret@git.example.com/docs", undefined, secret],
  ["ssh://git:secret@git.example.com/docs", undefined, secret],
])("the repository %s with the provider %s", (repository, provider, message) => {
  const git = { repository, branch: "main", ...(provider !== undefined && { provider }) };
  const result = contentFile.safeParse({ spaces: { handbook: { title: "Handbook", git } } });
  const issues = result.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? [];
  expect(issues).toEqual(
    message === undefined ? [] : [["spaces.handbook.git.repository", message]],
  );
});
