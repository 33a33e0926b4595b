import { expect, test } from "vitest";
import {
  describeNeed,
  needs,
  type RoleNeed,
  requireForChange,
  sees,
} from "../../src/contract/requirement.ts";

test.each<[string, RoleNeed, string]>([
  ["a role", sees("admin", "space"), "*admin* in the space"],
  ["guests", sees("guest", "space"), "membership in the organization"],
  ["anyone", sees("anyone", "platform"), "a token"],
  [
    "an exception without a role",
    needs("admin", "docs site", "Deleting", { principal: "author", minimum: "nobody" }),
    "*admin* on the site; or the author",
  ],
  [
    "exceptions of a role, of guests and of anyone",
    sees(
      "edit",
      "destination",
      { principal: "author", minimum: "comment" },
      { principal: "person themselves", minimum: "anyone" },
      { principal: "invited user", minimum: "guest" },
    ),
    "*edit* in the collection or organization that it is put in; or the author with the role comment; or the user themselves; or the invited user",
  ],
  [
    "public resources",
    sees("read", "publishing organization", {
      principal: "anyone, if it is public",
      minimum: "guest",
    }),
    "*read* in the organization that published it; or a guest if it is public",
  ],
  [
    "only exceptions",
    sees(
      "nobody",
      "organization",
      { principal: "anyone, if it is public", minimum: "anyone" },
      { principal: "author", minimum: "nobody" },
    ),
    "anyone if it is public; or the author",
  ],
])("the requirement of %s in words", (_, need, text) => {
  expect(describeNeed(need, (role) => `*${role}*`)).toBe(text);
  expect(describeNeed(need)).toBe(text.replaceAll("*", ""));
});

test("a requirement has its label and its exceptions, if there are any", () => {
  const author = { principal: "author", minimum: "comment" } as const;
  expect(needs("edit", "space", "Merging")).toStrictEqual({
    minimum: "edit",
    scope: "space",
    actionLabel: "Merging",
  });
  expect(needs("edit", "space", "Merging", author)).toStrictEqual({
    minimum: "edit",
    scope: "space",
    actionLabel: "Merging",
    exceptions: [author],
  });
  expect(sees("edit", "space")).toStrictEqual({ minimum: "edit", scope: "space" });
  expect(sees("edit", "space", author)).toStrictEqual({
    minimum: "edit",
    scope: "space",
    exceptions: [author],
  });
});

test("the requirements of an update name each field and its resource", () => {
  const edit = { minimum: "edit", scope: "space itself" };
  expect(requireForChange("space", "edit", ["title", "emoji"])).toEqual({
    title: { ...edit, actionLabel: "Changing the title of a space" },
    emoji: { ...edit, actionLabel: "Changing the emoji of a space" },
  });
  expect(requireForChange("docs site", "admin", ["title"])).toEqual({
    title: {
      minimum: "admin",
      scope: "docs site itself",
      actionLabel: "Changing the title of a site",
    },
  });
});
