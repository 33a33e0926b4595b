import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../bin/built.ts";
import { amount, longTest, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { type BuiltServe, startServe } from "../support/platforms/built-serve.ts";
import { openDatabase } from "../support/platforms/database.ts";

const rounds = amount({ short: 1, full: 100 });
const writers = 16;

beforeAll(buildProgram);

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Uses a separate connection: a connection error means that there is no response. */
async function ask({ url, token }: BuiltServe, what: string, value?: object): Promise<Answer> {
  const [method, path] = what.split(" ");
  const sent = request(url + path, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  return new Promise((resolve, reject) => {
    sent.on("error", reject).on("response", (answer) => {
      const status = answer.statusCode ?? 0;
      text(answer).then((body) => resolve({ status, body }), reject);
    });
    sent.end(value && JSON.stringify(value));
  });
}

test("on SIGTERM under load, requests in progress are completed, acknowledged writes are kept, and it ends", async () => {
  const home = temporaryFolder();
  const folder = join(home, "data");
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  const random = randomFrom();
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const serving = await startServe(home, ["--port", "0", "--data", folder]);
    const { body } = await ask(serving, "GET /v1/orgs");
    const [{ id }] = (JSON.parse(body) as { items: [{ id: string }] }).items;
    let ending = false;
    const write = async (writer: number) => {
      for (let count = 0; !ending || count === 0; count++) {
        const title = `round ${round}, writer ${writer}, number ${count}`;
        try {
          const { status } = await ask(serving, `POST /v1/orgs/${id}/spaces`, { title });
          (status === 201 ? acknowledged : refused).add(title);
        } catch {
          refused.add(title);
          return;
        }
      }
    };
    const work = Array.from({ length: writers }, (_, writer) => write(writer));
    while (acknowledged.size < (round + 1) * writers) await pause(2);
    await pause(random.next() * 100);
    const begun = performance.now();
    serving.child.kill("SIGTERM");
    const { code, stderr } = await serving.ended;
    slowest = Math.max(slowest, performance.now() - begun);
    ending = true;
    await Promise.all(work);
    expect([code, stderr]).toEqual([0, expect.stringContaining("Shutting down")]);
    expect(existsSync(join(folder, "serve.json"))).toBe(false);
  }
  const db = await openDatabase(folder);
  const rows = await db.selectFrom("spaces").select("title").execute();
  await db.destroy();
  const kept = new Set(rows.map(({ title }) => title));
  expect(
    [...acknowledged].filter((title) => !kept.has(title)),
    `TOME_SEED=${random.seed}`,
  ).toEqual([]);
  // A client without a response may send again, because nothing was executed.
  expect([...refused].filter((title) => kept.has(title))).toEqual([]);
  report(
    "S6",
    `${rounds} ends under ${writers} writers, ${acknowledged.size} answered and kept, ${refused.size} turned away and not done, slowest end ${Math.round(slowest)} ms`,
  );
});

// It takes all the time of a shutdown.
longTest("a shutdown does not wait for a client that never ends its request", async () => {
  const home = temporaryFolder();
  const serving = await startServe(home, ["--port", "0", "--memory"]);
  const sent = request(`${serving.url}/v1/orgs`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${serving.token}`,
      "content-type": "application/json",
      "content-length": "100",
    },
  });
  const broken = new Promise((resolve) => sent.on("error", resolve).on("response", resolve));
  await new Promise((resolve) => sent.write("{", resolve));
  // After this response, the platform has also read the beginning of the other request.
  expect((await ask(serving, "GET /v1/user")).status).toBe(200);
  serving.child.kill("SIGTERM");
  expect((await serving.ended).code).toBe(0);
  await broken;
});
