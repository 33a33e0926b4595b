import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getIdsFolder } from "../../../src/app/resolve/id-cache.ts";
import { type ClientSources, openClientFor } from "../../../src/app/run/open-client.ts";
import * as space from "../../../src/contract/space.ts";
import { MissingTokenError } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const [first, second] = ["S1000000000000000000", "S2000000000000000000"];
const changeRequest = { object: "change-request", id: "CR100000000000000000", number: 1 };

test("completion does not offer deleted spaces and merged change requests", async () => {
  const home = temporaryFolder();
  const tome = openTome();
  const server = await serve(({ method, url }, response) => {
    if (method === "DELETE") return response.writeHead(205).end();
    if (url.includes("/merge"))
      return answerJson(response, 200, { result: "merge", revision: "R" });
    if (/change-requests\/\w+$/.test(url)) return answerJson(response, 200, changeRequest);
    if (url.includes("/change-requests")) {
      return answerJson(response, 200, { items: [{ ...changeRequest, status: "open" }] });
    }
    const spaces = [first, second].map((id) => ({ object: "space", id, title: id }));
    if (url.includes("/orgs/")) return answerJson(response, 200, { items: spaces });
    return answerJson(
      response,
      200,
      spaces.find(({ id }) => url.includes(id)),
    );
  });
  const env = {
    ...{ HOME: home, XDG_CACHE_HOME: join(home, "cache") },
    ...{ TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: "O1000000000000000000" },
  };
  const listOffered = (noun: string) => {
    const folder = getIdsFolder(env);
    const names = existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: "utf8" })
      : [];
    return names
      .filter((name) => name.endsWith(`/${noun}`))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
      .flatMap((line) => (line === "" ? [] : [line.split("\t")[0]]));
  };
  const run = async (line: string, noun: string) => {
    const { code, stderr } = await tome(line, { env });
    expect(code, stderr).toBe(0);
    return listOffered(noun).toSorted();
  };
  expect(await run("space list", "space")).toEqual([first, second]);
  expect(await run(`space update ${first} --emoji 1f600`, "space")).toEqual([first, second]);
  expect(await run(`space delete ${first} --yes`, "space")).toEqual([second]);
  expect(await run(`cr list --space ${second}`, "open-cr")).toEqual(["1"]);
  expect(await run(`cr merge 1 --space ${second} --yes`, "open-cr")).toEqual([]);
});

test("completion does not offer a space that the platform does not find any more", async () => {
  const home = temporaryFolder();
  let isGone = false;
  const server = await serve(({ url }, response) => {
    const items = [first, second].map((id) => ({ object: "space", id, title: id }));
    if (url.includes("/orgs/")) return answerJson(response, 200, { items });
    return answerJson(response, isGone ? 404 : 403, {});
  });
  const env = {
    ...{ HOME: home, XDG_CACHE_HOME: join(home, "cache") },
    ...{ TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: "O1000000000000000000" },
  };
  const list = () => {
    const folder = getIdsFolder(env);
    const [file = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("/space"),
    );
    return readFileSync(join(folder, file), "utf8").match(/^S\w+/gm);
  };
  const tome = openTome();
  await tome("space list", { env });
  await tome(`space get ${first}`, { env });
  expect(list()).toEqual([first, second]);
  isGone = true;
  await tome(`space get ${first}`, { env });
  expect(list()).toEqual([second]);
});

interface SourceParts {
  readonly token?: string | undefined;
  readonly debug?: boolean;
  readonly options?: ClientSources["options"];
  readonly delegation?: object | undefined;
  readonly statuses?: readonly number[];
  readonly body?: object;
}

/** Sources whose transport answers with these statuses, and with 200 after them. */
function createSources({
  token,
  debug = false,
  options = {},
  delegation,
  statuses = [],
  body = {},
}: SourceParts = {}) {
  const left = [...statuses];
  const sent: string[] = [];
  const traced: string[] = [];
  const wires: ClientSources["wires"] = new Map();
  const transport: Parameters<typeof wires.set>[1] = async ({ method, headers }) => {
    sent.push(`${method} ${headers.authorization ?? "anonymous"}`);
    return {
      status: left.shift() ?? 200,
      headers: { "content-type": "application/json", "retry-after": "0" },
      body: JSON.stringify(body),
    };
  };
  for (const many of [true, false]) wires.set(many, transport);
  const sources = createPartial<ClientSources>({
    settings: {
      local: false,
      profile: { value: "work", from: "flag --profile" },
      profileFlag: " --profile work",
      baseUrl: { value: "https://api.example", from: "flag --base-url" },
      timeout: { value: 30, from: "flag --timeout" },
      retries: { value: 1, from: "flag --retries" },
      debug: { value: debug, from: "flag --debug" },
    },
    token: async () => (token === undefined ? undefined : { value: token, from: "TOME_TOKEN" }),
    local: {},
    dryRun: false,
    machine: { env: {}, delegation },
    terminal: { warn: (text: string) => void traced.push(text), note: () => {} },
    options,
    wires,
    history: { log: () => undefined },
    receiveSecret: () => {},
  });
  return { sources, sent, traced };
}

const spaceId = "S1000000000000000000";

describe("a client", () => {
  test.each<[options: ClientSources["options"], requests: number]>([
    [{}, 2],
    // Its result can be missing, so that it must not delay the command.
    [{ isOptional: true }, 1],
  ])(
    "with the options %j sends a request %d times if the platform is unavailable",
    async (options, requests) => {
      const statuses = [503, 503, 503];
      const { sources, sent } = createSources({ token: "secret", options, statuses });
      const client = await openClientFor(sources);
      await expect(client.call(space.get, { spaceId })).rejects.toThrow();
      expect(sent).toHaveLength(requests);
    },
  );

  test("needs a token, unless it is for other servers, which never get it", async () => {
    const without = createSources();
    const error = await openClientFor(without.sources).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MissingTokenError);
    expect(error).toMatchObject({ hint: "tome auth login --profile work" });
    for (const [token, options, expected] of [
      ["secret", {}, "GET Bearer secret"],
      ["secret", { isAnonymous: true }, "GET anonymous"],
      [undefined, { isAnonymous: true }, "GET anonymous"],
    ] as const) {
      const { sources, sent } = createSources({ token, options });
      await (await openClientFor(sources)).call(space.get, { spaceId });
      expect(sent).toEqual([expected]);
    }
  });

  test("of a command that may only read refuses writes before they are sent", async () => {
    for (const isReadOnly of [true, false]) {
      const delegation = { isReadOnly, files: new Map(), client: "agent 1" };
      const { sources, sent } = createSources({ token: "secret", delegation });
      const client = await openClientFor(sources);
      await client.call(space.get, { spaceId });
      const write = client.call(space.update, { spaceId, title: "New" });
      if (isReadOnly) await expect(write).rejects.toThrow("This command may only read.");
      else await write;
      expect(sent).toHaveLength(isReadOnly ? 1 : 2);
    }
  });

  test.each([
    [true, 1],
    [false, 0],
  ])("logs its requests with --debug: %s", async (debug, lines) => {
    const { sources, traced } = createSources({ token: "secret", debug });
    await (await openClientFor(sources)).call(space.get, { spaceId });
    expect(traced.length >= lines && (lines > 0 || traced.length === 0)).toBe(true);
    expect(traced.join("\n")).not.toContain("secret");
  });

  test("of an agent treats URLs that give access as secrets", async () => {
    const downloadURL = "https://files.example/a.png?key=1";
    for (const delegation of [undefined, { isReadOnly: true, files: new Map(), client: "a" }]) {
      const { sources } = createSources({ token: "secret", delegation, body: { downloadURL } });
      const received: unknown[] = [];
      const receiveSecret: typeof sources.receiveSecret = ({ value }) => void received.push(value);
      const client = await openClientFor({ ...sources, receiveSecret });
      await client.call(space.get, { spaceId });
      expect(received).toEqual(delegation === undefined ? [] : [downloadURL]);
    }
  });

  test("of a dry run sends no write and needs no token", async () => {
    const { sources, sent } = createSources();
    const client = await openClientFor({ ...sources, dryRun: true });
    await expect(client.call(space.update, { spaceId, title: "New" })).rejects.toMatchObject({
      request: { method: "PATCH", body: { title: "New" } },
    });
    expect(sent).toEqual([]);
  });

  test("answers through the wrapper of its transport", async () => {
    const seen: string[] = [];
    const options: ClientSources["options"] = {
      through: (wire) => async (request) => {
        seen.push(request.method);
        return wire(request);
      },
    };
    const { sources } = createSources({ token: "secret", options });
    await (await openClientFor(sources)).call(space.get, { spaceId });
    expect(seen).toEqual(["GET"]);
  });
});
