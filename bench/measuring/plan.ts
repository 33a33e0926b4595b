/** Workers of the plan benchmark: `serve` provides a large organization, `measure` plans and reads it. */
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { main } from "../../src/app/main.ts";
import { openClient } from "../../src/client/client.ts";
import { openTransport } from "../../src/client/transport/transport.ts";
import * as collection from "../../src/contract/collection.ts";
import * as member from "../../src/contract/member.ts";
import * as openapi from "../../src/contract/openapi.ts";
import * as organization from "../../src/contract/organization.ts";
import * as site from "../../src/contract/site.ts";
import * as space from "../../src/contract/space.ts";
import * as team from "../../src/contract/team.ts";
import { openOrganization } from "../../src/features/organization/organization-reader.ts";
import { createId } from "../../src/service/core/ids.ts";
import { listen } from "../../src/service/listen.ts";
import { openService } from "../../src/service/service.ts";
import { send, timed } from "./asking.ts";

export interface Size {
  readonly spaces: number;
  readonly members: number;
  readonly sites: number;
  readonly teams: number;
}

export interface ServedPlatform {
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
}

/** Serves an organization of the specified size from memory until it is terminated. */
export async function serve(size: Size): Promise<ServedPlatform> {
  const service = await openService({});
  const { db } = service;
  const { id: organizationId } = await db
    .selectFrom("organizations")
    .select("id")
    .executeTakeFirstOrThrow();
  const created_at = new Date().toISOString();
  const people: string[] = [];
  for (let at = 0; at < size.members; at++) {
    const id = createId();
    people.push(id);
    const person = { id, display_name: `Person ${at}`, email: `person-${at}@example.com` };
    await db
      .insertInto("users")
      .values({ ...person, photo_url: null, created_at })
      .execute();
    await db
      .insertInto("members")
      .values({
        organization_id: organizationId,
        user_id: id,
        role: "read",
        disabled: 0,
        sso: 0,
        joined_at: created_at,
        last_seen_at: null,
      })
      .execute();
  }
  const of = `/orgs/${organizationId}`;
  const make = async (path: string, body: object) => {
    const made = await send(service, "POST", `${of}/${path}`, JSON.stringify(body));
    return (made as { readonly id: string }).id;
  };
  const spaces: string[] = [];
  for (let at = 0; at < size.spaces; at++) {
    spaces.push(await make("spaces", { title: `Space ${at}` }));
  }
  for (let at = 0; at < size.sites; at++) {
    await make("sites", { title: `Site ${at}`, spaces: spaces.slice(at * 5, at * 5 + 5) });
  }
  for (let at = 0; at < size.teams; at++) {
    await service.transport({
      method: "PUT",
      url: `http://tome.localhost/v1${of}/teams`,
      headers: {
        authorization: `Bearer ${service.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ title: `Team ${at}`, members: people.slice(at * 20, at * 20 + 20) }),
    });
  }
  const { url, token } = await listen(service, {});
  return { url, token, organizationId };
}

export interface Measured {
  readonly requests: number;
  readonly reading: readonly number[];
  readonly planning: readonly number[];
}

/**
 * Alternates between planning and only reading the same data.
 * @param home a folder for settings and files
 */
export async function measure(
  { url, token, organizationId }: ServedPlatform,
  home: string,
  rounds: number,
): Promise<Measured> {
  const folder = join(home, "files");
  const env = {
    HOME: home,
    TOME_CONFIG_DIR: home,
    XDG_STATE_HOME: home,
    TOME_BASE_URL: url,
    TOME_TOKEN: token,
    TOME_ORG: organizationId,
  };
  const tome = async (...args: readonly string[]): Promise<string> => {
    const stdout = collector();
    const stderr = collector();
    const stdin = Object.assign(new PassThrough(), { isTTY: false });
    stdin.end();
    const interrupted = () => Promise.resolve();
    const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream };
    const code = await main(args, { ...streams, env, cwd: home, interrupted });
    if (code !== 0) throw new Error(`tome ${args.join(" ")} ended with ${code}: ${stderr.text()}`);
    return stderr.text();
  };
  await tome("export", folder);
  const traced = await tome("plan", folder, "--debug");
  const requests = [...traced.matchAll(/^> ?GET /gm)].length;
  const reading: number[] = [];
  const planning: number[] = [];
  // The first round loads modules.
  for (let round = -1; round < rounds; round++) {
    const read = await timed(() => readAsPlanDoes({ url, token, organizationId }));
    const plan = await timed(() => tome("plan", folder, "--fail"));
    if (round < 0) continue;
    reading.push(read);
    planning.push(plan);
  }
  return { requests, reading, planning };
}

/** Sends only the requests of a plan, with the same page size and concurrency. */
async function readAsPlanDoes({ url, token, organizationId }: ServedPlatform): Promise<void> {
  const transport = openTransport({ environment: {} });
  const client = openClient({ baseUrl: url, token, transport, userAgent: "tome/bench" });
  const { list, one, sites, teams } = openOrganization(client, organizationId);
  const own = { organizationId };
  await Promise.all([
    one("organization", organization.get, own),
    list("members", member.list, own),
    list("collections", collection.list, own),
    list("spaces", space.list, own),
    list("specifications", openapi.list, own),
    teams().then((all) =>
      Promise.all(
        (all ?? []).map(({ id }) => list("team", team.members, { ...own, teamId: String(id) })),
      ),
    ),
    sites().then((all) =>
      Promise.all(
        (all ?? []).map(({ id }) => one("site", site.structure, { ...own, siteId: String(id) })),
      ),
    ),
  ]);
}

function collector() {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY: false, columns: 100 }), text: () => text };
}
