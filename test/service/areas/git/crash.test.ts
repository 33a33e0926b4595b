import { join } from "node:path";
import { expect, test } from "vitest";
import { gitRepository } from "../../../support/git/git.ts";
import { gitServer } from "../../../support/git/git-http.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { compileProgram, type OtherProcess } from "../../../support/machine/other-process.ts";

const program = `
  import { openService } from "service/service.ts";
  import { listen } from "service/listen.ts";
  const service = await openService({ folder: process.argv[2], allowPrivate: true });
  const { url, token } = await listen(service);
  console.log(JSON.stringify({ url, token }));
  process.stdin.resume();`;

type Json = Readonly<Record<string, unknown>>;

async function served(running: OtherProcess) {
  const { url, token } = JSON.parse((await running.line()) ?? "");
  return async (what: string, body?: object): Promise<Json> => {
    const [method = "", path = ""] = what.split(" ");
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
}

test("an import and an export interrupted by a kill are completed once at the next start", async () => {
  const dataFolder = temporaryFolder();
  const start = await compileProgram(dataFolder, program);
  const folder = join(dataFolder, "data");
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n", "guide.md": "# Guide\n" });
  /** Stops the platform at the first request of a kind. */
  let deadly: string | undefined = "git-upload-pack";
  let died = () => {};
  let running = start(folder);
  const server = await gitServer({
    path: repository.path,
    async before({ method, url = "" }) {
      if (method !== "POST" || deadly === undefined || !url.includes(deadly)) return;
      deadly = undefined;
      await running.kill();
      died();
    },
  });
  const death = () =>
    new Promise<void>((resolve) => {
      died = resolve;
    });
  const waitForJobs = async (ask: Awaited<ReturnType<typeof served>>, space: string) => {
    let info: Json = {};
    await expect
      .poll(
        async () => {
          info = await ask(`GET /spaces/${space}/git/info`);
          return info.state;
        },
        { timeout: 20_000 },
      )
      .toBe("success");
    return info;
  };

  let ask = await served(running);
  const { items } = await ask("GET /orgs");
  const [{ id: organization }] = items as [{ id: string }];
  const { id } = await ask(`POST /orgs/${organization}/spaces`, { title: "Docs" });
  const space = String(id);
  const wanted = { url: server.address(), ref: "refs/heads/main" };

  let dead = death();
  await ask(`POST /spaces/${space}/git/import`, wanted);
  await dead;
  running = start(folder);
  ask = await served(running);
  const imported = await waitForJobs(ask, space);
  expect(imported.commit).toBe(repository.head());

  // A separate branch, so that there is a commit to push.
  const other = gitRepository();
  const target = await gitServer({
    path: other.path,
    async before({ method, url = "" }) {
      if (method !== "POST" || deadly === undefined || !url.includes(deadly)) return;
      deadly = undefined;
      await running.kill();
      died();
    },
  });
  deadly = "git-receive-pack";
  dead = death();
  const sent = { ...wanted, url: target.address(), commitMessage: "Once" };
  await ask(`POST /spaces/${space}/git/export`, sent);
  await dead;
  running = start(folder);
  ask = await served(running);
  const exported = await waitForJobs(ask, space);
  expect(exported.commit).toBe(other.head());
  expect(other.git("rev-list", "--count", "main").trim()).toBe("1");
  expect(other.files()).toMatchObject({ "README.md": "# Home\n", "guide.md": "# Guide\n" });
}, 90_000);
