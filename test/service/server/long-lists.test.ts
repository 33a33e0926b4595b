/** Lists with long texts: a page ends early, so that no response grows with their length. */
import { expect, test } from "vitest";
import * as conversation from "../../../src/contract/conversation.ts";
import * as cr from "../../../src/contract/cr.ts";
import type { Document } from "../../../src/contract/document.model.ts";
import * as space from "../../../src/contract/space.ts";
import * as translation from "../../../src/contract/translation.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const long = "A long text. ".repeat(25_000);
const count = 5;
const document: Document = {
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: long, marks: [] }] }],
    },
  ],
};

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const make = async () => (await workspace.ok(admin, space.create, { organizationId })).id;
  const spaceId = await make();
  for (let at = 0; at < count; at++) {
    const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: `${at}` });
    const asked = { spaceId, changeRequestId: id, status: "open" as const };
    await workspace.ok(admin, cr.update, { ...asked, description: document });
    await workspace.ok(admin, translation.create, {
      organizationId,
      source: { space: await make(), language: "en" },
      language: "de",
      instructions: document,
    });
    const metadata = { url: `https://example.com/${long.replaceAll(" ", "-")}` };
    const conversations = { id: `c${at}`, metadata, parts: [] };
    await workspace.ok(admin, conversation.ingest, { organizationId, conversations });
  }
  return { workspace, admin, organizationId, spaceId };
}

interface Listed {
  readonly items: readonly unknown[];
  readonly next?: { readonly page: string } | undefined;
}

test("each list of long texts returns all items, on pages of a megabyte", async () => {
  const { workspace, admin, organizationId, spaceId } = await start();
  const all = { limit: 1000 };
  const lists: Record<string, (page: { page?: string }) => Promise<Listed>> = {
    "change requests of a space": (page) =>
      workspace.ok(admin, cr.list, { ...all, ...page, spaceId }),
    "change requests of an organization": (page) =>
      workspace.ok(admin, cr.listInOrganization, { ...all, ...page, organizationId }),
    conversations: (page) =>
      workspace.ok(admin, conversation.list, { ...all, ...page, organizationId }),
    translations: (page) =>
      workspace.ok(admin, translation.list, { ...all, ...page, organizationId }),
  };
  for (const [name, list] of Object.entries(lists)) {
    const counts: number[] = [];
    for (let page: string | undefined; ; ) {
      const { items, next } = await list(page === undefined ? {} : { page });
      counts.push(items.length);
      page = next?.page;
      if (page === undefined) break;
    }
    expect({ name, counts }).toEqual({ name, counts: [3, 2] });
  }
});
