/** Content in many languages for determinism tests: collation, case folding, word breaking, dates and numbers. */
import { randomFrom } from "../generators/random.ts";
import type { Ask } from "./walk.ts";

/** Words whose collation, case or boundaries depend on the locale. */
const words = [
  "INDIGO Işık ısı IĞDIR istanbul İZMİR title",
  "Straße STRASSE ÄRGER Zürich Aachen Ångström ångström",
  "naïve naïve café café œuvre ﬁnale ½ Ⅷ",
  "Русский ёлка Ёлка перевод документы",
  "日本語の文書を書く 東京都に住む 中文文档管理",
  "ภาษาไทยไม่มีช่องว่าง การจัดการเอกสาร",
  "العربية وثيقة الوثائق ١٢٣ مستند",
  "हिन्दी दस्तावेज़ क्षत्रिय किताबें",
  "ΟΔΥΣΣΕΥΣ Οδυσσεύς ὈΔΥΣΣΕΎΣ",
  "👩‍👩‍👧‍👦 🇳🇵🇨🇦 👍🏽 page 10 page 9 page 2",
  "running runs ran documentation documents document's",
];
const queries = ["title", "document", "page", "ışık", "STRASSE", "文書", "ไทย", "café documents"];
const plain = "alpha beta gamma delta page title document export import space".split(" ");
const pages = 24;
/** Maximum number of list pages. */
const mostSteps = 12;

interface WalkTarget {
  /** Without `/v1`. */
  readonly base: string;
  readonly organization: string;
}

export async function manyTongues(ask: Ask, { base, organization }: WalkTarget): Promise<void> {
  const { json, list, text } = plainly(ask, base);
  const inside = `/orgs/${organization}`;
  const space = await json("POST", `${inside}/spaces`, { title: "Zürich ışık 日本" });
  const requests = `/spaces/${space}/change-requests`;
  const request = await json("POST", requests, { subject: "Many tongues" });
  const changes = Array.from({ length: pages }, (_, at) => pageNumber(at));
  await json("POST", `${requests}/${request}/content`, { changes });
  const { url } = JSON.parse(await text("GET", `${requests}/${request}/pdf`)) as { url?: string };
  if (url !== undefined) await ask({ method: "GET", url });
  await json("POST", `${requests}/${request}/merge`, {});
  for (const query of queries) {
    for (const from of [inside, `/spaces/${space}`]) {
      await list(`${from}/search?query=${encodeURIComponent(query)}&limit=1`);
    }
  }
  // Rebuilds the index.
  for (const language of ["tr", "ja"]) {
    await text("PATCH", `/spaces/${space}`, { language });
    await text("GET", `/spaces/${space}/search?query=title`);
  }
  await json("POST", `${inside}/conversations`, conversations());
  for (const kind of ["conversations", "conversations-issues", "conversations-clusters"]) {
    await list(`${inside}/${kind}?limit=5`);
  }
  for (const kind of ["spaces", "collections", "members", "sites"]) {
    await list(`${inside}/${kind}?limit=2`);
  }
}

/** Sends a request with a path and a body. */
function plainly(ask: Ask, base: string) {
  const text = async (method: "GET" | "POST" | "PATCH", path: string, body?: object) => {
    const request = { method, url: `${base}/v1${path}` };
    const answer = await ask(
      body === undefined ? request : { ...request, body: JSON.stringify(body) },
    );
    return answer instanceof Error || answer.status >= 300 ? "{}" : String(answer.body) || "{}";
  };
  return {
    text,
    /** @returns the id of the new resource */
    json: async (method: "POST", path: string, body: object): Promise<string> => {
      const { id } = JSON.parse(await text(method, path, body)) as { id?: string };
      return id ?? "none";
    },
    /** Reads all pages of a list. */
    async list(path: string): Promise<void> {
      let next = "";
      for (let step = 0; step < mostSteps; step++) {
        const { next: after } = JSON.parse(await text("GET", path + next)) as {
          next?: { page: string };
        };
        if (!after) return;
        next = `&page=${encodeURIComponent(after.page)}`;
      }
    },
  };
}

function pageNumber(at: number): object {
  const random = randomFrom(at + 1);
  const said = (most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(plain)).join(" ");
  const own = words[at % words.length] ?? "";
  const sections = Array.from(
    { length: 1 + random.below(4) },
    () => `## ${said(3)}\n\n${said(40)}. ${own}\n`,
  );
  return {
    operation: "insert_page",
    title: `${own} ${said(2)}`.slice(0, 60),
    document: { markdown: sections.join("\n") },
  };
}

function conversations(): object {
  const times = ["2026-03-29T02:30:00+02:00", "2025-11-02T01:30:00-07:00", "2025-12-31T23:59:59Z"];
  return {
    conversations: Array.from({ length: 30 }, (_, at) => ({
      id: `mail ${at}`,
      subject: words[at % words.length],
      metadata: { createdAt: times[at % times.length], attributes: { source: "email" } },
      parts: [
        {
          type: "message",
          role: "user",
          body: `How do I ${plain[at % plain.length]} a ${plain[(at * 7) % plain.length]}? ${words[(at * 3) % words.length]}. It fails.`,
        },
      ],
    })),
  };
}
