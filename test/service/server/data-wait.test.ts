import { expect, test } from "vitest";
import { createDataWait } from "../../../src/service/server/data-wait.ts";
import type { Transition } from "../../../src/service/server/ready-file.ts";

const patience = { command: 5, silentServer: 60, server: 600 };
const starting = (beat: number): Transition => ({ pid: 12, state: "starting", beat });

/**
 * @param start the time of the first attempt
 * @returns the time since then and the text of the notes and of the error, in at most 1000 units
 */
function follow(findServer: (now: number) => Transition | undefined, start: number): string[] {
  const events: string[] = [];
  let now = 0;
  const check = createDataWait("/data", patience, (text) => events.push(`${now} ${text}`));
  try {
    for (; now < 1000; now++) check(findServer(now), start + now);
  } catch (error) {
    events.push(`${now} ${error}`);
  }
  return events;
}

const inUse =
  "ApiError: Another command has the data in /data open. Wait for it to end, or use another data folder.";
const hangs = (state: string) =>
  `ApiError: Process 12, a server of the data in /data, is still ${state} and seems to hang. End that process, or use another data folder.`;
const waits = (state: string) =>
  `Waiting for process 12, a server of the data in /data that is ${state}.`;

test.each<[string, (now: number) => Transition | undefined, string[]]>([
  ["a command", () => undefined, [`5 ${inUse}`]],
  ["a silent server", () => starting(0), [`5 ${waits("starting")}`, `60 ${hangs("starting")}`]],
  [
    "a server that falls silent",
    (now) => starting(Math.min(now, 100)),
    [`5 ${waits("starting")}`, `160 ${hangs("starting")}`],
  ],
  [
    "a server with rare signs of life",
    (now) => starting(Math.floor(now / 59)),
    [`5 ${waits("starting")}`, `600 ${hangs("starting")}`],
  ],
  [
    "a server that stops",
    () => ({ ...starting(0), state: "stopping" }),
    [`5 ${waits("stopping")}`, `60 ${hangs("stopping")}`],
  ],
  ["a server, then a command", (now) => (now < 3 ? starting(0) : undefined), [`8 ${inUse}`]],
  [
    "a command, then a server",
    (now) => (now < 4 ? undefined : starting(0)),
    [`5 ${waits("starting")}`, `64 ${hangs("starting")}`],
  ],
])("the wait for %s ends in time", (_, findServer, events) => {
  for (const start of [0, 7, 5000]) expect(follow(findServer, start)).toEqual(events);
});
