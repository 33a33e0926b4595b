import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  type Credentials,
  parseRepositoryUrl,
} from "../../../../src/service/engines/git/address.ts";
import { GitFailure } from "../../../../src/service/engines/git/failure.ts";
import {
  createLocalProgram,
  openProgram,
  remoteName,
} from "../../../../src/service/engines/git/program.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answering } from "../../../support/network/answering.ts";

/** An empty bare repository. */
async function createClone(): Promise<string> {
  const folder = temporaryFolder();
  for (const name of ["objects", "refs"]) await mkdir(join(folder, name));
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
  return folder;
}

/** Lists the branches of a remote repository. */
async function list(url: string, credentials?: Credentials, allowPrivate = true) {
  const program = await openProgram({
    address: parseRepositoryUrl(url, true),
    credentials,
    outside: openOutside(allowPrivate),
    folder: await createClone(),
    signal: new AbortController().signal,
  });
  onTestFinished(() => program.close());
  return program.run(["ls-remote", "--", remoteName]).then(
    (output) => output.toString(),
    (error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      return { reason: error.reason, message: error.message };
    },
  );
}

const credentials = { username: "ada", password: "pass word+1" };
const basic = Buffer.from("ada:pass word+1").toString("base64");

it("credentials are sent to the repository, and not to the target of a redirect", async () => {
  const received: unknown[] = [];
  const other = await answering((_request, response) => response.end());
  const there = await answering((request, response) => {
    received.push([request.method, request.url, request.headers.authorization]);
    response.writeHead(302, { location: `${other.url}/docs.git/info/refs` }).end();
  });
  const failure = await list(`${there.url}/docs.git`, credentials);
  expect(failure).toMatchObject({ reason: "moved" });
  expect(received).toEqual([
    ["GET", "/docs.git/info/refs?service=git-upload-pack", `Basic ${basic}`],
  ]);
  expect(other.asked).toEqual([]);
});

it("credentials are removed from the words of a server", async () => {
  const words = `No access for ${basic}, ada, pass word+1 and pass%20word%2B1.`;
  const there = await answering((_request, response) => {
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, "0") + text;
    response.end(`${line("# service=git-upload-pack\n")}0000${line(`ERR ${words}\n`)}`);
  });
  const url = `${there.url}/docs.git`;
  const explain = (received: string) => ({
    reason: "failed",
    message: `Git failed for ${url}: fatal: remote error: ${received}`,
  });
  expect(await list(url, credentials)).toEqual(explain("No access for ***, ada, *** and ***"));
  expect(await list(url)).toEqual(explain(words.slice(0, -1)));
  const anyPassword = { username: "ada", password: "" };
  expect(await list(url, anyPassword)).toEqual(
    explain(words.slice(0, -1).replaceAll("ada", "***")),
  );
});

it("a repository without credentials gets none, and a private host is refused", async () => {
  const authorizations: unknown[] = [];
  const there = await answering((request, response) => {
    authorizations.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  expect(await list(`${there.url}/docs.git`)).toEqual({
    reason: "no-repository",
    message: expect.stringContaining(there.url),
  });
  expect(authorizations).toEqual([undefined]);
  expect(await list(`${there.url}/docs.git`, undefined, false)).toMatchObject({
    reason: "refused",
    message: expect.stringContaining("127.0.0.1 is on this machine or in a private network"),
  });
  expect(authorizations).toHaveLength(1);
});

it("a local program has no access to the network, and gets input and variables", async () => {
  const there = await answering((_request, response) => response.end());
  const address = parseRepositoryUrl(`${there.url}/docs.git`, true);
  const run = createLocalProgram({ address, folder: await createClone() });
  const failure = await run(["ls-remote", address.url]).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(GitFailure);
  expect(there.asked).toEqual([]);
  const oid = (await run(["hash-object", "-w", "--stdin"], "text")).toString().trim();
  expect((await run(["cat-file", "-p", oid])).toString()).toBe("text");
  const variables = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" };
  expect((await run(["var", "GIT_COMMITTER_IDENT"], "", variables)).toString()).toMatch(
    /^Ada <ada@example\.com> /,
  );
});
