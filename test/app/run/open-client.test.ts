import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getIdsFolder } from "../../../src/app/resolve/id-cache.ts";
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
