import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { exportAll } from "../../../../src/service/server/backup/backup.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitServer } from "../../../support/git/git-http.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answering } from "../../../support/network/answering.ts";

const user = "docs-bot";
const password = "canary%2F+pass-word";
const access = `${user}:${password}`;
const docs = { "README.md": "# Home\n", "guide.md": "# Guide\n\nText.\n" };
/** The secret in every encoding that it is sent in. */
const forms = [password, encodeURIComponent(password), Buffer.from(access).toString("base64")];

/** The command lines of all processes of this machine during an operation. */
async function commandLinesDuring(work: () => Promise<unknown>): Promise<string> {
  const seen = new Set<string>();
  let running = true;
  const look = async () => {
    while (running) {
      for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
        try {
          seen.add(readFileSync(`/proc/${id}/cmdline`, "utf8"));
        } catch {
          // It has ended.
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const looking = look();
  await work();
  running = false;
  await looking;
  return [...seen].join("\n");
}

slowTest(
  "user name and password of the URL open a repository, and are stored nowhere else",
  async () => {
    const folder = temporaryFolder();
    const logged: string[] = [];
    const { imports, exports, edit, tree, workspace } = await gitSpace({
      folder,
      log: (message, error) => logged.push(`${message} ${String(error)}`),
    });
    const repository = gitRepository();
    repository.commit(docs);
    const server = await gitServer({ path: repository.path, access });
    const address = server.address(user, password);
    const told: unknown[] = [];
    const kept: string[] = [];
    const lines = await commandLinesDuring(async () => {
      told.push(await imports(address, { gitInfo: { url: address } }));
      const { id } = pageCalled(await tree(), "Guide");
      await edit((content) => withPage(content, id, { description: "Edited" }));
      told.push(await exports(address));
      kept.push(JSON.stringify(await exportAll(workspace.db, "")));
      told.push(await imports(server.address(user, `${password}-not`)));
    });
    expect(told).toMatchObject([{ state: "success" }, { state: "success" }, { state: "failure" }]);
    expect(told[2]).toMatchObject({
      error: expect.stringMatching(/requires a valid user name and password/),
    });
    expect(repository.files()["guide.md"]).toContain("description: Edited");
    expect(lines).toContain("git");
    kept.push(JSON.stringify(told), logged.join(), lines);
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".key")) kept.push(readFileSync(join(folder, file)).toString("latin1"));
    }
    for (const form of forms) for (const text of kept) expect(text.includes(form)).toBe(false);
  },
);

test("the password of a waiting operation is stored encrypted", async () => {
  const { workspace, admin, spaceId } = await gitSpace();
  const git = await import("../../../../src/contract/git.ts");
  const server = await answering(() => {});
  const url = new URL(server.url);
  url.username = user;
  url.password = encodeURIComponent(password);
  const asked = { spaceId, url: `${url.href}x.git`, ref: "refs/heads/main" };
  await workspace.ok(admin, git.importRepository, asked);
  const rows = JSON.stringify(await exportAll(workspace.db, ""));
  expect(rows).toContain("git_operations");
  for (const form of forms) expect(rows.includes(form)).toBe(false);
  await workspace.service.close();
});

slowTest(
  "wrong credentials, none, and a missing repository are distinguished",
  async () => {
    const { imports } = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    const server = await gitServer({ path: repository.path, access });
    const wants = { state: "failure", error: expect.stringMatching(/user name and password/) };
    expect(await imports(server.address())).toMatchObject(wants);
    expect(await imports(server.address(user, "wrong"))).toMatchObject(wants);
    const other = server.address(user, password).replace("docs.git", "other.git");
    expect(await imports(other)).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/is not a Git repository/),
    });
    expect(await imports("http://127.0.0.1:1/x.git")).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/could not be reached/),
    });
  },
  30_000,
);

slowTest(
  "an export after a concurrent push is retried on top of it without losing it",
  async () => {
    const { imports, exports, edit, tree } = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    let theirs: string | undefined;
    const server = await gitServer({
      path: repository.path,
      before({ method, url = "" }) {
        if (method !== "POST" || !url.includes("git-receive-pack") || theirs !== undefined) return;
        theirs = repository.commit({ "other.txt": "Pushed in between." });
      },
    });
    await imports(server.address());
    const { id } = pageCalled(await tree(), "Guide");
    await edit((content) => withPage(content, id, { description: "Edited" }));
    expect(await exports(server.address())).toMatchObject({
      state: "success",
      commit: repository.head(),
    });
    expect(theirs).toBeDefined();
    expect(repository.git("rev-parse", "main^").trim()).toBe(theirs);
    expect(repository.files()).toMatchObject({
      "other.txt": "Pushed in between.",
      "guide.md": expect.stringContaining("Edited"),
    });
  },
);

slowTest(
  "a branch that others always update first is reported as rejected, and not overwritten",
  async () => {
    const { imports, exports, edit, tree } = await gitSpace();
    const repository = gitRepository();
    repository.commit(docs);
    let pushed = 0;
    const server = await gitServer({
      path: repository.path,
      before({ method, url = "" }) {
        if (method !== "POST" || !url.includes("git-receive-pack")) return;
        repository.commit({ "other.txt": `Push ${pushed++}` });
      },
    });
    await imports(server.address());
    const { id } = pageCalled(await tree(), "Guide");
    await edit((content) => withPage(content, id, { description: "Edited" }));
    expect(await exports(server.address())).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/rejected the commit/),
    });
    expect(pushed).toBe(2);
    expect(repository.files()["guide.md"]).toBe(docs["guide.md"]);
  },
);

slowTest(
  "private IP addresses are not reached by name, number or redirect",
  async () => {
    const outside = "127.0.0.9";
    const sshKeys = { files: new Map([["localhost", "/nonexistent"]]), knownHosts: "/nonexistent" };
    const { imports } = await gitSpace({ allowPrivate: [outside], sshKeys });
    const repository = gitRepository();
    repository.commit(docs);
    const canary = await gitServer({ path: repository.path });
    const there = await answering((request, response) => {
      response.writeHead(302, { location: `${canary.url}${request.url}` }).end();
    }, outside);
    const addresses = [
      canary.address(),
      `http://localhost:${canary.port}/docs.git`,
      `http://[::ffff:7f00:1]:${canary.port}/docs.git`,
      `http://0x7f000001:${canary.port}/docs.git`,
      `https://localhost:${canary.port}/docs.git`,
      `${there.url}/docs.git`,
      "ssh://git@localhost/docs.git",
    ];
    for (const url of addresses) {
      const info = await imports(url);
      expect([url, info.state]).toEqual([url, "failure"]);
      expect([url, info.error]).toEqual([url, expect.stringMatching(/private network/)]);
    }
    expect(canary.asked).toEqual([]);
    expect(there.asked.length).toBeGreaterThan(0);
  },
  30_000,
);

slowTest(
  "with credentials no redirect is followed, so that they are not sent to another host",
  async () => {
    const { imports } = await gitSpace();
    const other = await answering((_request, response) => {
      response.writeHead(404).end();
    });
    const first = await answering((request, response) => {
      response.writeHead(302, { location: `${other.url}${request.url}` }).end();
    });
    const url = new URL(`${first.url}/docs.git`);
    url.username = user;
    url.password = encodeURIComponent(password);
    expect((await imports(url.href)).state).toBe("failure");
    expect(other.asked).toEqual([]);
  },
);
