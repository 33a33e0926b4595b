/** Minimal client for comparison: requests a list page by page, parses it, and writes a line for each item. */
import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";

const [, , address = "", token = "", organization = "o1"] = process.argv;
const headers = { authorization: `Bearer ${token}` };
const agent = new Agent({ keepAlive: true });
let page = "";

do {
  const url = `${address}/v1/orgs/${organization}/spaces?limit=1000${page === "" ? "" : `&page=${page}`}`;
  const response = await new Promise((resolve, reject) =>
    get(url, { agent, headers }, resolve).on("error", reject),
  );
  const { items, next } = JSON.parse(await text(response));
  const lines = items.map((/** @type {unknown} */ item) => `${JSON.stringify(item)}\n`).join("");
  await new Promise((resolve) => process.stdout.write(lines, resolve));
  page = next?.page ?? "";
} while (page !== "");
agent.destroy();
