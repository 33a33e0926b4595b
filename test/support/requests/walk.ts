/** Deterministic sequence of calls from a seed: every operation, and operations on created resources. */
import { type Endpoint, getMethod, resolvePath } from "../../../src/contract/endpoint.ts";
import type { Headers, WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import { toState } from "../../../src/service/server/backup/state.ts";
import type { FaultPlan } from "../../../src/service/server/faults/plan.ts";
import { openService, type Service } from "../../../src/service/service.ts";
import { fittingRequest, Ids } from "../generators/fuzzed-requests.ts";
import { randomFrom } from "../generators/random.ts";
import { endpoints, rememberCreated } from "./made.ts";
import { listInputs, requestFor } from "./requests.ts";
import { manyTongues } from "./walk-tongues.ts";

const base = "http://127.0.0.1:4000";
const realTime = () => Date.parse("2026-01-01T00:00:00Z");
/** Sorts operations, because bundles order the exports of a module differently. Parents come first. */
const ordered = endpoints.toSorted(
  (one, other) => computeDepth(one) - computeDepth(other) || (one.route < other.route ? -1 : 1),
);
const gentle = ordered.filter((endpoint) => getMethod(endpoint) !== "DELETE");
/** Values that differ between equal runs: request ids and one-time secrets. */
const drawn = ["x-request-id", "date"];

export interface Path {
  readonly seed: number;
  /** The number of random calls from the seed. */
  readonly chance: number;
  /** The fault rules; none by default. */
  readonly plan?: FaultPlan | undefined;
  /** The data folder; in memory by default. */
  readonly folder?: string | undefined;
}

export interface Walked {
  /** All responses as text. */
  readonly answers: readonly string[];
  /** The digest of all data. */
  readonly state: string;
  /** All rows by table, for displaying differences. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
  readonly faults: string;
}

/** Sends a request, and records the response. */
export type Ask = (request: Omit<WireRequest, "headers">) => Promise<WireResponse | Error>;

export async function walk({ seed, plan, folder, chance }: Path): Promise<Walked> {
  const service = await openService({ repeatable: seed, realTime, folder });
  // Runs jobs in between, as a server does.
  const timer = setInterval(
    () => void service.jobs.runDue().catch(() => {}),
    1 + Math.random() * 5,
  );
  const answers: string[] = [];
  const headers = {
    authorization: `Bearer ${service.token}`,
    "content-type": "application/json",
  };
  const ask: Ask = async (request) => {
    const answer = await service
      .transport({
        ...request,
        headers: request.body === undefined ? { authorization: headers.authorization } : headers,
      })
      .catch((error: Error) => error);
    await service.jobs.finish();
    const whole = answer instanceof Error ? answer : await readWhole(answer);
    answers.push(`${request.method} ${withoutSecrets(request.url)} ${told(whole)}`);
    return whole;
  };
  try {
    await service.admin.seed();
    await service.jobs.finish();
    const ids = await known(service);
    await manyTongues(ask, { base, organization: ids.get("org") ?? "" });
    if (plan) await service.instrumentation.setFaults(plan);
    const word = `Word ${seed}`;
    await each(gentle, { ask, ids, word });
    await byChance(ask, ids, { seed, chance });
    // Deletions come last, when all resources exist.
    await each(ordered, { ask, ids, word });
    const { digest: state, rows } = toState(await service.admin.export());
    const faults = JSON.stringify(service.instrumentation.faults()?.status().log ?? []);
    return { answers, state, rows, faults };
  } finally {
    clearInterval(timer);
    await service.close();
  }
}

function computeDepth(endpoint: Endpoint): number {
  return resolvePath(endpoint).split("/").length;
}

interface Asking {
  readonly ask: Ask;
  readonly ids: Map<string, string>;
  readonly word: string;
}

/** Every operation, followed by operations on the resources that it creates. */
async function each(chosen: readonly Endpoint[], { ask, ids, word }: Asking): Promise<void> {
  for (const endpoint of chosen) {
    for (const input of await listInputs(endpoint, { ids, word })) {
      const answer = await ask(requestFor(endpoint, input, { base, token: "" }));
      if (!(answer instanceof Error)) learn(() => rememberCreated(ids, endpoint, answer));
    }
  }
}

/** Random calls with texts of any kind. Later calls use the ids in earlier responses. */
async function byChance(
  ask: Ask,
  idsByPath: Map<string, string>,
  { seed, chance }: Pick<Path, "seed" | "chance">,
): Promise<void> {
  const random = randomFrom(seed);
  const ids = new Ids(random, idsByPath);
  for (let count = 0; count < chance; count++) {
    const endpoint = random.pick(gentle);
    const request = await fittingRequest(endpoint, ids, { base, token: "" });
    const answer = await ask(request);
    if (answer instanceof Error || answer.status >= 300 || answer.body === "") continue;
    learn(() => ids.learn(endpoint, request, JSON.parse(String(answer.body))));
  }
}

/** Parses JSON, if possible: responses can be corrupted by faults or have other formats. */
function learn(from: () => void): void {
  try {
    from();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/** One resource of every kind in the sample organization. */
async function known({ db, admin }: Service): Promise<Map<string, string>> {
  const { organization, owner } = await admin.beginning();
  const first = async (
    table: "collections" | "spaces" | "sites" | "teams" | "link_invites" | "specifications",
  ) => {
    const row = await db
      .selectFrom(table)
      .select("id")
      .where("organization_id", "=", organization)
      .orderBy("id")
      .executeTakeFirst();
    return row?.id ?? "";
  };
  const member = await db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organization)
    .where("user_id", "!=", owner)
    .orderBy("user_id")
    .executeTakeFirst();
  const request = await db
    .selectFrom("change_requests")
    .innerJoin("spaces", "spaces.id", "change_requests.space_id")
    .select(["change_requests.id", "space_id"])
    .where("organization_id", "=", organization)
    .where("status", "=", "open")
    .orderBy("change_requests.id")
    .executeTakeFirst();
  return new Map([
    ["org", organization],
    ["/orgs", organization],
    ["user", member?.user_id ?? ""],
    ["collection", await first("collections")],
    ["space", request?.space_id ?? ""],
    ["cr", request?.id ?? ""],
    ["site", await first("sites")],
    ["team", await first("teams")],
    ["/orgs/{organizationId}/link-invites", await first("link_invites")],
  ]);
}

/** The partial result if a fault interrupts the call. */
async function readWhole(answer: WireResponse): Promise<WireResponse> {
  if (typeof answer.body === "string") return answer;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of answer.body) chunks.push(chunk);
  } catch {
    // The response was interrupted.
  }
  return { ...answer, body: Buffer.concat(chunks).toString("latin1") };
}

function told(answer: WireResponse | Error): string {
  if (answer instanceof Error) return answer.message;
  const { status, headers, body } = answer;
  const kept: Headers = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !drawn.includes(name)),
  );
  return JSON.stringify([status, kept, withoutSecrets(String(body))]);
}

/** Removes secrets of webhooks, and signatures, which depend on keys of the installation. */
function withoutSecrets(text: string): string {
  return text
    .replace(/"secret":"[^"]+"/g, '"secret":"…"')
    .replace(/("uploadURL":"[^"?]+)\?[^"]*"/g, '$1"')
    .replace(/_download\/[\w-]+/g, "_download/…")
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "…");
}
