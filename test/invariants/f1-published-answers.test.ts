/** The responses of the platform, compared with the published descriptions of the hosted one. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { explain, isGap, isLater } from "../../scripts/comparing/reasons.mjs";
import { compareContract } from "../../scripts/comparing/sides.mjs";
import { getMethod } from "../../src/contract/endpoint.ts";
import { getType } from "../../src/contract/nouns.ts";
import { absent } from "../../src/service/server/unsupported-operations.ts";
import { buildProgram } from "../bin/built.ts";
import { amount, report } from "../support/generators/amount.ts";
import { serve } from "../support/network/loopback.ts";
import { openCallableOrganization } from "../support/organizations/callable-organization.ts";
import { answerQuestionOrPage } from "../support/organizations/editing-model.ts";
import { openFullOrganization, tryAll } from "../support/organizations/full-organization.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { askFurther } from "../support/requests/further-requests.ts";
import { endpoints } from "../support/requests/made.ts";
import { publishedAnswers, readDescriptions } from "../support/requests/published.ts";
import {
  callPublished,
  canSend,
  findMethod,
  getSentBody,
} from "../support/requests/published-client.ts";
import { readEverything } from "../support/requests/reading.ts";
import { requestFor } from "../support/requests/requests.ts";
import { readValues } from "../support/requests/response-value.ts";
import { checkAnswer } from "../support/requests/strict.ts";

const contract = { endpoints, absent, typeOf: getType };

/** The operations with a success response that was compared with a description. */
const answered = new Set<string>();

test("responses match the published descriptions, except for differences with a reason", async () => {
  const published = await butForGaps();
  const target = await openFullOrganization("Published");
  const tried = await tryAll(target, target.admin, () => true);
  const faults = tried.flatMap(({ endpoint, input, status, body, name }) => {
    const { body: sent } = requestFor(endpoint, input, { base: "http://127.0.0.1", token: "" });
    const answers = status < 300 ? readValues(endpoint, body) : [JSON.parse(body)];
    return published.flatMap(({ version, operations, allows, listViolations }) => {
      const operation = operations.get(endpoint.operation);
      if (operation === undefined || !allows(operation, sent && JSON.parse(sent))) return [];
      if (status < 300) answered.add(endpoint.operation);
      const values = answers.length === 0 && !endpoint.stream ? [undefined] : answers;
      const found = values.flatMap((answer) =>
        status < 300 ? listViolations(operation, answer) : refusalFaults(answer),
      );
      return found.map((fault) => `${name} (${version}): ${fault}`);
    });
  });
  expect(faults).toEqual([]);
  report("F1", `answers of ${answered.size} operations checked against the published schemas`);
});

test("reads of the sample workspace match the published descriptions, including documents", async () => {
  const published = await butForGaps();
  const platform = await openTestPlatform();
  await platform.service.admin.seed();
  const reads = await readEverything(platform, amount({ short: 2, full: 1000 }));
  const checked = reads.flatMap(({ endpoint, path, body, status }) =>
    published.flatMap(({ version, operations, listViolations }) => {
      const operation = status < 300 && operations.get(endpoint.operation);
      return operation ? { version, endpoint, path, found: listViolations(operation, body) } : [];
    }),
  );
  const faults = checked.flatMap(({ version, path, found }) =>
    found.map((fault) => `${path} (${version}): ${fault}`),
  );
  expect(faults).toEqual([]);
  const operations = new Set(checked.map(({ endpoint }) => endpoint.operation));
  expect(operations.size).toBeGreaterThan(50);
  for (const operation of operations) answered.add(operation);
  report("F1", `${checked.length} answers of ${operations.size} readings of the sample checked`);
});

test("every published operation is compared, including those that need several requests", async () => {
  const published = await butForGaps();
  const { url } = await serve(({ body }, response) => answerQuestionOrPage(body, response));
  const model = { url, name: "small" };
  const platform = await openTestPlatform({ allowPrivate: ["127.0.0.1"], model });
  await platform.service.admin.seed();
  await platform.service.jobs.finish();
  const asked = await askFurther(platform);
  const faults = asked.flatMap(({ operation: name, status, body }) =>
    published.flatMap(({ version, operations, listViolations }) => {
      const operation = operations.get(name);
      if (operation === undefined || status >= 300) return [];
      answered.add(name);
      const endpoint = endpoints.find((one) => one.operation === name);
      const isStream = endpoint?.stream === true && typeof body === "string";
      const values = isStream ? readValues(endpoint, body) : [body === "" ? undefined : body];
      return values.flatMap((value) =>
        listViolations(operation, value).map((fault) => `${name} (${version}): ${fault}`),
      );
    }),
  );
  expect(faults).toEqual([]);
  // These return 501 for every valid request.
  const refused = [
    "createUserNotificationsToken",
    "adsListSites",
    "adsUpdateSite",
    "provisionOrganizationAgentConversation",
    "getComputedDocument",
    "getComputedRevision",
    "queueIntegrationTask",
    "renderIntegrationUIWithGet",
    "renderIntegrationUIWithPost",
  ];
  const missing = endpoints
    .map(({ operation }) => operation)
    .filter((name) => !unsupported.includes(name) && !refused.includes(name))
    .filter((name) => !answered.has(name) && published.some((one) => one.operations.has(name)));
  expect(missing, "test/support/requests/further-requests.ts is to ask for them").toEqual([]);
  report("F1", `answers of all ${answered.size} published operations checked`);
});

test("the published client calls every operation of tome serve, with responses as described", async () => {
  const { operations, listViolations, allows } = (await butForGaps()).at(-1) ?? raise();
  buildProgram();
  const { client, admin, prepareInputs, restore } = await openCallableOrganization({
    ownProcess: true,
  });
  const counts = { calls: 0, succeeded: new Set<string>(), unsupported: new Set<string>() };
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let isChanged = false;
  for (const [name, operation] of operations) {
    const endpoint = endpoints.find((one) => one.operation === name);
    if (endpoint === undefined) {
      // Answered outside the contract.
      const { status, data } = Object(
        await findMethod(client, name)?.(...(name === "getUserById" ? [admin] : [])),
      );
      counts.calls++;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) counts.succeeded.add(name);
      faults.push(...listViolations(operation, data).map((fault) => `${name}: ${fault}`));
      continue;
    }
    const inputs = await prepareInputs(endpoint, operation);
    for (const prepare of amount({ short: 0, full: 1 }) === 1 ? inputs : ends(inputs)) {
      const call = async () => {
        const input = await prepare();
        if (input === undefined || !canSend(endpoint, input, operation)) return undefined;
        const told = `${name} with ${Object.keys(input).join(", ")}`;
        const sent = getSentBody(endpoint, input, operation);
        expect([told, allows(operation, sent)]).toEqual([told, true]);
        return { told, ...(await callPublished(client, endpoint, input, operation)) };
      };
      // Restoring takes longer than a call. An earlier call may have changed what this one needs.
      let called = isChanged ? await call().catch(() => "failed" as const) : await call();
      if (isChanged && (called === "failed" || (called && isRefused(called.status)))) {
        await restore();
        isChanged = false;
        called = await call();
      }
      if (called === "failed") continue;
      if (called === undefined) continue;
      if (getMethod(endpoint) !== "GET") isChanged = true;
      const { told, status, values, message } = called;
      counts.calls++;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) counts.succeeded.add(name);
      else if (status === 501) counts.unsupported.add(name);
      else if (!neverThere.includes(name)) faults.push(`${told}: ${status} ${message}`);
      for (const value of values) {
        faults.push(...listViolations(operation, value).map((fault) => `${told}: ${fault}`));
        await checkAnswer(endpoint, value).catch((error) => faults.push(`${told}: ${error}`));
      }
    }
  }
  expect(faults).toEqual([]);
  const others = [...operations.keys()].filter((name) => !counts.succeeded.has(name));
  expect(others.filter((name) => !neverThere.includes(name)).sort()).toEqual(refusedAlways);
  const page = readFileSync(resolve("docs/fidelity.md"), "utf8");
  for (const name of counts.unsupported) {
    const rows = page.split("\n").filter((row) => row.includes(`\`${name}\``));
    expect([name, rows.some((row) => row.includes("501"))]).toEqual([name, true]);
  }
  report(
    "F1",
    `${operations.size} operations called ${counts.calls} times by the published client, ${counts.succeeded.size} succeeded, ${refusedAlways.length} always answered 501; statuses: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}`,
  );
}, 600_000);

/** Apart from operations that the platform does not support. */
const isRefused = (status: number) => status >= 300 && status !== 501;

/** The first and the last input: the required fields, and another one. */
function ends<T>(inputs: readonly T[]): readonly T[] {
  return inputs.length < 2 ? inputs : [inputs[0] as T, inputs.at(-1) as T];
}

function raise(): never {
  throw new Error("There is no published description.");
}

/** Operations that answer 501 to every valid request, as docs/fidelity.md explains. */
const refusedAlways = [
  "adsListSites",
  "adsUpdateSite",
  "createUserNotificationsToken",
  "provisionOrganizationAgentConversation",
];

/** Operations on resources that only an agent creates, so that there are none: 404. */
const neverThere = ["updateChangeRequestConversation", "updateOrganizationAgentConversation"];

/** No agent creates a conversation or a task. */
const unsupported: readonly string[] = [
  "getAgentTask",
  "updateAgentTask",
  "updateChangeRequestConversation",
  "updateOrganizationAgentConversation",
];

let comparison: ReturnType<typeof compareAll> | undefined;

function compareOnce() {
  comparison ??= compareAll();
  return comparison;
}

async function compareAll() {
  const descriptions = readDescriptions();
  const compared = await compareContract(contract, descriptions);
  return { descriptions, compared, ...(await explain(compared.differences)) };
}

let published: ReturnType<typeof publishedButForGaps> | undefined;

/** The published responses without known omissions; everything else must match. */
function butForGaps() {
  published ??= publishedButForGaps();
  return published;
}

async function publishedButForGaps() {
  const { descriptions, known } = await compareOnce();
  for (const [reason, some] of known) {
    if (!isGap(reason) && !isLater(reason)) continue;
    for (const { relaxing } of some) for (const relax of relaxing) relax();
  }
  return descriptions.map(({ version, document }) => ({ version, ...publishedAnswers(document) }));
}

/** Errors have one published format for all statuses. */
function refusalFaults(answer: unknown): string[] {
  const isError = expect.objectContaining({
    code: expect.any(Number),
    message: expect.any(String),
  });
  return isError.asymmetricMatch(Object(answer).error) ? [] : ["a refusal has another form"];
}
