import { expect, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import * as file from "../../../src/contract/file.ts";
import * as member from "../../../src/contract/member.ts";
import * as revision from "../../../src/contract/revision.ts";
import * as space from "../../../src/contract/space.ts";
import * as permission from "../../../src/contract/space-permission.ts";
import { putFile } from "../../../src/service/areas/content/files/blobs.ts";
import { withFile } from "../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { publish } from "../../support/organizations/content.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

/** Every kind of signed URL, for a user who is not the admin. */
async function start() {
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const ada = await workspace.member(org, "read");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const kept = await putFile(workspace.db, spaceId, Buffer.from("bytes"));
  const added = { id: "f1", name: "a.txt", contentType: "text/plain", ...kept };
  await publish(workspace, spaceId, (tree) => withFile(tree, added));
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
  const addresses = async (who: string) => {
    const { revision: revisionId } = await workspace.ok(admin, space.get, { spaceId });
    const shown = await workspace.ok(who, revision.get, { spaceId, revisionId });
    return [
      (await workspace.ok(who, file.get, { spaceId, fileId: "f1" })).downloadURL,
      shown.files[0]?.downloadURL ?? "",
      (await workspace.ok(who, cr.pdf, { spaceId, changeRequestId })).url,
    ];
  };
  const open = (urls: readonly string[]) =>
    Promise.all(
      urls.map(async (url) => {
        const asked = { method: "GET" as const, url, headers: {} };
        const { status, body } = await workspace.service.transport(asked);
        return status === 200 ? status : `${status} ${body}`;
      }),
    );
  const given = { ada: await addresses(ada), admin: await addresses(admin) };
  expect(await open(filesIn(given.ada))).toEqual([200, 200]);
  return { workspace, org, admin, ada, spaceId, changeRequestId, given, open };
}

const nothing = Array(3).fill(expect.stringMatching(/^404 .*URL is not valid/));
const all = Array(3).fill(200);

/** Without the PDF, which takes long to print. */
function filesIn(addresses: readonly string[]): readonly string[] {
  return addresses.slice(0, 2);
}

test.each([".", "..", "...", "..a", "a b.txt", "ü?#%.txt", "%2e%2e"])(
  "the URL of a file with the name %j can be opened",
  async (name) => {
    const { workspace, spaceId, ada, open } = await start();
    const kept = await putFile(workspace.db, spaceId, Buffer.from("named"));
    const added = { id: "f2", name, contentType: "text/plain", ...kept };
    await publish(workspace, spaceId, (tree) => withFile(tree, added));
    const { downloadURL } = await workspace.ok(ada, file.get, { spaceId, fileId: "f2" });
    // Clients normalize a URL before they send it.
    expect(await open([new URL(downloadURL).href])).toEqual([200]);
  },
);

slowTest(
  "URLs of a deleted space give no access, also to its admin, until it is restored",
  async () => {
    const { workspace, admin, spaceId, given, open } = await start();
    await workspace.ok(admin, space.remove, { spaceId });
    expect(await open(given.ada)).toEqual(nothing);
    expect(await open(given.admin)).toEqual(nothing);
    await workspace.ok(admin, space.restore, { spaceId });
    expect(await open(given.ada)).toEqual(all);
  },
);

test("URLs of a former member give no access, and those of other users still do", async () => {
  const { workspace, org, admin, ada, given, open } = await start();
  await workspace.ok(admin, member.remove, { organizationId: org, userId: ada });
  expect(await open(given.ada)).toEqual(nothing);
  expect(await open(filesIn(given.admin))).toEqual([200, 200]);
});

test("URLs of a user who may no longer see the space give no access", async () => {
  const { workspace, admin, ada, spaceId, given, open } = await start();
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  expect(await open(given.ada)).toEqual(nothing);
  await workspace.ok(admin, permission.grant, { spaceId, users: [ada], role: "read" });
  expect(await open(filesIn(given.ada))).toEqual([200, 200]);
});

slowTest("content in a revision and in an archived change request is still available", async () => {
  const { workspace, admin, spaceId, changeRequestId, given, open } = await start();
  const ids = { spaceId, changeRequestId };
  await workspace.ok(admin, cr.update, { ...ids, status: "archived" });
  expect((await workspace.ok(admin, cr.pdf, ids)).url).toContain("/_download/");
  expect(await open(given.ada)).toEqual(all);
});

test("a URL is valid until its expiry, and then says that it has expired", async () => {
  const { given, open } = await start();
  const [url = ""] = given.ada;
  const [, , , , subject = ""] = new URL(url).pathname.split("/");
  const [until] = JSON.parse(Buffer.from(subject, "base64url").toString("utf8"));
  const { now } = workspace.time;
  const openAt = async (milliseconds: number) => {
    workspace.time.now = new Date(Number(until) * 1000 + milliseconds);
    const [status] = await open([url]);
    workspace.time.now = now;
    return status;
  };
  const expired = expect.stringMatching(/^410 .*This URL has expired/);
  expect([await openAt(-1), await openAt(0), await openAt(1)]).toEqual([200, expired, expired]);
});

slowTest("a URL is valid only in its original spelling", async () => {
  const { given, open } = await start();
  const [url = ""] = given.ada;
  const [, base = "", signature = "", rest = ""] = /^(.*_download\/)([^/]+)(\/.*)$/.exec(url) ?? [];
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // The last character has two bits that encode no byte.
  const unused = letters[letters.indexOf(signature.at(-1) ?? "") + 1];
  const signatures = [
    `${signature}=`,
    `${signature}!!`,
    `${signature}%0A`,
    `%20${signature}`,
    `${signature.slice(0, -1)}${unused}`,
  ];
  expect(await open([url, ...signatures.map((other) => `${base}${other}${rest}`)])).toEqual([
    200,
    ...signatures.map(() => expect.stringMatching(/^404 .*URL is not valid/)),
  ]);
});
