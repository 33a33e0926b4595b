/** Faults in the files of an organization: each says the place, the rule and what is there. */
import { expect, test } from "vitest";
import { openFolder } from "../../support/organization-folder.ts";

test.each([
  [
    "people.yaml",
    "members:\n  ada@example.com: boss\n",
    "line 2: members.ada@example.com must be one of admin, create,",
  ],
  [
    "people.yaml",
    "members:\n  ada@example.com: { rol: edit }\n",
    "line 2: members.ada@example.com has no rol.",
  ],
  [
    "people.yaml",
    "members:\n  ada@example.com: { role: boss }\n",
    'members.ada@example.com.role must be one of admin, create, review, edit, comment, read, guest, not "boss".',
  ],
  ["people.yaml", "members:\n  ada: edit\n", "line 2: members.ada must be an email address."],
  ["people.yaml", "teams:\n  docs: {}\n", "line 2: teams.docs.title is missing."],
  [
    "people.yaml",
    "teams:\n  docs: Docs\n",
    'line 2: teams.docs must be an object, with a name and a value in each line, not "Docs".',
  ],
  [
    "people.yaml",
    "teams:\n  docs:\n    title: 12\n",
    "line 3: teams.docs.title must be a text, not 12.",
  ],
  ["content.yaml", "collections:\n  - One\n", "collections must be an object"],
  [
    "content.yaml",
    `collections:\n  c:\n    title: ${"x".repeat(51)}`,
    "collections.c.title must have 50 characters at most, not 51.",
  ],
  ["org.yaml", "title: A\n", "line 1: title must have 2 characters or more."],
  ["org.yaml", "sso: 'yes'\n", 'line 1: sso must be true or false, not "yes".'],
  [
    "org.yaml",
    "defaultContent: Handbook\n",
    'defaultContent must be spaces/<key>, collections/<key> or sites/<key>, not "Handbook".',
  ],
])("%s: %j is %s", async (name, text, fault) => {
  const at = await openFolder();
  at.write(name, text);
  const { code, stderr } = await at.run(["plan", at.folder]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)]);
});
