/**
 * --dry-run of every command that accepts it: no write reaches the transport, and the command
 * prints its requests or refuses its input.
 */
import { expect, test } from "vitest";
import { listFlags } from "../../src/app/parse/global-flags.ts";
import { getMethod } from "../../src/contract/endpoint.ts";
import { everyLine, parents } from "../support/commands/command-lines.ts";
import { openTome } from "../support/commands/tome.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { answerTo, endpoints, getOperation } from "../support/generators/any-answers.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";

/** Commands whose generated input is refused before a request; the lines below replace them. */
const refused = new Set([
  "saml certificate add",
  "saml certificate remove",
  "site sort",
  "site space customization update",
  "site redirect create",
  "site redirect update",
  "site redirect put",
  "site customization update",
  "cr resolve",
  "git import",
  "git export",
  "backup restore",
  "translation glossary add",
  "translation glossary update",
]);

const id = "X1000000000000000000";

/** Lines with flags that the generated ones do not have. */
const more: readonly string[] = [
  `site redirect create /old --to https://example.com`,
  `site redirect update ${id} --draft`,
  `site customization update ${id} --primary-color #336699`,
  `site space customization update ${id} --primary-color #336699`,
  "git import --url https://example.com/a.git --ref refs/heads/main",
  "git import --ref refs/heads/main",
  "git export --url https://example.com/a.git --ref refs/heads/main",
  `git connect ${id} --repo https://github.com/acme/docs.git --branch main`,
  "space create --title Probe --from-folder .",
  "translation glossary add --term fr=espace",
  "cr replace 1 one --with two --all",
];

/** Runs commands with a platform that answers each operation with a valid response. */
async function openAnswers() {
  const answers = new Map(
    await Promise.all(
      endpoints.map(
        async (endpoint) => [endpoint, JSON.stringify(await answerTo(endpoint))] as const,
      ),
    ),
  );
  const server = await serve(({ method, url }, response) => {
    const endpoint = getOperation(method, url);
    const text = endpoint && answers.get(endpoint);
    response.writeHead(text === undefined ? 204 : 200, { "content-type": "application/json" });
    response.end(text);
  });
  const folder = temporaryFolder();
  const env = { ...parents, TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
  const tome = openTome();
  const run = (args: readonly string[]) => tome(args, { env, cwd: folder });
  return { server, folder, run };
}

slowTest(
  "no command sends a write in a dry run, whether it reads first or not",
  async () => {
    const { server, folder, run } = await openAnswers();
    const writes: string[] = [];
    const failed: string[] = [];
    const accepting = (await everyLine(folder)).filter(({ verb }) =>
      listFlags(verb, true, false).some(({ long }) => long === "dry-run"),
    );
    expect(accepting.filter(({ verb }) => verb.kind === "custom").length).toBeGreaterThan(20);
    const lines = [
      ...sample(accepting, 40),
      ...sample(more, 4).map((words) => ({ words, args: words.split(" ") })),
    ];
    for (const { words, args } of lines) {
      const before = server.seen.length;
      const { code, stdout, stderr } = await run([...args, "--dry-run"]);
      for (const { method, url } of server.seen.slice(before)) {
        const endpoint = getOperation(method, url);
        const isRead = endpoint?.reads === true || (endpoint && getMethod(endpoint) === "GET");
        if (!isRead) writes.push(`tome ${words}: ${method} ${url}`);
      }
      if (code !== 0 && !refused.has(words))
        failed.push(`tome ${words}: ${code} ${stderr} ${stdout.slice(0, 80)}`);
    }
    expect(writes).toEqual([]);
    expect(failed).toEqual([]);
  },
  600_000,
);

test("a dry run of a read prints the request that the command sends", async () => {
  const { server, folder, run } = await openAnswers();
  const different: string[] = [];
  let compared = 0;
  const queries = (await everyLine(folder)).filter(({ verb }) => verb.kind === "query");
  const tried = sample(queries, 15);
  for (const { words, args } of tried) {
    const described = await run([...args, "--dry-run"]);
    if (described.code !== 0) continue;
    const before = server.seen.length;
    await run(args);
    const sent = server.seen.slice(before).map(({ url }) => new URL(url, server.url).href);
    const { url } = JSON.parse(described.stdout);
    // Secrets in URLs are not printed.
    if (url.includes("[removed]")) continue;
    compared += 1;
    if (!sent.includes(url)) different.push(`tome ${words}: ${url}, but ${sent.join(", ")}`);
  }
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(tried.length / 2);
}, 600_000);
