/** Built-in templates with initial pages. `{name}` stands for a reference. */
import type { PageDraft } from "../tree/drafts.ts";

export interface PageTemplate {
  /** The required references by name, each with the kinds that it accepts. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly pages: readonly PageDraft[];
}

export const templates: Readonly<Record<string, PageTemplate>> = {
  "product-docs": {
    needs: {},
    pages: [
      {
        title: "Welcome",
        emoji: "👋",
        markdown: `Describe in two sentences what the product is, and for whom.

{% hint style="info" %}
New here? Begin with the [quickstart](quickstart.md).
{% endhint %}

## What you can do with it

* The most frequent use
* Another use
* The difference from other products
`,
      },
      {
        title: "Quickstart",
        description: "From installation to a first result.",
        markdown: `{% stepper %}
{% step %}
## Install it

Show the one command that most readers need.
{% endstep %}

{% step %}
## Set it up

List the required settings, and where to change them.
{% endstep %}

{% step %}
## See it work

Show the result, and where to go [from here](welcome.md).
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

List the prerequisites.

## Steps

1. First step
2. Second step

## Troubleshooting

The three most common problems, each with its solution.
`,
          },
        ],
      },
      {
        title: "Reference",
        pages: [
          {
            title: "Settings",
            markdown: `| Setting | Default | Description |
| --- | --- | --- |
| \`name\` | none | Display name |
| \`level\` | \`info\` | Log level |
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
        markdown: `Answers to frequent questions, and how to contact us.

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
            markdown:
              "Describe when invoices are sent, what they contain, and how to dispute them.\n",
          },
        ],
      },
      {
        title: "Contact",
        markdown: "Contact address, office hours and response times.\n",
      },
    ],
  },
  "api-reference": {
    needs: { specification: ["openapi", "file", "url"] },
    pages: [
      {
        title: "Introduction",
        markdown: `The purpose of the API, and its base URL.

Every request needs a token; see [authentication](authentication.md).
`,
      },
      {
        title: "Authentication",
        markdown:
          "Get a token, and send it in a header:\n\n```\nAuthorization: Bearer <token>\n```\n",
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
