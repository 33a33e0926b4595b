/**
 * Sample pages for colleagues: runbooks, the on-call handbook, support answers and unreleased
 * features.
 */
import type { PageDraft } from "../tree/drafts.ts";

export const runbooks: readonly PageDraft[] = [
  {
    title: "How to use a runbook",
    emoji: "🚨",
    markdown: `Read it aloud while you do it. Write down the time of every step.

- [ ] Say that you are on it
- [ ] Open the runbook of the alert
- [ ] Ask for help after 15 minutes
`,
  },
  {
    title: "Ingest",
    pages: [
      {
        title: "Queue grows",
        markdown: `**Alert:** \`ingest.queue.length > 100 000\`

## Look

\`\`\`sh
lumen signal get ingest.queue.length --last 1h
\`\`\`

## Act

1. Are all workers there? If not, see [Worker is gone](worker-is-gone.md)
2. Did a customer begin to send much more? Limit them for an hour
3. Otherwise call the [ingest team]({{On-call handbook/who-to-call}})
`,
      },
      {
        title: "Worker is gone",
        markdown: `Workers come back by themselves within two minutes. After three, start one by hand:

\`\`\`sh
kubectl rollout restart deployment/ingest-worker
\`\`\`
`,
      },
    ],
  },
  {
    title: "Database",
    pages: [
      {
        title: "Disk is full",
        markdown: `{% hint style="danger" %}
Do **not** delete files by hand.
{% endhint %}

Follow [Make room](make-room.md), then tell the database team.
`,
      },
    ],
  },
];

export const onCall: readonly PageDraft[] = [
  {
    title: "On call",
    emoji: "📟",
    markdown: `You are on call from Tuesday 10:00 to Tuesday 10:00.

* Be able to open a computer within 15 minutes
* [Who to call](who-to-call.md) when you need help
* [Runbooks]({{Incident runbooks}})
`,
  },
  {
    title: "Who to call",
    markdown: `| Team | Channel | Phone |
| --- | --- | --- |
| Ingest | \`#ingest\` | 4711 |
| Database | \`#data\` | 4712 |
| Documentation | \`#docs\` | none |
`,
  },
];

export const supportAnswers: readonly PageDraft[] = [
  {
    title: "Answers",
    emoji: "💬",
    markdown: `Answers that we give more than once. Copy them, and make them better.

* [Connection problems](connection-problems.md)
* [Missing data](missing-data.md)
* [Invoices](invoices.md)
`,
  },
  {
    title: "Connection problems",
    markdown: `> The agent says \`not connected\`.

1. Is port 443 open to \`ingest.lumen.example\`?
2. Is the clock right? A difference of more than five minutes is refused
3. Is the token still valid? Make a new one and [install again]({{Getting started/install}})
`,
  },
  {
    title: "Missing data",
    markdown: `Data older than [13 months]({{User guide/storage#how-long-data-is-kept}}) is gone for good.

If it is younger, ask for the name of the signal and look at the [queue]({{Incident runbooks/ingest/queue-grows}}).
`,
  },
  {
    title: "Invoices",
    markdown: `Invoices come on the first of the month, to the billing address of the workspace.
`,
  },
];

export const beta: readonly PageDraft[] = [
  {
    title: "Beta program",
    emoji: "🧪",
    hidden: true,
    markdown: `Thank you for trying what is not finished. Tell us everything.
`,
  },
];

export const agentHandbook: readonly PageDraft[] = [
  {
    title: "The agent",
    emoji: "📖",
    markdown: `The agent is open source. It reads signals and sends them; see [how it works](how-it-works.md).

\`\`\`sh
git clone https://git.example.com/lumen/agent.git
make
\`\`\`
`,
  },
  {
    title: "How it works",
    markdown: `![The parts of the agent](.gitbook/assets/data-flow.svg)

A **reader** for each source, one **buffer**, one **sender**. The buffer holds an hour.
`,
  },
  {
    title: "Write a reader",
    markdown: `A reader is a program that prints lines:

\`\`\`text
queue.length 12
\`\`\`

Put it into \`/etc/lumen/readers\`. Before you send it to us, read [Contributing]({{Contributing}}).
`,
  },
];

export const contributing: readonly PageDraft[] = [
  {
    title: "Contributing",
    emoji: "🤝",
    markdown: `1. Open an issue and say what you want to do
2. Make a branch
3. Run \`make test\`

We answer within a week. Be kind; see the [code of conduct](code-of-conduct.md).
`,
  },
];
