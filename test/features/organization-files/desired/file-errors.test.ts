/** Validation errors of configuration files, with their line, rule and value. */
import { expect, test } from "vitest";
import { openFolder } from "../../../support/organizations/organization-folder.ts";

test.each([
  [
    "people.yaml",
    "members:\n  ada@example.com: boss\n",
    "line 2: members.ada@example.com must be one of admin, create,",
  ],
  [
    "people.yaml",
    "members:\n  ada@example.com: { rol: edit }\n",
    "line 2: members.ada@example.com has an unknown field: rol.",
  ],
  [
    "people.yaml",
    "members:\n  ada@example.com: { role: boss }\n",
    'members.ada@example.com.role must be one of admin, create, review, edit, comment, read, guest, not "boss".',
  ],
  ["org.yaml", "constructor: x\n", "has an unknown field: constructor.\n"],
  ["people.yaml", "members:\n  ada: edit\n", "line 2: members.ada must be an email address."],
  ["people.yaml", "teams:\n  docs: {}\n", "line 2: teams.docs.title is missing."],
  [
    "people.yaml",
    "teams:\n  docs: Docs\n",
    'line 2: teams.docs must be a mapping of names to values, not "Docs".',
  ],
  [
    "people.yaml",
    "teams:\n  docs:\n    title: 12\n",
    "line 3: teams.docs.title must be a string, not 12.",
  ],
  ["content.yaml", "collections:\n  - One\n", "collections must be a mapping of names to values."],
  [
    "content.yaml",
    `collections:\n  c:\n    title: ${"x".repeat(51)}`,
    "collections.c.title must have at most 50 characters, not 51.",
  ],
  ["org.yaml", "title: A\n", "line 1: title must have at least 2 characters."],
  ["org.yaml", "sso: 'yes'\n", 'line 1: sso must be true or false, not "yes".'],
  [
    "org.yaml",
    "sso: https://ada:t0ken@x.example/a?key=1\n",
    'line 1: sso must be true or false, not "https://x.example/a".',
  ],
  [
    "org.yaml",
    "defaultContent: Handbook\n",
    'defaultContent must be spaces/<key>, collections/<key> or sites/<key>, not "Handbook".',
  ],
])("%s with %j fails with %s", async (name, text, fault) => {
  const at = await openFolder();
  at.write(name, text);
  const { code, stderr } = await at.run(["plan", at.folder]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)]);
});
