/**
 * Texts longer than an index entry of PostgreSQL can be, about 2.7 KB: both databases accept and
 * refuse the same texts.
 */
import { generateKeyBetween } from "fractional-indexing";
import { expect, test } from "vitest";
import * as conversation from "../../../src/contract/conversation.ts";
import * as integration from "../../../src/contract/integration.ts";
import * as space from "../../../src/contract/space.ts";
import { selectSiblings } from "../../../src/service/core/rows/siblings.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";
import { gitRepository } from "../../support/git/git.ts";
import { gitSpace } from "../../support/git/git-space.ts";
import { publishPages } from "../../support/organizations/content.ts";
import { openIntegrations } from "../../support/organizations/integrations.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const { below, pick } = randomFrom();
const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
const cyrillic = [..."абвгдежзийклмнопрстуфхцчшщыэюя"];

/** Random letters, because repetitions are compressed before they are measured. */
function noise(length: number, from = letters): string {
  return `${from[0]}${Array.from({ length: length - 1 }, () => pick(from)).join("")}`;
}

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const make = async () => (await workspace.ok(admin, space.create, { organizationId })).id;
  return { workspace, organizationId, admin, make };
}

test("a conversation with the longest id, and an endless word, is processed", async () => {
  const { workspace, organizationId, admin } = await start();
  const id = "🦜".repeat(255);
  const body = `How do I rotate the key ${noise(9000)} that has expired?`;
  const conversations = { id, parts: [{ type: "message" as const, role: "user" as const, body }] };
  await workspace.ok(admin, conversation.ingest, { organizationId, conversations });
  await workspace.service.jobs.finish();
  const asked = { organizationId, conversationId: id };
  const kept = await workspace.ok(admin, conversation.get, asked);
  expect(kept.conversation.processedAt).toBe(workspace.now.toISOString());
});

slowTest(
  "pages with words of any length, in any script, are found by their other words",
  async () => {
    const { workspace, admin, make } = await start();
    const spaceId = await make();
    await publishPages(workspace, spaceId, [
      { title: "Key", markdown: `The certificate is ${noise(9000)}.` },
      { title: "Mixed", markdown: `The certificate is ${noise(9000, cyrillic)}鍵${noise(9000)}.` },
    ]);
    const asked = { spaceId, query: "certificate" };
    const { items } = await workspace.ok(admin, space.search, asked);
    expect(items.map(({ title }) => title).sort()).toEqual(["Key", "Mixed"]);
    const long = { spaceId, query: `𠮷${"𠮷".repeat(400)}${noise(100)}` };
    expect((await workspace.ok(admin, space.search, long)).items).toEqual([]);
  },
);

slowTest(
  "a section with more different words than the index allows is found by its first ones",
  async () => {
    const { workspace, admin, make } = await start();
    const spaceId = await make();
    const syllable = () => String.fromCharCode(0xac00 + below(11_172));
    const words = Array.from({ length: 160_000 }, () => syllable() + syllable());
    const markdown = `The certificate.\n\n${words.join(" ")}`;
    await publishPages(workspace, spaceId, [{ title: "Words", markdown }]);
    const { items } = await workspace.ok(admin, space.search, { spaceId, query: "certificate" });
    expect(items.map(({ title }) => title)).toEqual(["Words"]);
  },
);

slowTest("a link to a space with an invalid id is kept as written", async () => {
  const { workspace, admin, make } = await start();
  const spaceId = await make();
  await publishPages(workspace, spaceId, [
    { title: "Links", markdown: `[There](/spaces/${noise(9000)}) is nothing.` },
  ]);
  const { items } = await workspace.ok(admin, space.links, { spaceId });
  expect(items.map(({ status }) => status)).toEqual(["broken"]);
});

slowTest("a repository with a path that is too long is refused, with the path", async () => {
  const { imports } = await gitSpace();
  const repository = gitRepository();
  const folders = Array.from({ length: 12 }, () => noise(200));
  repository.commit({ "README.md": "# Welcome\n", [`${folders.join("/")}/a.md`]: "# A\n" });
  const { state, error } = await imports(repository.path);
  expect([state, error]).toEqual([
    "failure",
    expect.stringContaining((folders[0] ?? "").slice(0, 90)),
  ]);
  expect(error).toContain("exceeds the limit of 2000 bytes");
});

slowTest(
  "items moved repeatedly between the same two keep short ranks and their order",
  async () => {
    const { workspace, organizationId, admin, make } = await start();
    const [first, second, third] = [await make(), await make(), await make()];
    // Many moves have this result; they are omitted here.
    let low = "a0";
    while (low.length < 250) low = generateKeyBetween(low, "a1");
    const set = (id: string, rank: string) =>
      workspace.db.updateTable("spaces").set({ rank }).where("id", "=", id).execute();
    await set(first, low);
    await set(second, "a1");
    await set(third, "a2");
    const order = async () => {
      const rows = await selectSiblings(workspace.db, { organizationId, parentId: null })
        .orderBy("rank")
        .execute();
      expect(Math.max(...rows.map(({ rank }) => rank.length))).toBeLessThanOrEqual(255);
      return rows.map(({ id }) => id);
    };
    let [last, moved] = [second, third];
    for (let move = 0; move < 40; move++) {
      const position = { after: { type: "space" as const, space: first } };
      await workspace.ok(admin, space.move, { spaceId: moved, position });
      expect(await order()).toEqual([first, moved, last]);
      [last, moved] = [moved, last];
    }
  },
);

test("names of the maximum length are stored", async () => {
  const { workspace, admin, publish } = await openIntegrations();
  const integrationName = noise(100);
  await publish({ integrationName, secrets: { ["🦜".repeat(255)]: "a" } });
  const got = await workspace.ok(admin, integration.get, { integrationName });
  expect(got.name).toBe(integrationName);
});
