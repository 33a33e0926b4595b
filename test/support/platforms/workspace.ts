/** An in-memory platform with requests as any user. All responses are validated strictly. */

import { openClient } from "../../../src/client/client.ts";
import {
  type Endpoint,
  getMethod,
  type Input,
  type Output,
  resolveLocation,
  resolvePath,
} from "../../../src/contract/endpoint.ts";
import type { Role } from "../../../src/contract/roles.ts";
import { readWarnings } from "../../../src/contract/warning.ts";
import { hintHeader, type WireResponse } from "../../../src/contract/wire.ts";
import { addClaim, verifyDomain } from "../../../src/service/core/domains.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { createOrganizationRow } from "../../../src/service/core/rows/organization-rows.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import type { Service, ServiceOptions } from "../../../src/service/service.ts";
import { checkAnswer } from "../requests/strict.ts";
import { getText } from "./platform.ts";
import { openTestService } from "./postgres/databases.ts";

export interface Answered {
  readonly status: number;
  /** The parsed body of a successful response; undefined if it is empty. */
  readonly body: unknown;
  /** The error message; empty on success. */
  readonly message: string;
}

export interface Explained {
  readonly status: number;
  /** The error message; empty on success. */
  readonly message: string;
  /** The command that the platform suggests. */
  readonly hint: string | undefined;
  readonly notes: readonly string[];
}

const base = "http://127.0.0.1:4000";

/** Opens a platform for a test, with a clock that only the test advances. */
export async function openWorkspace(options: ServiceOptions = {}): Promise<Workspace> {
  const time = { now: new Date("2026-03-02T08:00:00.000Z") };
  const service = await openTestService({
    realTime: () => time.now.getTime(),
    log(message, error) {
      throw new Error(message, { cause: error });
    },
    ...options,
  });
  return new Workspace(service, time);
}

export class Workspace {
  readonly #tokens = new Map<string, string>();

  constructor(
    readonly service: Service,
    readonly time: { now: Date },
  ) {}

  get db() {
    return this.service.db;
  }

  get now(): Date {
    return this.time.now;
  }

  passDays(days: number): void {
    this.time.now = new Date(this.now.getTime() + days * 24 * 60 * 60 * 1000);
  }

  /** Sends a request as a user and validates the response against the contract. */
  async ask<E extends Endpoint>(caller: string, endpoint: E, input: Input<E>): Promise<Answered> {
    const response = await this.#send(caller, endpoint, input);
    const { status } = response;
    const text = await getText(response);
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    if (status >= 400) return { status, body: undefined, message: messageIn(body, status) };
    await checkAnswer(endpoint, body);
    const deleted = getMethod(endpoint) === "DELETE";
    const expected = deleted ? [204, 205] : [endpoint.status ?? 200];
    if (!expected.includes(status)) throw new Error(`${endpoint.operation} answered ${status}`);
    if (endpoint.location) checkLocation(endpoint, response, body);
    return { status, body, message: "" };
  }

  /** Sends a request that must succeed. */
  async ok<E extends Endpoint>(caller: string, endpoint: E, input: Input<E>): Promise<Output<E>> {
    const { status, body, message } = await this.ask(caller, endpoint, input);
    if (status >= 400) throw new Error(`${endpoint.operation}: ${status} ${message}`);
    return body as Output<E>;
  }

  /** Sends a request whose response is a stream, and validates its events against the contract. */
  async *events<E extends Endpoint>(
    caller: string,
    endpoint: E,
    input: Input<E>,
  ): AsyncGenerator<Output<E>, void> {
    const client = openClient({
      baseUrl: base,
      token: await this.#getToken(caller),
      transport: this.service.transport,
      userAgent: "tome/test",
      retries: 0,
    });
    for await (const event of client.stream(endpoint, input)) {
      await checkAnswer(endpoint, event);
      yield event as Output<E>;
    }
  }

  /** Sends a request that must be refused. */
  async refused<E extends Endpoint>(
    caller: string,
    endpoint: E,
    input: Input<E>,
  ): Promise<{ status: number; message: string }> {
    const { status, message } = await this.ask(caller, endpoint, input);
    if (status < 400) throw new Error(`${endpoint.operation} answered ${status}`);
    return { status, message };
  }

  /** Sends a request and returns what the response says besides its body: the hint and the notes. */
  async explain<E extends Endpoint>(
    caller: string,
    endpoint: E,
    input: Input<E>,
  ): Promise<Explained> {
    const response = await this.#send(caller, endpoint, input);
    const { status, headers } = response;
    const text = await getText(response);
    const message = status < 400 ? "" : messageIn(JSON.parse(text), status);
    const notes = readWarnings(headers.warning ?? "");
    return { status, message, hint: headers[hintHeader], notes };
  }

  async person(email = `${createId().toLowerCase()}@example.com`): Promise<string> {
    const id = createId();
    const created_at = this.now.toISOString();
    await this.db
      .insertInto("users")
      .values({ id, display_name: id, email, photo_url: null, created_at })
      .execute();
    return id;
  }

  async organization(title = "Acme"): Promise<string> {
    const id = createId();
    const row = createOrganizationRow(id, title, [], this.now.toISOString());
    await this.db.insertInto("organizations").values(row).execute();
    return id;
  }

  /** Verifies a domain for an organization as the operator. */
  async vouch(organizationId: string, domain: string): Promise<void> {
    await addClaim(this.db, organizationId, domain, this.now);
    const claim = { organizationId, domain, by: "operator", now: this.now } as const;
    if (await verifyDomain(this.db, claim)) return;
    throw new Error(`${domain} belongs to another organization`);
  }

  /** Creates a member of an organization; the role null creates a guest. */
  async member(organization: string, role: Role | null, disabled = false): Promise<string> {
    const user = await this.person();
    await this.enroll(organization, user, role, disabled);
    return user;
  }

  async enroll(organization_id: string, user_id: string, role: Role | null, disabled = false) {
    await this.db
      .insertInto("members")
      .values({
        organization_id,
        user_id,
        role,
        disabled: Number(disabled),
        sso: 0,
        joined_at: this.now.toISOString(),
        last_seen_at: null,
      })
      .execute();
  }

  async #send(caller: string, endpoint: Endpoint, input: object): Promise<WireResponse> {
    let path = resolvePath(endpoint);
    const query = new URLSearchParams();
    const body: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(input)) {
      const location = resolveLocation(endpoint, name);
      if (location === "path") path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (location === "query")
        for (const one of [value].flat()) query.append(name, String(one));
      else body[name] = value;
    }
    const method = getMethod(endpoint);
    const hasBody = method !== "GET" && method !== "DELETE";
    return this.service.transport({
      method,
      url: `${base}/v1${path}?${query}`,
      headers: {
        authorization: `Bearer ${await this.#getToken(caller)}`,
        ...(hasBody && { "content-type": "application/json" }),
      },
      ...(hasBody && {
        body: JSON.stringify(endpoint.wholeBody ? body[endpoint.wholeBody] : body),
      }),
    });
  }

  async #getToken(user: string): Promise<string> {
    let token = this.#tokens.get(user);
    if (token === undefined) {
      token = await issueToken(this.db, { user, label: "test", now: this.now });
      this.#tokens.set(user, token);
    }
    return token;
  }
}

function messageIn(body: unknown, status: number): string {
  const { error } = body as { readonly error: { readonly code: number; readonly message: string } };
  if (error.code !== status) throw new Error(`a refusal of ${status} says ${error.code}`);
  return error.message;
}

function checkLocation(endpoint: Endpoint, { headers }: WireResponse, body: unknown): void {
  const { urls } = body as { readonly urls: { readonly location: string } };
  if (headers.location !== urls.location) {
    throw new Error(`${endpoint.operation} has the location ${headers.location}`);
  }
}
