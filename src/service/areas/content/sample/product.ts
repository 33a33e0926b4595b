/** Sample pages for customers: getting started and the user guide. */
import type { PageDraft } from "../tree/drafts.ts";

export const welcome: readonly PageDraft[] = [
  {
    title: "Welcome",
    emoji: "👋",
    markdown: `This workspace holds everything we write about **Lumen**, the monitoring product.

| You want to… | Read |
| --- | --- |
| try Lumen | [Getting started]({{Getting started}}) |
| look something up | [User guide]({{User guide}}) |
| build on it | [API reference]({{API reference}}) |

## Who we are

The documentation team is Mara, Tomás and Priya. Ask us in \`#docs\`, or open a change request.
`,
  },
  {
    title: "How we write",
    description: "The rules that every page keeps.",
    markdown: `## One page, one question

If a page answers two questions, it is two pages.

## Words

* Say **you** to the reader and **Lumen** for the product.
* Prefer a short word to a long one.
* Never write *simply* or *just*.

## Screenshots

Only where words fail. See the [checklist](../checklists/before-you-publish.md) first.
`,
    pages: [
      {
        title: "Word list",
        markdown: `| Say | Not |
| --- | --- |
| alert | alarm, notification |
| service | app, system |
| on call | on-call duty |

The old list was on the [intranet](https://intranet.example.com/word-list).
`,
      },
    ],
  },
  {
    title: "Checklists",
    pages: [
      {
        title: "Before you publish",
        markdown: `- [ ] Every link was clicked
- [ ] Every command was run
- [ ] A colleague has read it
- [ ] It follows [how we write](../how-we-write/README.md)
`,
      },
    ],
  },
];

export const gettingStarted: readonly PageDraft[] = [
  {
    title: "Overview",
    emoji: "🚀",
    markdown: `Lumen watches your services and tells the right person when one of them is in trouble.

![How data reaches Lumen](.gitbook/assets/data-flow.svg)

{% hint style="info" %}
It takes about ten minutes from here to a [first alert](first-alert.md).
{% endhint %}
`,
  },
  {
    title: "Install the agent",
    slug: "install",
    description: "On Linux, in a container, or in Kubernetes.",
    markdown: `The agent runs beside your services and sends what it sees.

{% tabs %}
{% tab title="Linux" %}
\`\`\`sh
curl -fsSL https://get.lumen.example/agent.sh | sudo sh
\`\`\`
{% endtab %}

{% tab title="Container" %}
\`\`\`sh
docker run --detach --name lumen-agent registry.lumen.example/agent:3
\`\`\`
{% endtab %}
{% endtabs %}

## Check that it runs

\`\`\`sh
lumen agent status
\`\`\`

If it says \`connected\`, go on with your [first alert](first-alert.md). If not, see
[Connection problems]({{Support answers/connection-problems}}).
`,
  },
  {
    title: "First alert",
    markdown: `1. Open **Alerts** and choose **New**
2. Pick a service
3. Set the level: \`error rate > 2 %\` for five minutes
4. Choose who is called

For the recipients of alerts, see [Alerts]({{User guide/alerts}}).

## Try it

{% code title="Send a test" lineNumbers="true" %}
\`\`\`sh
lumen alert send --test --service checkout
\`\`\`
{% endcode %}
`,
  },
  {
    title: "Next steps",
    markdown: `* Connect a [second service](install.md#check-that-it-runs)
* Build a [dashboard]({{User guide/dashboards}})
* Read about [pricing](pricing.md)
`,
  },
];

export const userGuide: readonly PageDraft[] = [
  {
    title: "About this guide",
    markdown: `This guide describes <code class="expression">space.vars.product</code> version <code class="expression">space.vars.version</code>.

Begin with [Concepts](concepts.md) if you are new, or jump to [Alerts](alerts/README.md).
`,
  },
  {
    title: "Concepts",
    markdown: `## Service

Anything that answers requests: a program, a database, a queue.

## Signal

A number that a service sends again and again. Signals are kept for 13 months; see
[how long data is kept](storage.md#how-long-data-is-kept).

## Alert

A rule over signals that notifies the person on call. See [Alerts](alerts/README.md).
`,
  },
  {
    title: "Alerts",
    description: "Rules that notify the person on call.",
    markdown: `An alert has a **rule**, a **level** and a **route**.

{% content-ref url="routes.md" %}
[routes.md](routes.md)
{% endcontent-ref %}

## Rules

A rule compares a signal with a limit, for some time:

\`\`\`yaml
signal: http.error_rate
above: 0.02
for: 5m
\`\`\`

## Levels

| Level | What happens |
| --- | --- |
| \`info\` | It is logged |
| \`warning\` | The team's channel is notified |
| \`critical\` | The person on call is called |
`,
    pages: [
      {
        title: "Routes",
        markdown: `A route determines the recipients of an alert. The first matching route applies.

1. By service
2. By level
3. By time of day

A route can call a person, a team, or a [schedule](schedules.md).
`,
      },
      {
        title: "Schedules",
        markdown: `A schedule determines who is on call.

<details>

<summary>What happens on public holidays</summary>

Nothing changes, unless you say so in the schedule.

</details>

See also the [on-call handbook]({{On-call handbook}}).
`,
      },
      {
        title: "Silence an alert",
        slug: "silence",
        markdown: `Silence an alert while you work on its cause.

{% hint style="warning" %}
A silenced alert sends **no** notifications. Set an end.
{% endhint %}

The command is described in [the command line]({{Command line/commands}}), and older versions in
[the archive](../archive/silence-2.md).
`,
      },
    ],
  },
  {
    title: "Dashboards",
    markdown: `A dashboard shows signals side by side.

<figure><img src=".gitbook/assets/dashboard.png" alt="Three charts in a row"><figcaption><p>A dashboard with three signals</p></figcaption></figure>

## Add a chart

Choose **Add**, then a signal. The value of a chart over time $$t$$ is the mean
$$\\frac{1}{n}\\sum x_i$$ of all that were sent.

## Share it

Anyone in the workspace sees it. To show it outside, [export](storage.md#export) the data:

{% file src=".gitbook/assets/signals.csv" %}
`,
  },
  {
    title: "Storage",
    markdown: `## How long data is kept

| Data | Kept for |
| --- | ---: |
| Signals | 13 months |
| Logs | 30 days |
| Alerts | always |

## Export

Download signals as CSV, or ask the [API]({{API reference/signals}}) for them.[^limit]

[^limit]: At most 10 000 rows at a time.
`,
  },
  {
    title: "People and roles",
    markdown: `{% if visitor.claims.isCustomer == true %}
Single sign-on is part of your plan.
{% endif %}

| Role | May |
| --- | --- |
| Viewer | look |
| Editor | change dashboards and alerts |
| Admin | invite people |

To invite a user, see [Invites](invites.md).
`,
  },
  { title: "Status page", target: { kind: "url", url: "https://status.example.com/" } },
];
