/** Requests whose token is revoked while they are prepared, run or present their result. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint, listRoutePrefixes } from "../../../../src/contract/endpoint.ts";
import { text } from "../../../../src/contract/fields.ts";
import { DeferredResponse } from "../../../../src/service/core/deferred-response.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import type { RouteModule } from "../../../../src/service/core/route-module.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";
import { onPostgres } from "../../../support/platforms/postgres/databases.ts";

const output = async () => z.unknown();
const input = { name: text("Name") };
const common = { summary: "Rename", input, output, unaudited: true } as const;

const contract = {
  read: endpoint({ ...common, operation: "read", route: "GET /names/{name}" }),
  ask: endpoint({ ...common, operation: "ask", route: "POST /names/{name}/ask", reads: true }),
  write: endpoint({ ...common, operation: "write", route: "POST /names/{name}" }),
  prepare: endpoint({ ...common, operation: "prepare", route: "POST /names/{name}/prepare" }),
  defer: endpoint({ ...common, operation: "defer", route: "POST /names/{name}/defer" }),
};

interface NameInput {
  readonly name: string;
}

/** A service whose operations rename the caller, and call `during` while they run. */
async function openNames(during: (call: Call) => Promise<unknown>) {
  const rename = async ({ db, caller }: Pick<Call, "db" | "caller">, name: string) => {
    await db.updateTable("users").set({ display_name: name }).where("id", "=", caller).execute();
  };
  const module: RouteModule = {
    routePrefixes: listRoutePrefixes(Object.values(contract)),
    contract: async () => contract,
    load: async () => ({
      async read(_input: object, call: Call) {
        await during(call);
        return { caller: call.caller };
      },
      async ask(_input: object, call: Call) {
        await during(call);
        return { caller: call.caller };
      },
      async write(one: object, call: Call) {
        await rename(call, (one as NameInput).name);
        await during(call);
        return {};
      },
      async prepare(one: object, call: Call) {
        await rename(call, (one as NameInput).name);
        return {};
      },
      async defer(one: object, call: Call) {
        await rename(call, `${(one as NameInput).name} 1`);
        return new DeferredResponse(undefined, async (_asker, write) => {
          await during(call);
          await write(({ db }) =>
            rename({ db, caller: call.caller }, `${(one as NameInput).name} 2`),
          );
          return { caller: call.caller };
        });
      },
    }),
    preparations: async () => ({
      async prepare(_input: object, call: Call) {
        await during(call);
      },
    }),
  };
  const { service, ask } = await openTestPlatform({ routeModules: [module] });
  const { owner } = await service.admin.beginning();
  const token = await issueToken(service.db, { user: owner, label: "test", now: new Date() });
  const before = await service.db.selectFrom("users").select(["id", "display_name"]).execute();
  return {
    service,
    owner,
    before,
    send: (what: string) => ask(what, { token }),
    revoke: () => service.db.deleteFrom("tokens").where("user_id", "=", owner).execute(),
    findName: async () =>
      (
        await service.db
          .selectFrom("users")
          .select("display_name")
          .where("id", "=", owner)
          .executeTakeFirstOrThrow()
      ).display_name,
  };
}

test.each([
  { what: "GET /v1/names/New", isRead: true, name: undefined },
  { what: "POST /v1/names/New/ask", isRead: true, name: undefined },
  { what: "POST /v1/names/New", isRead: false, name: "New" },
  { what: "POST /v1/names/New/prepare", isRead: false, name: "New" },
  { what: "POST /v1/names/New/defer", isRead: true, name: "New 2" },
])("$what is answered if its token stays", async ({ what, isRead, name }) => {
  const { send, findName, owner, before } = await openNames(async () => undefined);
  const { status, body } = await send(what);
  expect([status, body]).toEqual([200, isRead ? { caller: owner } : {}]);
  expect(await findName()).toBe(name ?? before.find(({ id }) => id === owner)?.display_name);
});

/** With several processes, only a long wait causes another look at the token. */
test.skipIf(onPostgres).each([
  { what: "GET /v1/names/New", name: undefined },
  { what: "POST /v1/names/New/ask", name: undefined },
  { what: "POST /v1/names/New/prepare", name: undefined },
  { what: "POST /v1/names/New/defer", name: "New 1" },
])("$what is refused if its token is revoked meanwhile", async ({ what, name }) => {
  let revoke = async (): Promise<unknown> => undefined;
  const names = await openNames(() => revoke());
  revoke = names.revoke;
  const answer = await names.send(what);
  expect([answer.status, getMessage(answer)]).toEqual([
    401,
    "The token was revoked or expired while the request was waiting.",
  ]);
  const old = names.before.find(({ id }) => id === names.owner)?.display_name;
  expect(await names.findName()).toBe(name ?? old);
});

test("a write may revoke its own token", async () => {
  let revoke = async (_call: Call): Promise<unknown> => undefined;
  const names = await openNames((call) => revoke(call));
  revoke = ({ db }) => db.deleteFrom("tokens").where("user_id", "=", names.owner).execute();
  expect((await names.send("POST /v1/names/New")).status).toBeLessThan(300);
  expect(await names.findName()).toBe("New");
  expect((await names.send("GET /v1/names/New")).status).toBe(401);
});
