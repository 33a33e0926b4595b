/** Generates conversations about known topics, the same ones for the same seed. */
import type { IngestedConversation } from "../../../../src/contract/conversation.model.ts";

/** Phrases about each topic that no other topic contains. */
const topics: readonly (readonly string[])[] = [
  [
    "export pages to PDF",
    "PDF export misses images",
    "print the guide as PDF",
    "PDF download fails",
  ],
  [
    "sync with GitHub",
    "Git sync stopped",
    "GitHub commits are not imported",
    "branch of the repository",
  ],
  [
    "invite a teammate",
    "invitation email never arrived",
    "add members to my team",
    "teammate cannot join",
  ],
  [
    "custom domain",
    "DNS record for the domain",
    "domain certificate pending",
    "CNAME of my domain",
  ],
  [
    "invoice for last month",
    "change the credit card",
    "billing address on invoices",
    "refund a payment",
  ],
  [
    "search finds nothing",
    "search results are outdated",
    "index for search",
    "search ranking is odd",
  ],
  [
    "SAML login",
    "single sign-on certificate",
    "SSO with our identity provider",
    "SAML assertion rejected",
  ],
  [
    "upload a large image",
    "images look blurred",
    "image upload stuck",
    "drag an image into a page",
  ],
  ["API rate limit", "token for the API", "API answers 429", "REST endpoint for the API"],
  [
    "translate our docs",
    "translation into German",
    "language variants",
    "translated pages outdated",
  ],
  ["delete a space", "restore a deleted space", "trash of spaces", "space deleted by mistake"],
  ["dark theme colors", "change the theme", "logo in dark theme", "font of the theme"],
];

const openings = [
  "Hello, I have a question.",
  "Hi there!",
  "We are stuck.",
  "Good morning,",
  "Could you help?",
];
const closings = ["Thanks a lot.", "Please help.", "It is urgent.", "What can we do?", "Any idea?"];

export interface Generated {
  readonly conversation: IngestedConversation;
  readonly topic: number;
}

/** @param seed an integer; equal seeds give equal conversations */
export function generated(count: number, seed = 1): readonly Generated[] {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const topic = Math.floor(random() * topics.length);
    const phrases = topics[topic] ?? [];
    const body = `${pick(openings)} ${pick(phrases)}: ${pick(phrases)}. ${pick(closings)}`;
    return {
      topic,
      conversation: {
        id: `C-${index}`,
        subject: pick(phrases),
        metadata: {
          createdAt: new Date(Date.UTC(2026, 1, 1) + index * 60_000).toISOString(),
          attributes: { source: "email" },
        },
        parts: [
          { type: "message", role: "user", body },
          { type: "message", role: "team-member", body: "Thank you for writing to us." },
        ],
      },
    };
  });
}

/** mulberry32: small, and sufficient for choosing words. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The share of issues in a cluster whose main topic is theirs: 1 if no cluster mixes topics. An
 * issue without a cluster counts as a separate cluster.
 */
export function getPurity(
  assigned: readonly { readonly cluster: string | null; readonly topic: number }[],
): number {
  const clusters = new Map<string | null, Map<number, number>>();
  for (const { cluster, topic } of assigned) {
    const topics = clusters.get(cluster) ?? new Map<number, number>();
    clusters.set(cluster, topics.set(topic, (topics.get(topic) ?? 0) + 1));
  }
  const pure = [...clusters.values()].map((topics) => Math.max(...topics.values()));
  return pure.reduce((sum, count) => sum + count, 0) / assigned.length;
}
