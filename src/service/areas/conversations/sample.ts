/** Sample conversations; the platform itself finds their issues. */
import type { SampleContext } from "../../core/area.ts";
import { ingest, ingestSlice } from "./ingest.ts";

interface SampleConversation {
  readonly hoursAgo: number;
  readonly source: "email" | "chat";
  readonly subject?: string;
  readonly messages: readonly string[];
  readonly answer?: string;
}

const conversations: readonly SampleConversation[] = [
  {
    hoursAgo: 4,
    source: "email",
    subject: "PDF export leaves out images",
    messages: [
      "The PDF export of our user guide leaves out every image. The pages themselves show them.",
    ],
    answer: "Which format do the images have? SVG files are drawn since last week.",
  },
  {
    hoursAgo: 30,
    source: "chat",
    messages: ["How do I export a whole space as PDF, with its images?"],
    answer: "Open the space and choose Export, then PDF.",
  },
  {
    hoursAgo: 75,
    source: "email",
    subject: "Export as PDF fails",
    messages: ["Since Monday the PDF export fails with a time-out. It is our largest guide."],
  },
  {
    hoursAgo: 50,
    source: "chat",
    messages: ["The alert rules for disk usage never fire. What did we configure wrong?"],
    answer: "Alerts need a channel; is one connected?",
  },
  {
    hoursAgo: 120,
    source: "email",
    subject: "Alert rules do not fire",
    messages: ["Our alert rules do not fire, although disk usage is above the threshold."],
  },
  {
    hoursAgo: 200,
    source: "chat",
    messages: [
      "Alerts arrive twice in our channel.",
      "Another thing: which Python version does the client library support?",
    ],
    answer: "3.10 and later.",
  },
  {
    hoursAgo: 260,
    source: "chat",
    messages: ["Does the Python client library support asynchronous requests?"],
  },
  {
    hoursAgo: 400,
    source: "email",
    subject: "Rate limit of the API",
    messages: ["Our import job meets the rate limit of the API. How long are we to wait?"],
    answer: "The answer's headers say when to go on.",
  },
  {
    hoursAgo: 640,
    source: "chat",
    messages: ["The API answers 429 during our nightly import. Is there a higher rate limit?"],
  },
];

const hour = 60 * 60 * 1000;

export async function seedConversations(seeding: SampleContext): Promise<void> {
  const { db, now, newId, enqueue, owner, organization } = seeding;
  const sampleConversations = conversations.map(
    ({ hoursAgo, source, subject, messages, answer }, index) => ({
      id: `sample-${index + 1}`,
      ...(subject !== undefined && { subject }),
      metadata: {
        createdAt: new Date(now.getTime() - hoursAgo * hour).toISOString(),
        attributes: { source },
      },
      parts: [
        ...messages.map((body) => ({ type: "message" as const, role: "user" as const, body })),
        ...(answer === undefined
          ? []
          : [{ type: "message" as const, role: "team-member" as const, body: answer }]),
      ],
    }),
  );
  const call = { db, now, newId, enqueue, caller: owner };
  for (const slice of await ingest(call, organization, sampleConversations)) {
    await ingestSlice(call, organization, slice);
  }
}
