/**
 * Plans of an agent's writes. A plan has the requests of a command and the state of the resources
 * that they change; it is applied once, and only while both are the same.
 */
import { randomBytes } from "node:crypto";
import type { AgentCommand, AgentCommands, JsonObject, JsonValue } from "../../../context.ts";
import { isFinalRequest } from "../../../contract/final-operations.ts";
import { UsageError } from "../../../errors.ts";
import { findTitle } from "../../../history/history-entry.ts";
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asObject, asText, isList, isObject } from "../../../json/values.ts";
import { asData } from "./data-mark.ts";

export interface AgentPlan {
  readonly id: string;
  readonly command: AgentCommand;
  /** Whether it only changes values, or also deletes, transfers or publishes something. */
  readonly effect: "write" | "delete";
  readonly input: JsonObject;
  readonly requests: readonly JsonObject[];
  /** Notes of the dry run: the effects in words. */
  readonly notes: string;
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** Name of the resource that the first request changes; its id if it has none. */
  readonly resource: string;
}

interface TakingCall {
  readonly client: string;
  /** Aborted when the call is canceled. */
  readonly signal: AbortSignal;
}

export interface PlanStore {
  /** @throws UsageError with the message of the command if it cannot be planned */
  readonly create: (name: string, input: JsonObject, client: string) => Promise<AgentPlan>;
  /** Throws `UsageError` for an unknown, used or expired plan, and for another digest. */
  readonly find: (id: string, digest: string) => AgentPlan;
  /**
   * Ends a plan, so that it is applied once even if it is requested twice at the same time. Throws
   * as `find`, if the requests or the resources have changed since, and if the call was canceled,
   * which keeps the plan.
   */
  readonly take: (plan: AgentPlan, call: TakingCall) => Promise<void>;
  readonly remove: (plan: AgentPlan) => void;
}

/** Milliseconds. */
const lifetime = 10 * 60 * 1000;
const mostPlans = 100;

export function openPlans(commands: AgentCommands): PlanStore {
  const plans = new Map<string, AgentPlan>();
  /** The ids of the last applied plans, because a canceled call has no response. */
  const applied = new Set<string>();

  async function prepare(name: string, input: JsonObject, client: string) {
    const outcome = await commands.run({ command: name, input, mode: "describe" }, client);
    if (outcome.code !== 0) throw new UsageError(formatFailure(outcome.notes, outcome.value));
    const requests = requestsIn(outcome.value);
    const state = await readTargets(requests, client);
    const parts = { name, input, requests, state: state.map((one) => one ?? null) };
    const digest = computeHash(toCanonicalText(parts)).slice(0, 32);
    return { requests, state, digest, notes: outcome.notes };
  }

  function readTargets(
    requests: readonly JsonObject[],
    client: string,
  ): Promise<(JsonValue | undefined)[]> {
    return Promise.all(requests.slice(0, mostTargets).map((one) => readTarget(one, client)));
  }

  /** The state of the resource that a request changes, or of the nearest one that can be read. */
  async function readTarget(request: JsonObject, client: string): Promise<JsonValue | undefined> {
    const segments = listPathSegments(asText(request.url));
    // A POST creates a resource in, or performs an action on, the resource above.
    if (request.method === "POST") segments.pop();
    while (segments.length > 0) {
      const value = await commands.readPath(`/${segments.join("/")}`, client);
      if (value !== undefined) return value;
      segments.pop();
    }
    return undefined;
  }

  return {
    async create(name, given, client) {
      const command = await commands.get(name);
      if (command.effect === "read") {
        throw new UsageError(`The command ${command.name} only reads. Call read.`);
      }
      const input = await commands.fixInput(command.name, given);
      const { requests, state, digest, notes } = await prepare(command.name, input, client);
      for (const [id, { expires }] of plans) if (expires < Date.now()) plans.delete(id);
      if (plans.size >= mostPlans) plans.delete([...plans.keys()][0] ?? "");
      const resource = findName(state[0], requests[0]);
      const plan: AgentPlan = {
        id: randomBytes(8).toString("hex"),
        command,
        effect: (await hasFinal(requests)) ? "delete" : command.effect,
        input,
        requests,
        notes,
        digest,
        expires: Date.now() + lifetime,
        resource,
      };
      plans.set(plan.id, plan);
      return plan;
    },
    find,
    async take(plan, { client, signal }) {
      const { id, digest, command, input } = plan;
      find(id, digest);
      plans.delete(id);
      const current = await prepare(command.name, input, client);
      if (signal.aborted) {
        plans.set(id, plan);
        throw new UsageError("Nothing was changed: the call was canceled.");
      }
      if (current.digest === digest) {
        if (applied.size >= mostPlans) applied.delete([...applied][0] ?? "");
        applied.add(id);
        return;
      }
      throw new UsageError("The resources have changed since the plan. Call plan again.");
    },
    remove: ({ id }) => {
      plans.delete(id);
    },
  };

  function find(id: string, digest: string): AgentPlan {
    const plan = plans.get(id);
    if (applied.has(id)) {
      throw new UsageError("The plan has been applied. Read the resource before you plan again.");
    }
    if (plan === undefined || plan.expires < Date.now()) {
      throw new UsageError("The plan does not exist or has expired. Call plan.");
    }
    if (plan.digest !== digest) throw new UsageError("The digest is not that of the plan.");
    return plan;
  }
}

/** Whether a request deletes, transfers or publishes, also as the undo of the opposite. */
async function hasFinal(requests: readonly JsonObject[]): Promise<boolean> {
  const found = await Promise.all(
    requests.map(({ method, url, body }) =>
      isFinalRequest(asText(method), `/${listPathSegments(asText(url)).join("/")}`, asObject(body)),
    ),
  );
  return found.includes(true);
}

/** Further requests of a bulk command are compared, but not their resources. */
const mostTargets = 20;

function requestsIn(value: JsonValue): readonly JsonObject[] {
  const items = isList(value) ? value : [value];
  return items
    .filter(isObject)
    .filter(({ method, url }) => asText(method) !== "" && asText(url) !== "");
}

/** The segments of the path below the version, decoded by the client that reads them. */
function listPathSegments(url: string): string[] {
  if (!URL.canParse(url)) return [];
  return new URL(url).pathname.split("/").filter((one) => one !== "" && one !== "v1");
}

/** Name of the resource that a request changes; its id if it has no name. */
function findName(state: JsonValue | undefined, request: JsonObject = {}): string {
  const id = listPathSegments(asText(request.url)).at(-1) ?? "";
  // The nearest readable resource may be the list that contains it, such as the members of a team.
  return findNameById(state, id, deepestName) ?? findTitle(state) ?? id;
}

const deepestName = 5;

/** Name of the resource with the id within a response. */
function findNameById(value: JsonValue | undefined, id: string, depth: number): string | undefined {
  if (depth === 0 || !(isList(value) || isObject(value))) return undefined;
  if (!isList(value) && value.id === id) return findTitle(value);
  for (const one of Object.values(value)) {
    const name = findNameById(one, id, depth - 1);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Characters of the details of a message. */
const longestDetails = 600;

/** The message of a failed command, which can contain titles of the workspace, with its hint. */
export function formatFailure(notes: string, value: JsonValue): string {
  const lines = notes.split("\n");
  for (const line of [...lines].reverse()) {
    const error = parseError(line);
    if (error !== undefined) return error;
  }
  return asData(notes || writeJson(value));
}

function parseError(line: string): string | undefined {
  try {
    const error = asObject(asObject(JSON.parse(line)).error);
    const { message, hint, details } = error;
    if (typeof message !== "string") return undefined;
    const all = isList(details) ? details.map((one) => `\n${asText(one)}`).join("") : "";
    const rest = all.length > longestDetails ? `${all.slice(0, longestDetails)}…` : all;
    // The hint can be from the platform, too.
    const end = typeof hint === "string" ? `\nHint: ${toToolHint(hint)}` : "";
    return asData(`${message}${rest}${end}`);
  } catch {
    return undefined;
  }
}

/** The hint of the command line, with the tool in place of the help. */
function toToolHint(hint: string): string {
  const [, command] = /^tome ([a-z -]+) --help$/.exec(hint) ?? [];
  return command === undefined ? hint : `describe_command ${command}`;
}
