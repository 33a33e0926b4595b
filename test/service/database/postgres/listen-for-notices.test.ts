import { EventEmitter } from "node:events";
import type { Client } from "pg";
import { expect, it } from "vitest";
import { createNoticeListener } from "../../../../src/service/database/postgres/listen-for-notices.ts";

/** A connection to a server, which a test can lose. */
class TestClient extends EventEmitter {
  readonly calls: string[] = [];
  constructor(private readonly failing?: "connect" | "query") {
    super();
  }
  escapeIdentifier(name: string) {
    return `"${name}"`;
  }
  async connect() {
    this.calls.push("connect");
    if (this.failing === "connect") throw new Error("refused");
  }
  async query(sql: string) {
    this.calls.push(sql);
    if (this.failing === "query") throw new Error("lost");
  }
  async end() {
    this.calls.push("end");
    throw new Error("The connection is lost already.");
  }
}

function start(client: TestClient) {
  let notices = 0;
  const listener = createNoticeListener(() => client as EventEmitter as Client)("jobs", () => {
    notices++;
  });
  return { listener, countNotices: () => notices };
}

it("a listener is notified once it listens, and for each notice", async () => {
  const client = new TestClient();
  const { listener, countNotices } = start(client);
  expect([listener.isConnected(), countNotices()]).toEqual([false, 0]);
  await expect.poll(listener.isConnected).toBe(true);
  expect([client.calls, countNotices()]).toEqual([["connect", 'listen "jobs"'], 1]);
  client.emit("notification");
  expect(countNotices()).toBe(2);
  await listener.close();
  expect([client.calls.at(-1), client.calls.length, listener.isConnected()]).toEqual([
    "end",
    3,
    false,
  ]);
});

it.each(["connect", "query"] as const)("a failing %s leaves no connection", async (failing) => {
  const client = new TestClient(failing);
  const { listener, countNotices } = start(client);
  await expect.poll(() => client.calls.at(-1)).toBe("end");
  await listener.close();
  expect(client.calls.filter((call) => call === "end")).toHaveLength(1);
  expect([listener.isConnected(), countNotices()]).toEqual([false, 0]);
});

it.each(["error", "end"])("a listener is not connected after the event %s", async (event) => {
  const client = new TestClient();
  const { listener } = start(client);
  await expect.poll(listener.isConnected).toBe(true);
  client.emit(event, new Error("lost"));
  client.emit("end");
  expect([listener.isConnected(), client.calls.at(-1)]).toEqual([false, "end"]);
  expect(client.calls).toHaveLength(3);
  await listener.close();
  expect(client.calls).toHaveLength(3);
});
