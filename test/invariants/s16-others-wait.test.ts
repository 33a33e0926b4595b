import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Endpoint, getMethod } from "../../src/contract/endpoint.ts";
import type { WireRequest } from "../../src/contract/wire.ts";
import { readReady } from "../../src/service/server/ready-file.ts";
import { buildProgram } from "../bin/built.ts";
import { amount, report } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { makeOneOfEach } from "../support/organizations/full-organization.ts";
import { startServe } from "../support/platforms/built-serve.ts";
import { onBoth } from "../support/platforms/postgres/on-both.ts";
import { cases, type Ground } from "../support/requests/heavy-cases.mjs";
import { commentCases } from "../support/requests/heavy-comments.mjs";
import { heavyRequest, type Shape, shapes } from "../support/requests/heavy-requests.ts";
import { spaceCases } from "../support/requests/heavy-spaces.mjs";
import { endpoints } from "../support/requests/made.ts";
import {
  callBeside,
  getSummary,
  tokenOfAnother,
  type Wait,
} from "../support/requests/second-caller.mjs";

const isFull = amount({ short: 0, full: 1 }) > 0;
/** The number of workspaces to fill, and of changes in each. */
const worlds = amount({ short: 1, full: 5 });
const changesOfWorld = amount({ short: 10, full: 150 });
const readsOfWorld = amount({ short: 10, full: 200 });
/**
 * The maximum time, in milliseconds, that the platform's thread may compute while a second client
 * waits. In parallel with other tests, computing takes longer; work that is not divided takes
 * seconds.
 */
const mostWork = amount({ short: 600, full: 250 });
/** The maximum wait of that client, in milliseconds, if no other tests run. */
const mostWait = { p99: 100, longest: 250 };
const mostMemory = 512;
const allCases = [...cases, ...commentCases, ...spaceCases];
/** The others take at least half a minute to prepare. */
const quickCases = allCases.filter(({ isQuick }) => isQuick);
const triedCases = isFull
  ? allCases
  : quickCases.slice(0, amount({ short: 1, full: quickCases.length }));

buildProgram();

const named = onBoth.flatMap(([kind, database]) =>
  triedCases.map(({ name, ...rest }) => [name, kind, database, rest] as const),
);

test.each(named)("a second client does not wait for %s, on %s", async (name, _, database, rest) => {
  const { ground, beside, memory, end } = await open(database);
  const prepared = await rest.prepare?.(ground);
  await beside.waits();
  const answer = await rest.run(ground, prepared);
  expect(answer).toMatch(rest.says ?? /^2\d\d/);
  check(`${name}: ${answer}`, await beside.waits(), memory());
  await end();
});

test.each(onBoth)("no request delays a second client on %s", async (kind, database) => {
  const random = randomFrom();
  const all: Wait[] = [];
  let most = 0;
  for (let world = 0; world < worlds; world++) {
    const pair = [random.pick(shapes), random.pick(shapes)];
    const hunted = await openFull(database);
    const { beside, memory } = hunted;
    const recent: string[] = [];
    for (const request of requestsFor(random, pair, hunted)) {
      const { method, url, headers, body } = await request;
      const { status } = await hunted.send({ method, url, headers, body });
      recent.unshift(`${method} ${url.slice(0, 300)} ${body?.slice(0, 200) ?? ""} -> ${status}`);
      recent.length = Math.min(recent.length, 3);
      const waits = await beside.waits();
      all.push(...waits);
      most = Math.max(most, memory());
      check(
        `seed ${random.seed}, ${pair.join(" and ")}, the last ${recent.join("; ")}`,
        waits,
        most,
      );
    }
    await hunted.end();
  }
  const waits = all.toSorted((one, other) => one.milliseconds - other.milliseconds);
  const { p99, longest, mostWorked } = getSummary(waits);
  if (isFull) {
    expect(p99).toBeLessThanOrEqual(mostWait.p99);
    expect(longest).toBeLessThanOrEqual(mostWait.longest);
  }
  report(
    "S16",
    `${kind}: ${all.length} small reads beside ${worlds * (changesOfWorld + readsOfWorld)} heavy requests: p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, of which ${mostWorked.toFixed(0)} ms of work; ${most.toFixed(0)} MiB`,
  );
});

/** Changes with texts of both shapes, then reads of the result, and finally deletions. */
function* requestsFor(random: Random, pair: readonly Shape[], { filling, address }: Hunted) {
  const one = (chosen: readonly Endpoint[]) =>
    heavyRequest(random.pick(chosen), random.pick(pair), random, filling, address);
  const reads = endpoints.filter((endpoint) => getMethod(endpoint) === "GET");
  const deletions = endpoints.filter((endpoint) => getMethod(endpoint) === "DELETE");
  const changes = endpoints.filter(
    (endpoint) => !reads.includes(endpoint) && !deletions.includes(endpoint),
  );
  const texts = changes.filter(({ operation }) =>
    /content|comment|conversation|spec/i.test(operation),
  );
  for (let left = changesOfWorld; left > 0; left--) {
    yield one(random.chance(0.4) ? texts : changes);
  }
  for (let left = readsOfWorld; left > 0; left--) yield one(reads);
  for (let left = amount({ short: 5, full: 20 }); left > 0; left--) yield one(deletions);
}

/**
 * The computing time of the platform's thread counts, because wall-clock time depends on other
 * programs and the disk.
 */
function check(told: string, waits: readonly Wait[], memory: number) {
  const { p99, longest, mostWorked } = getSummary(waits);
  const isBounded = mostWorked <= mostWork && memory <= mostMemory;
  expect([told, { p99, longest, mostWorked, memory, isBounded }]).toEqual([
    told,
    expect.objectContaining({ isBounded: true }),
  ]);
  return { p99, longest, mostWorked };
}

type Hunted = Awaited<ReturnType<typeof openFull>>;

/** A platform in a separate process, and a second client of it. */
async function open(database: (() => Promise<string>) | undefined) {
  const home = temporaryFolder();
  const ready = join(home, "ready.json");
  const kept = database ? ["--database", await database()] : [];
  const flags = ["--port", "0", "--seed", "--allow-private", "--ready-file", ready, ...kept];
  const platform = await startServe(home, flags);
  const { url, token, child } = platform;
  const ask: Ground["ask"] = async (request, body) => {
    const [method = "GET", path = ""] = request.split(" ");
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, value: text === "" ? undefined : JSON.parse(text) };
  };
  const { value: organizations } = await ask("GET /orgs");
  const organization: string = organizations.items[0].id;
  const newSpace = async () =>
    (await ask(`POST /orgs/${organization}/spaces`, { title: "Handbook" })).value.id;
  const space: string = await newSpace();
  const pid = child.pid ?? 0;
  const other = await tokenOfAnother(url, (await readReady(ready))?.admin ?? "");
  const beside = await callBeside({ url, token: other, path: "/v1/user", pid });
  return {
    ground: { folder: home, url, token, organization, space, ask, newSpace },
    beside,
    /** The maximum memory of the process so far, in MiB. */
    memory() {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },
    async end() {
      await beside.end();
      child.kill("SIGKILL");
      await platform.ended;
    },
  };
}

/** The same, with one of each kind. */
async function openFull(database: (() => Promise<string>) | undefined) {
  const opened = await open(database);
  const { organization, newSpace, ask, url: base, token } = opened.ground;
  const { value: self } = await ask("GET /user");
  const { value: members } = await ask(`GET /orgs/${organization}/members`);
  const user = members.items.find(({ id }: { id: string }) => id !== self.id);
  const ids = new Map(
    Object.entries({
      org: organization,
      "/orgs": organization,
      space: await newSpace(),
      user: user.id,
    }),
  );
  const send = async ({ method, url, headers, body }: WireRequest) => {
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    return { status: answer.status, body: await answer.text() };
  };
  const filling = { ids, word: "Handbook" };
  const address = { base, token };
  await makeOneOfEach(filling, address, send);
  return { ...opened, filling, address, send };
}
