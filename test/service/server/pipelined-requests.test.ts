import { expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import {
  answersIn,
  body,
  close,
  exchange,
  long,
  startRaw,
} from "../../support/requests/raw-requests.ts";

slowTest("many pipelined requests are executed and answered in order", async () => {
  const { served, own, get, post } = await startRaw();
  const made = `${post}${long}\r\n${body}`;
  const last = `GET /v1/user HTTP/1.1\r\n${own}${close}\r\n`;
  const sent = `${made}${`${get}\r\n`.repeat(800)}${made}${last}`;
  const many = answersIn(await exchange(served, sent)).map(({ status }) => status);
  expect(many).toEqual([201, ...Array(800).fill(200), 201, 200]);
});

slowTest(
  "pipelined requests before an invalid one are executed and answered in order",
  async () => {
    const { served, own, post } = await startRaw();
    const made = `${post}${long}\r\n${body}`;
    const ended = `CONNECT evil.example:443 HTTP/1.1\r\n${own}\r\n`;
    const broken = `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`;
    for (const [fault, status] of [[ended, 405] as const, [broken, 400] as const]) {
      const answers = answersIn(await exchange(served, `${made}${made}${fault}${made}`));
      expect(answers.map((answer) => answer.status)).toEqual([201, 201, status]);
    }
  },
);

test("an error after a complete request is returned after its response, and not in its place", async () => {
  const { served, entries, post } = await startRaw();
  const sent = `${post}${long}\r\n${body}GARBAGE\r\n\r\n`;
  const [made, fault, ...others] = answersIn(await exchange(served, sent));
  expect([made?.status, fault?.status, others]).toEqual([201, 400, []]);
  expect(JSON.parse(made?.body ?? "")).toMatchObject({ title: "Mine" });
  expect(entries.map(({ status }) => status)).toEqual([201, 400]);
});
