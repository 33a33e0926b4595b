/** Bots and browsers, by the user agent of a request, which is not stored. */

/** Names of the API, by a part of the user agent; the first that matches counts. */
const bots: readonly (readonly [part: string, name: string])[] = [
  ["googlebot", "googlebot"],
  ["google-extended", "gemini"],
  ["bingbot", "bingbot"],
  ["duckassistbot", "duckassist"],
  ["duckduckbot", "duckduckbot"],
  ["facebookexternalhit", "facebookbot"],
  ["meta-externalfetcher", "meta-fetcher"],
  ["meta-webindexer", "meta-webindexer"],
  ["meta-externalagent", "meta"],
  ["applebot", "applebot"],
  ["chatgpt-user", "chatgpt"],
  ["oai-searchbot", "openai"],
  ["gptbot", "gptbot"],
  ["claudebot", "claudebot"],
  ["claude-code", "claude-code"],
  ["claude", "claude"],
  ["anthropic", "anthropic"],
  ["perplexity", "perplexity"],
  ["cohere", "cohere"],
  ["mistral", "mistral"],
  ["deepseek", "deepseek"],
  ["bytespider", "bytespider"],
  ["ccbot", "ccbot"],
  ["amzn-searchbot", "amzn-searchbot"],
  ["amzn-user", "amzn-user"],
  ["amazonbot", "amazonbot"],
  ["youbot", "youbot"],
  ["github-copilot", "github-copilot"],
  ["cursor/", "cursor"],
  ["codex", "codex"],
  ["opencode", "opencode"],
  ["grok", "grok"],
];

/** Signs of programs without a name of their own. */
const unknownBot = /bot\b|crawl|spider|slurp|preview|curl\/|wget\/|python-|headless|^node\b|^tome/;

/** The results for recent user agents. Process-wide: a result depends only on its key. */
const recentBots = new Map<string, string>();
const mostRecentBots = 500;

/** @returns the name of a bot in the API, `unknown` for another program, empty for a browser */
export function findBot(userAgent: string | undefined): string {
  // Browsers always send one.
  if (userAgent === undefined || userAgent === "") return "unknown";
  const text = userAgent.slice(0, 300);
  const recent = recentBots.get(text);
  if (recent !== undefined) return recent;
  const name = detectBot(text.toLowerCase());
  if (recentBots.size >= mostRecentBots) recentBots.clear();
  recentBots.set(text, name);
  return name;
}

function detectBot(text: string): string {
  const bot = bots.find(([part]) => text.includes(part));
  if (bot) return bot[1];
  return unknownBot.test(text) ? "unknown" : "";
}
