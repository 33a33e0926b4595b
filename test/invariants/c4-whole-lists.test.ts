import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const seed = 20_264;
const pages = 8;

const item = (page: number, at: number) => ({ object: "space", id: `s${page}-${at}`, title: "T" });
const items = (page: number) => [0, 1, 2].map((at) => item(page, at));
const next = (page: number) => (page + 1 < pages ? { next: { page: `${page + 1}` } } : {});

/** The failures of a page in the middle of a list. */
const interruptions: Readonly<Record<string, (response: ServerResponse, page: number) => void>> = {
  "an error": (response) => answerJson(response, 500, { error: { code: 500, message: "Oops" } }),
  "a page that is gone": (response) =>
    answerJson(response, 400, { error: { code: 400, message: "No such page" } }),
  "a reset": (response) => void response.socket?.resetAndDestroy(),
  "half a page": (response, page) => {
    const text = JSON.stringify({ items: items(page), ...next(page) });
    response.writeHead(200, { "content-type": "application/json" });
    response.write(text.slice(0, text.length / 2), () => response.socket?.end());
  },
  "a circle": (response, page) =>
    answerJson(response, 200, { items: items(page), next: { page: "1" } }),
  "the same page again": (response, page) =>
    answerJson(response, 200, { items: items(page), next: { page: `${page}` } }),
  "an item of an earlier page": (response, page) =>
    answerJson(response, 200, { items: [item(page - 1, 2), ...items(page)], ...next(page) }),
  "no items": (response, page) => answerJson(response, 200, next(page)),
  "a next without a page": (response, page) =>
    answerJson(response, 200, { items: items(page), next: {} }),
  "a web page": (response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>"),
};

const forms = ["json", "ndjson", "table", "yaml", "csv", "tsv", "id"];

test("an interrupted list fails in every format, and its output is recognizably incomplete", async () => {
  const random = randomFrom(seed);
  let interruption: keyof typeof interruptions = "";
  let broken = 0;
  const server = await serve((seen, response) => {
    const page = Number(new URL(seen.url, "http://x").searchParams.get("page") ?? 0);
    if (page === broken) interruptions[interruption]?.(response, page);
    else answerJson(response, 200, { items: items(page), ...next(page) });
  });
  const tome = openTome();
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "t", TOME_ORG: "organization00000001" };
  const kinds = Object.keys(interruptions);
  const count = amount({ short: 2 * kinds.length, full: 2000 });
  const whole = countFaults();
  for (let at = 0; at < count; at++) {
    interruption = kinds[at % kinds.length] ?? "";
    broken = 1 + random.below(pages - 2);
    const form = forms[at % forms.length] ?? "json";
    const ran = await tome(`space list --all --format ${form} --retries 0`, { env });
    const told = JSON.stringify({ interruption, broken, form, ran });
    whole.add(ran.code === 0);
    expect(ran.code, told).not.toBe(0);
    expect(ran.stderr, told).not.toBe("");
    if (form === "json") expect(isJson(ran.stdout), told).toBe(false);
    expect(ran.stdout, told).not.toContain(`s${pages - 1}-`);
  }
  report(
    "C4",
    `${count} interrupted lists in ${forms.length} forms (seed ${seed}), ${whole.total()} that ended well`,
  );
}, 600_000);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
