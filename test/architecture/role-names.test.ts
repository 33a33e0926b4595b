/** No handler decides which role is sufficient: the table of required roles does. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { roles } from "../../src/contract/roles.ts";
import { root } from "../bin/built.ts";

const areas = "src/service/areas";

/** The rule that keeps an admin in the organization reads roles as data. */
const aboutRoles = ["people/members/change-member.ts"];

/** A comparison or check of a role: `role === "admin"`, `isAtLeast(role, ...)`. */
const role = `"(?:${roles.join("|")})"`;
const ownRole = "(?:\\w+\\.)*(?:role|member|standing)\\b";
const deciding = new RegExp(
  `\\bisAtLeast\\b|role",\\s*"=",\\s*${role}|\\b${ownRole}\\s*[!=]==\\s*${role}|${role}\\s*[!=]==\\s*${ownRole}`,
);

function linesDeciding(text: string): string[] {
  return text.split("\n").filter((line) => deciding.test(line));
}

test("in the areas of the platform, only the table of required roles defines sufficient roles", () => {
  const files = readdirSync(join(root, areas), { recursive: true, encoding: "utf8" });
  const found = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !aboutRoles.includes(file))
    .flatMap((file) =>
      linesDeciding(readFileSync(join(root, areas, file), "utf8")).map((line) => [file, line]),
    );
  const fix = `Use authorize or allows with a rule of src/contract/required-roles.ts in ${areas}.`;
  expect(found, fix).toEqual([]);
});

test.each([
  'if (role === "admin") return;',
  'if (found.role !== "admin") return;',
  'isAtLeast(role, "create")',
  'const isAdmin = "admin" === membership.role;',
  '.where("members.role", "=", "admin")',
])("the line %s checks a role", (line) => {
  expect(linesDeciding(line)).toEqual([line]);
});

test.each(['authorize(role, "moveSpace");', 'row("kind", "=", "space")', 'kind === "comment"'])(
  "the line %s does not",
  (line) => {
    expect(linesDeciding(line)).toEqual([]);
  },
);
