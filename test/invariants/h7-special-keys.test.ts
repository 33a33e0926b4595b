import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import { issueToken } from "../../src/service/server/tokens.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openFullOrganization } from "../support/organizations/full-organization.ts";
import { endpoints } from "../support/requests/made.ts";
import { listInputs, requestFor } from "../support/requests/requests.ts";
import { undoing } from "../support/requests/undone.ts";

const requests = amount({ short: 60, all: 120, full: 20_000 });
const lines = amount({ short: 20, full: 1000 });
const base = "http://127.0.0.1:4000";
const keys = ["__proto__", "constructor", "prototype"];
const untouched = getShape();

/** The names of inherited object properties. */
function getShape(): string {
  const shapes = [Object.prototype, Array.prototype, Function.prototype, Object].map((one) =>
    Reflect.ownKeys(one).map(String).sort().join(" "),
  );
  return shapes.join("\n");
}

afterEach(() => {
  expect(getShape()).toBe(untouched);
  expect({}).not.toHaveProperty("polluted");
});

/** JSON text with such keys at any position of an otherwise valid value. */
function poisoned(text: string, random: Random): string {
  const key = random.pick(keys);
  const poison = random.pick([
    `"${key}":{"polluted":true}`,
    `"constructor":{"prototype":{"polluted":true}}`,
    `"${key}":[{"polluted":true}]`,
    `"${key}":"polluted"`,
    `"__proto__":null`,
  ]);
  const indexes = [...text.matchAll(/\{/g)].map(({ index }) => index + 1);
  const at = indexes.length === 0 ? 0 : random.pick(indexes);
  const comma = text[at] === "}" ? "" : ",";
  return `${text.slice(0, at)}${poison}${comma}${text.slice(at)}`;
}

test("special keys in a body or query are refused or stored as data without effect", async () => {
  const target = await openFullOrganization("Handbook", { log: () => {} });
  const { service, db, now } = target.workspace;
  const token = await issueToken(db, { user: target.admin, label: "test", now });
  const ask = undoing(service);
  const random = randomFrom();
  let refused = 0;
  for (let index = 0; index < requests; index++) {
    const endpoint = random.pick(endpoints);
    const [input = {}] = await listInputs(endpoint, { ids: target.ids, word: "Probe" });
    const request = requestFor(endpoint, input, { base, token });
    const inBody = !["GET", "DELETE"].includes(getMethod(endpoint));
    const query = `&${encodeURIComponent(random.pick(keys))}=${random.pick(["polluted", "1", ""])}`;
    const sent = inBody
      ? { ...request, body: poisoned(request.body ?? "{}", random) }
      : { ...request, url: request.url + query };
    const { status, body, headers } = await ask(sent);
    const told = `seed ${random.seed}: ${resolvePath(endpoint)} ${sent.url} ${sent.body}`;
    expect([told, status, body]).toEqual([
      told,
      expect.toSatisfy((one) => one < 500 || one === 501),
      expect.any(String),
    ]);
    // An unknown query parameter is ignored with a warning wherever the resource exists.
    const isTold = status >= 400 || headers.warning !== undefined;
    if (!inBody) expect([told, status, isTold]).toEqual([told, status, true]);
    if (status >= 400) refused += 1;
    expect([told, getShape()]).toEqual([told, untouched]);
  }
  await service.close();
  report("H7", `${requests} requests with such keys, ${refused} refused, the others kept as data`);
});

slowTest("special keys in files, flags and settings are refused or have no effect", async () => {
  const tome = openTome();
  const random = randomFrom();
  const folder = temporaryFolder();
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  for (let index = 0; index < lines; index++) {
    const key = random.pick(keys);
    const path = random.pick([
      file("body.json", poisoned('{"title":"A"}', random)),
      file("body.yaml", `title: A\n${key}:\n  polluted: true\n`),
      file("merge.yaml", `x: &a {${key}: {polluted: true}}\ntitle: A\n<<: *a\n`),
    ]);
    const words = random.pick<readonly string[]>([
      ["space", "create", "--local", "--input", path],
      ["api", "POST", "/orgs/{org}/spaces", "--local", "-f", `${key}=polluted`],
      ["api", "POST", "/orgs/{org}/spaces", "--local", "-F", `${key}[polluted]=true`],
      ["api", "GET", `/orgs?${key}=1`, "--local"],
      ["config", "set", key, "polluted"],
      ["config", "get", key],
      ["space", "list", "--local", "--json", `${key}.polluted`],
      ["space", "create", "--local", `--${key}`, "polluted"],
      ["space", "list", "--profile", key],
      ["local", "import", path, "--yes"],
      [key],
      ["space", key],
      ["help", key],
    ]);
    const told = `seed ${random.seed}: tome ${words.join(" ")}`;
    const { code, stderr } = await tome(words);
    expect([told, code, stderr]).toEqual([
      told,
      expect.any(Number),
      expect.not.stringContaining("fault of tome"),
    ]);
    expect([told, getShape()]).toEqual([told, untouched]);
  }
  report("H7", `${lines} command lines with such keys, Object.prototype unchanged`);
});
