/** The last admin of an organization: who counts as another one, for each way to lose the role. */
import { describe, expect, test } from "vitest";
import * as member from "../../../../../src/contract/member.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

const others = {
  nobody: undefined,
  "another admin": { role: "admin", disabled: false },
  "a disabled admin": { role: "admin", disabled: true },
  "a creator": { role: "create", disabled: false },
  "a guest": { role: null, disabled: false },
} as const;
type Other = keyof typeof others;
const names = Object.keys(others).filter((name): name is Other => name in others);

describe.each(names)("beside %s", (name) => {
  test.each(["be demoted", "become a guest", "be disabled", "leave"] as const)(
    "an admin may %s only if an enabled admin remains",
    async (way) => {
      const organizationId = await workspace.organization();
      const admin = await workspace.member(organizationId, "admin");
      const other = others[name];
      if (other) await workspace.member(organizationId, other.role, other.disabled);
      const ids = { organizationId, userId: admin };
      const { status } =
        way === "leave"
          ? await workspace.ask(admin, member.remove, ids)
          : await workspace.ask(admin, member.update, {
              ...ids,
              ...{
                "be demoted": { role: "read" as const },
                "become a guest": { role: null },
                "be disabled": { disabled: true },
              }[way],
            });
      const left = await workspace.db
        .selectFrom("members")
        .select("user_id")
        .where("organization_id", "=", organizationId)
        .where("role", "=", "admin")
        .where("disabled", "=", 0)
        .execute();
      const mayLeave = name === "another admin";
      expect([status === 409, left.length]).toEqual([!mayLeave, 1]);
    },
  );
});
