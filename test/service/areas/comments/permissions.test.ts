import { describe, expect, test } from "vitest";
import type { Role } from "../../../../src/contract/roles.ts";
import {
  type Discussion,
  getDiscussion,
  selectOperation,
} from "../../../../src/service/areas/comments/discussion.ts";
import {
  authorizeDeletion,
  authorizeText,
} from "../../../../src/service/areas/comments/permissions.ts";

const getScope = (role: Role | null, changeRequestId: string | null): Discussion => ({
  ...{ id: "s1", spaceId: "s1", organizationId: "o1", revision: "r1", location: "" },
  ...{ role, changeRequestId },
});

function findRefusal(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe.each([null, "c1"])(
  "in a discussion of a space or a change request: %s",
  (changeRequest) => {
    test.each<["comment" | "reply", Role | null, boolean, boolean, boolean]>([
      ["comment", "admin", true, true, true],
      ["comment", "admin", false, false, true],
      ["comment", "edit", true, true, true],
      ["comment", "edit", false, false, false],
      ["comment", "comment", true, true, true],
      ["comment", "comment", false, false, false],
      ["reply", "admin", true, true, true],
      ["reply", "admin", false, false, true],
      ["reply", "comment", true, true, true],
      ["reply", "comment", false, false, false],
    ])("%s as %s, who is its author: %s", (kind, role, isAuthor, mayChange, mayDelete) => {
      const discussion = getScope(role, changeRequest);
      expect([
        findRefusal(() => authorizeText(discussion, isAuthor, kind)),
        findRefusal(() => authorizeDeletion(discussion, isAuthor, kind)),
      ]).toEqual([
        mayChange ? "" : `Only the author of a ${kind} can change its text.`,
        mayDelete ? "" : `Only the author of a ${kind} and the admins of the space can delete it.`,
      ]);
    });
  },
);

test.each([
  [undefined, "getCommentInSpace"],
  [null, "getCommentInSpace"],
  ["c1", "getCommentInChangeRequest"],
])("the operation depends on the discussion: %s", (changeRequestId, operation) => {
  expect(selectOperation({ changeRequestId }, "getComment")).toBe(operation);
});

test("a discussion is that of a space or of a change request", () => {
  const row = { id: "s1", organization_id: "o1", revision_id: "r1" };
  const space = { row, role: "edit" } as never;
  const base = "https://example.com";
  const common = { spaceId: "s1", organizationId: "o1", role: "edit" };
  expect(getDiscussion({ base }, { space })).toEqual({
    ...{ ...common, id: "s1", changeRequestId: null, revision: "r1" },
    location: "https://example.com/v1/spaces/s1/comments",
  });
  const changeRequest = { id: "c1", revision_id: "r2" } as never;
  expect(getDiscussion({ base }, { space, row: changeRequest })).toEqual({
    ...{ ...common, id: "c1", changeRequestId: "c1", revision: "r2" },
    location: "https://example.com/v1/spaces/s1/change-requests/c1/comments",
  });
});
