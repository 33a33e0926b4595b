import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createHistoryAccess } from "../../../src/app/run/history.ts";
import { openClient } from "../../../src/client/client.ts";
import type { LocalPlatform, ResolvedSettings } from "../../../src/context.ts";
import * as space from "../../../src/contract/space.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { manualClock } from "../../support/network/client.ts";

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly local?: boolean;
  readonly client?: string;
  readonly state?: string;
}

function open({ env = {}, local = false, client, state = temporaryFolder() }: Options = {}) {
  const warnings: string[] = [];
  const access = createHistoryAccess({
    line: "space update",
    settings: createPartial<ResolvedSettings>({
      local,
      profile: { value: "work", from: "flag --profile" },
      baseUrl: { value: "https://api.example", from: "profile work" },
    }),
    env: { XDG_STATE_HOME: state, HOME: state, ...env },
    local: createPartial<LocalPlatform>({ location: "/data/local" }),
    warn: (text) => void warnings.push(text),
    client,
  });
  const send = async (many = false, status = 200) => {
    const api = openClient({
      baseUrl: "https://api.example",
      token: undefined,
      userAgent: "tome/test",
      retries: 0,
      clock: manualClock(),
      log: access.log(many),
      transport: async ({ method }) => ({
        status: method === "GET" ? 404 : status,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id: "S1", title: "Guide" }),
      }),
    });
    await api.call(space.update, { spaceId: "S1", title: "Guide" }).catch(() => {});
  };
  const folder = join(state, "tome", "history");
  return { ...access, send, warnings, folder };
}

describe("the history of a command", () => {
  test("has its writes, with the command, profile, platform and program", async () => {
    const { send, open: read, warnings, folder } = open({ client: "agent 1" });
    await send();
    const history = await read();
    expect(history).toMatchObject({ folder, origin: "https://api.example" });
    expect(await history.entries()).toMatchObject([
      {
        command: "space update",
        profile: "work",
        origin: "https://api.example",
        client: "agent 1",
      },
    ]);
    expect(warnings).toEqual([]);
  });

  test("belongs to the data of a local platform", async () => {
    const { send, open: read } = open({ local: true });
    await send();
    const history = await read();
    expect(history.origin).toBe("/data/local");
    expect(await history.entries()).toMatchObject([{ origin: "/data/local" }]);
  });

  test("is not written with TOME_HISTORY=off, and only with this value", async () => {
    for (const [value, count] of [
      ["off", 0],
      ["on", 1],
      ["", 1],
    ] as const) {
      const { send, log, folder } = open({ env: { TOME_HISTORY: value } });
      expect(log(false) === undefined).toBe(value === "off");
      await send();
      expect(existsSync(folder) ? 1 : 0).toBe(count);
    }
  });

  test("that cannot be stored is a warning, and the write is sent", async () => {
    const state = join(temporaryFolder(), "file");
    writeFileSync(state, "");
    const { send, warnings, folder } = open({ state });
    await send();
    await send();
    expect(new Set(warnings)).toEqual(
      new Set([
        `The history folder ${folder} cannot be created, so this command cannot be undone. Set XDG_STATE_HOME to another folder, or set TOME_HISTORY=off.`,
      ]),
    );
  });

  test("of several clients is one", async () => {
    const { send, open: read } = open();
    await Promise.all([send(), send(true), send()]);
    expect(await (await read()).entries()).toHaveLength(3);
  });

  test("stores the outcome of a write that was unknown", async () => {
    const state = temporaryFolder();
    const { send, open: read } = open({ state });
    await send(false, 500);
    const history = await read();
    const [entry] = await history.entries();
    expect(entry?.outcome).toBe("unknown");
    await history.resolve(entry?.entry ?? "", { outcome: "done" });
    const [resolved] = await (await open({ state }).open()).entries();
    expect(resolved).toMatchObject({
      entry: entry?.entry,
      outcome: "done",
      ended: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test("has no effect before the first write", async () => {
    const { endAccepted, folder } = open();
    await endAccepted();
    expect(existsSync(folder)).toBe(false);
  });
});
