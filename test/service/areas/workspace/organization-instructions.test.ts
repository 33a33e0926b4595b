import { expect, test } from "vitest";
import * as instructions from "../../../../src/contract/org-instructions.ts";
import { parseMarkdown, writeMarkdown } from "../../../../src/document/markdown.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  return { workspace, organizationId, admin };
}

test("an organization has no agent instructions until they are set", async () => {
  const { workspace, organizationId, admin } = await start();
  expect(await workspace.ok(admin, instructions.get, { organizationId })).toMatchObject({
    object: "agent-instructions",
    instructions: { object: "document", nodes: [] },
    updatedBy: admin,
  });
});

test("instructions are stored with author and time", async () => {
  const { workspace, organizationId, admin } = await start();
  const markdown = "Write _short_ sentences.\n\n* No jargon\n";
  const asked = { organizationId, instructions: parseMarkdown(markdown) };
  workspace.passDays(1);
  const put = await workspace.ok(admin, instructions.put, asked);
  expect(put).toMatchObject({ updatedBy: admin, updatedAt: workspace.now.toISOString() });
  expect(writeMarkdown(put.instructions)).toBe(markdown);
  workspace.passDays(1);
  const second = await workspace.member(organizationId, "admin");
  await workspace.ok(second, instructions.put, { ...asked, instructions: parseMarkdown("New.") });
  const now = await workspace.ok(admin, instructions.get, { organizationId });
  expect(writeMarkdown(now.instructions)).toBe("New.\n");
  expect(now.updatedBy).toBe(second);
});

test("members read the instructions, only admins change them, and outsiders see none", async () => {
  const { workspace, organizationId } = await start();
  const reader = await workspace.member(organizationId, "read");
  const asked = { organizationId, instructions: parseMarkdown("No.") };
  await workspace.ok(reader, instructions.get, { organizationId });
  expect(await workspace.refused(reader, instructions.put, asked)).toMatchObject({ status: 403 });
  const stranger = await workspace.person();
  const refused = await workspace.refused(stranger, instructions.get, { organizationId });
  expect(refused).toMatchObject({ status: 404 });
});

test("an invalid document is refused with its field", async () => {
  const { workspace, organizationId, admin } = await start();
  const answer = await workspace.ask(admin, instructions.put, {
    organizationId,
    instructions: JSON.parse('{"object":"document","data":{},"nodes":[{"object":"leaf"}]}'),
  });
  expect(answer).toMatchObject({ status: 400, message: expect.stringContaining("instructions") });
});
