/** The templates that every platform has: pages to begin with. `{name}` stands for a reference. */
import type { Draft } from "./drafts.ts";

export interface Template {
  /** The references that it needs, by name, each with the kinds that it accepts. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly pages: readonly Draft[];
}

export const templates: Readonly<Record<string, Template>> = {
  "product-docs": {
    needs: {},
    pages: [
      {
        title: "Welcome",
        emoji: "👋",
        markdown: `Say in two sentences what the product is, and for whom.

{% hint style="info" %}
New here? Begin with the [quickstart](quickstart.md).
{% endhint %}

## What you can do with it

* The first thing that people come for
* The second thing
* What makes it different from what they know
`,
      },
      {
        title: "Quickstart",
        description: "From nothing to a first result.",
        markdown: `{% stepper %}
{% step %}
## Install it

Show the one command that most readers need.
{% endstep %}

{% step %}
## Set it up

Name the least that has to be set, and where.
{% endstep %}

{% step %}
## See it work

Show what the reader sees now, and where to go [from here](welcome.md).
{% endstep %}
{% endstepper %}
`,
      },
      {
        title: "Guides",
        pages: [
          {
            title: "Your first task",
            markdown: `Each guide leads to one result.

## Before you begin

What has to be there already.

## Steps

1. First this
2. Then that

## If it does not work

The three most common reasons, each with its cure.
`,
          },
        ],
      },
      {
        title: "Reference",
        pages: [
          {
            title: "Settings",
            markdown: `| Setting | Default | What it does |
| --- | --- | --- |
| \`name\` | none | What it is called |
| \`level\` | \`info\` | How much is written to the log |
`,
          },
        ],
      },
    ],
  },
  "help-center": {
    needs: {},
    pages: [
      {
        title: "Help center",
        emoji: "🛟",
        markdown: `Answers to what people ask most, and a way to reach us for the rest.

## Popular questions

* [How do I change my password?](account/change-your-password.md)
* [How am I billed?](billing/how-you-are-billed.md)
`,
      },
      {
        title: "Account",
        pages: [
          {
            title: "Change your password",
            markdown: "1. Open your settings\n2. Choose **Password**\n3. Type the new one twice\n",
          },
        ],
      },
      {
        title: "Billing",
        pages: [
          {
            title: "How you are billed",
            markdown: "Say when an invoice comes, what is on it, and how to question it.\n",
          },
        ],
      },
      {
        title: "Contact",
        markdown: "Where to write, when somebody reads it, and how long an answer takes.\n",
      },
    ],
  },
  "api-reference": {
    needs: { specification: ["openapi", "file", "url"] },
    pages: [
      {
        title: "Introduction",
        markdown: `What the API is for, and its base address.

Every request needs a token; see [authentication](authentication.md).
`,
      },
      {
        title: "Authentication",
        markdown:
          "How to get a token, and how to send it:\n\n```\nAuthorization: Bearer <token>\n```\n",
      },
      {
        title: "Operations",
        markdown: `{% openapi src="{specification}" %}
[Specification]({specification})
{% endopenapi %}
`,
      },
    ],
  },
};
