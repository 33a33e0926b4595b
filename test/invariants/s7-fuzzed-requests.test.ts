import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Endpoint, getMethod } from "../../src/contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../src/contract/wire.ts";
import { issueToken } from "../../src/service/server/tokens.ts";
import type { Service } from "../../src/service/service.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { fittingRequest, Ids, wrongRequest } from "../support/generators/fuzzed-requests.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { openFullOrganization } from "../support/organizations/full-organization.ts";
import { endpoints } from "../support/requests/made.ts";
import { checkAnswer } from "../support/requests/strict.ts";

const requests = amount({ short: 50, all: 200, full: 100_000 });
/** The number of requests on one workspace, until random deletions have removed much of it. */
const perTarget = 500;
/** Deletions are requested less often, so that some resources remain. */
const lasting = endpoints.filter(
  (endpoint) => getMethod(endpoint) !== "DELETE" && !endpoint.operation.startsWith("transfer"),
);
const base = "http://127.0.0.1:4000";

/** A platform with every kind of resource, and their ids. */
async function begin(random: Random) {
  const logged: unknown[] = [];
  const opened = await openFullOrganization("Handbook", {
    log: (message, error) => void logged.push(message, error),
  });
  const { workspace, admin, ids: made, organizationId } = opened;
  const { db, now, service } = workspace;
  const ids = new Ids(random, made);
  const reader = await workspace.member(organizationId, "read");
  const getToken = (user: string) => issueToken(db, { user, label: "test", now });
  const tokens = [
    await getToken(admin),
    await getToken(reader),
    await getToken(made.get("user") ?? ""),
  ];
  return { service, ids, tokens, logged };
}

test("no request crashes the platform, responses match the description, and refused requests change nothing", async () => {
  const random = randomFrom();
  const counts = { done: 0, refused: 0, absent: 0 };
  const [failures, changes] = [countFaults(), countFaults()];
  let target = await begin(random);
  let digest = await computeDigest(target.service);
  for (let index = 0; index < requests; index++) {
    if (index > 0 && index % perTarget === 0) {
      await target.service.close();
      target = await begin(random);
      digest = await computeDigest(target.service);
    }
    const { service, ids, logged } = target;
    const endpoint = random.pick(random.chance(0.8) ? lasting : endpoints);
    const address = {
      base,
      token: random.chance(0.8) ? (target.tokens[0] ?? "") : random.pick(target.tokens),
    };
    const make = random.chance(0.5) ? fittingRequest : wrongRequest;
    const request = await make(endpoint, ids, address);
    const told = `seed ${random.seed}, request ${index}: ${request.method} ${request.url} ${request.body?.slice(0, 2000)}`;
    await service.jobs.finish();
    const before = await listChanges(service);
    if (digest.changes !== before) digest = await computeDigest(service);
    logged.length = 0;
    const answer = await service.transport(request);
    const text = await getText(answer);
    if (failures.add(answer.status >= 500 && answer.status !== 501)) {
      throw new Error(`${told} answered ${answer.status} ${text}`, { cause: logged[1] });
    }
    const wrote = before !== (await listChanges(service));
    if (answer.status < 400) {
      counts.done += 1;
      await checkSuccess(request, endpoint, answer, text, told);
      if (text !== "" && isJson(answer)) ids.learn(endpoint, request, JSON.parse(text));
      continue;
    }
    counts[answer.status === 501 ? "absent" : "refused"] += 1;
    const { error } = JSON.parse(text) as { error: { code: number; message: string } };
    expect([told, error]).toEqual([
      told,
      { code: answer.status, message: expect.stringMatching(/\S/) },
    ]);
    // Rows that were written and rolled back count as written, so only then the data is compared.
    if (wrote) {
      const now = (await computeDigest(service)).of;
      changes.add(now !== digest.of);
      expect([told, now]).toEqual([told, digest.of]);
    }
  }
  await target.service.close();
  report(
    "S7",
    `${requests} requests (${counts.done} done, ${counts.refused} refused, ${counts.absent} absent), ${failures.total()} failures, ${changes.total()} changes by refused ones`,
  );
});

async function checkSuccess(
  request: WireRequest,
  endpoint: Endpoint,
  answer: WireResponse,
  text: string,
  told: string,
): Promise<void> {
  // An invalid request may be a valid one of another operation.
  if (request.method !== getMethod(endpoint)) return;
  const expected = request.method === "DELETE" ? [204, 205] : [endpoint.status ?? 200];
  expect([told, expected]).toEqual([told, expect.arrayContaining([answer.status])]);
  if (text !== "" && !isJson(answer)) return;
  try {
    await checkAnswer(endpoint, text === "" ? undefined : JSON.parse(text));
  } catch (error) {
    throw new Error(`${told} answered ${text.slice(0, 2000)}`, { cause: error });
  }
}

function isJson({ headers }: WireResponse): boolean {
  return headers["content-type"] === "application/json";
}

/** The number of written rows since the data was opened. */
async function listChanges({ db }: Service): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
}

async function computeDigest(service: Service): Promise<{ changes: number; of: string }> {
  const changes = await listChanges(service);
  // The last use of a token is recorded for a refused request, too.
  const text = JSON.stringify(await service.admin.export(), (name, value: unknown) =>
    name === "last_used_at" ? undefined : value,
  );
  return { changes, of: createHash("sha256").update(text).digest("hex") };
}

async function getText({ body }: WireResponse): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
