/** Sample pages for developers: the API, the command line, and the clients. */
import type { PageDraft } from "../tree/drafts.ts";

export const apiReference: readonly PageDraft[] = [
  {
    title: "Introduction",
    emoji: "🔌",
    markdown: `The API of Lumen is JSON over HTTPS.

\`\`\`http
GET /v2/services HTTP/1.1
Host: api.lumen.example
Authorization: Bearer <token>
\`\`\`

Continue with [authentication](authentication.md), or take a client:
[JavaScript]({{JavaScript client}}) or [Python]({{Python client}}).
`,
  },
  {
    title: "Authentication",
    markdown: `## Tokens

Make a token under **Settings → Tokens**. It is shown once.

{% hint style="danger" %}
A token acts as you. Never put it into a page, a log or a repository.
{% endhint %}

## Errors

| Status | Meaning |
| --- | --- |
| \`401\` | There is no valid token |
| \`403\` | The token may not do this; see [people and roles]({{User guide/people-and-roles}}) |
`,
  },
  {
    title: "Signals",
    description: "Reading and sending numbers.",
    markdown: `## Read

\`GET /v2/signals/{name}?from=…&to=…\`

| Parameter | Type | Default |
| --- | --- | --- |
| \`from\` | time | an hour ago |
| \`to\` | time | now |
| \`step\` | duration | \`1m\` |

## Send

\`\`\`json
{ "name": "queue.length", "value": 12, "at": "2026-01-31T09:30:00Z" }
\`\`\`

Up to 1 000 values go into one request. More are refused with [\`413\`](errors.md#413).
`,
  },
  {
    title: "Alerts",
    markdown: `An alert of the API is the same as one of the [user guide]({{User guide/alerts}}).

- \`GET /v2/alerts\`
- \`POST /v2/alerts\`
- \`POST /v2/alerts/{id}/silence\`
`,
  },
  {
    title: "Errors",
    markdown: `Every error has a code and a sentence.

## 400

The request does not keep to this reference.

## 413

It is too large.

## 429

There were too many. Wait as long as the header \`Retry-After\` says.
`,
  },
];

export const commandLine: readonly PageDraft[] = [
  {
    title: "Overview",
    emoji: "⌨️",
    markdown: `The program \`lumen\` does from a terminal what you do in the browser.

\`\`\`sh
npm install --global https://get.lumen.example/cli.tgz
lumen login
\`\`\`

All [commands](commands.md) take \`--help\`.
`,
  },
  {
    title: "Commands",
    markdown: `## agent

\`lumen agent status\` says whether the agent is connected. To get it, see
[Install the agent]({{Getting started/install}}).

## alert

\`lumen alert list\`, \`lumen alert send --test\`, \`lumen alert silence <id> --until <time>\`

## signal

\`lumen signal get <name>\` prints values; with \`--csv\` as a table.
`,
  },
  {
    title: "In a pipeline",
    markdown: `Set \`LUMEN_TOKEN\` and never log in.

\`\`\`yaml
steps:
  - run: lumen signal send deploy.count 1
    env:
      LUMEN_TOKEN: \${{ secrets.LUMEN_TOKEN }}
\`\`\`

Exit codes are listed under [Commands](commands.md#exit-codes).
`,
  },
];

export const javascriptClient: readonly PageDraft[] = [
  {
    title: "JavaScript client",
    emoji: "🟨",
    markdown: `\`\`\`sh
npm install https://get.lumen.example/client.tgz
\`\`\`

\`\`\`js
import { Lumen } from "lumen-client";

const lumen = new Lumen({ token: process.env.LUMEN_TOKEN });
await lumen.send("queue.length", 12);
\`\`\`

Every method is described in the [reference](reference.md).
`,
  },
  {
    title: "Reference",
    markdown: `## send

\`send(name, value, at?)\` sends one value; see [Signals]({{API reference/signals#send}}).

## read

\`read(name, { from, to, step })\` answers a list of values.
`,
  },
];

export const pythonClient: readonly PageDraft[] = [
  {
    title: "Python client",
    emoji: "🐍",
    markdown: `\`\`\`sh
pip install https://get.lumen.example/lumen_client.tar.gz
\`\`\`

\`\`\`python
from lumen import Lumen

lumen = Lumen()
lumen.send("queue.length", 12)
\`\`\`

The client retries by itself; see [Retries](retries.md).
`,
  },
  {
    title: "Retries",
    markdown: `A request that failed is sent again after 1, 2 and 4 seconds, and never after a \`4xx\` but
[\`429\`]({{API reference/errors#429}}).
`,
  },
];
