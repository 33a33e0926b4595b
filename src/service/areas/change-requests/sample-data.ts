/**
 * Change requests and discussions of the sample workspace, as data. Users are identified by email
 * address.
 */
import type { ContentChange } from "../../../contract/cr-content.model.ts";

export interface SampleReply {
  readonly by: string;
  readonly hoursAgo: number;
  readonly text: string;
}

export interface SampleComment {
  readonly by: string;
  readonly hoursAgo: number;
  readonly text: string;
  readonly replies?: readonly SampleReply[];
  readonly reactions?: readonly { readonly by: string; readonly emoji: string }[];
  readonly resolved?: { readonly by: string; readonly hoursAgo: number };
}

export interface SampleReview {
  readonly by: string;
  readonly hoursAgo: number;
  readonly status: "approved" | "changes-requested";
  readonly text?: string;
}

export interface SampleChangeRequest {
  readonly by: string;
  readonly hoursAgo: number;
  readonly subject: string;
  /** Markdown. */
  readonly description?: string;
  readonly status: "draft" | "open" | "archived" | "merged";
  readonly changes?: readonly ContentChange[];
  readonly reviewers?: readonly string[];
  readonly reviews?: readonly SampleReview[];
  readonly comments?: readonly SampleComment[];
}

export interface SampleDiscussion {
  /** The title of a space. */
  readonly space: string;
  readonly comments?: readonly SampleComment[];
  readonly changeRequests?: readonly SampleChangeRequest[];
}

const [mara, tomas, priya, jonas, aiko] = [
  "mara@example.com",
  "tomas@example.com",
  "priya@example.com",
  "jonas@example.com",
  "aiko@example.com",
];

function createPage(title: string, markdown: string, description?: string): ContentChange {
  return {
    operation: "insert_page",
    title,
    document: { markdown },
    ...(description !== undefined && { description }),
  };
}

export const sampleSpaces: readonly SampleDiscussion[] = [
  {
    space: "User guide",
    comments: [
      {
        by: aiko,
        hoursAgo: 96,
        text: "Customers keep asking how long data is kept. Could the guide say so near the top?",
        replies: [
          { by: tomas, hoursAgo: 93, text: "It could. I’ll write it into the page on *storage*." },
          { by: aiko, hoursAgo: 92, text: "Thank you!" },
        ],
        reactions: [
          { by: jonas, emoji: "👍" },
          { by: priya, emoji: "👍" },
          { by: tomas, emoji: "👀" },
        ],
      },
      {
        by: jonas,
        hoursAgo: 300,
        text: "The screenshots still show the old menu.",
        replies: [{ by: tomas, hoursAgo: 290, text: "Replaced." }],
        resolved: { by: tomas, hoursAgo: 289 },
      },
    ],
    changeRequests: [
      {
        by: jonas,
        hoursAgo: 240,
        subject: "Say what a workspace is",
        description: "New customers ask for it in the first hour.",
        status: "merged",
        changes: [
          createPage(
            "What a workspace is",
            "A **workspace** holds everything that a team watches: its services, its dashboards and its alerts.\n\n* Every person belongs to one workspace or more.\n* Data never moves between workspaces.\n",
          ),
        ],
        reviews: [{ by: priya, hoursAgo: 236, status: "approved" }],
      },
      {
        by: tomas,
        hoursAgo: 50,
        subject: "Explain how alerts are routed",
        description:
          "Support spends an hour a day on this.\n\n* what a route is\n* who is called first\n* how to test it without an alert\n",
        status: "open",
        changes: [
          createPage(
            "Alert routing",
            "An alert goes to the **first route** that matches it.\n\n## Conditions of a route\n\n| Field | Example |\n| --- | --- |\n| `service` | `checkout` |\n| `severity` | `critical` |\n\n## Trying it out\n\n```sh\nlumen alert send --test --service checkout\n```\n\nA test alert does not notify users who are off duty.\n",
            "Recipients and times of alerts",
          ),
        ],
        reviewers: [priya, mara],
        reviews: [
          {
            by: priya,
            hoursAgo: 30,
            status: "changes-requested",
            text: "The order of the routes matters, and the page does not say so yet.",
          },
        ],
        comments: [
          {
            by: jonas,
            hoursAgo: 44,
            text: "Is `--test` in the released command line already?",
            replies: [
              { by: tomas, hoursAgo: 43, text: "Since 4.1, yes." },
              { by: jonas, hoursAgo: 42, text: "Then I’m happy." },
            ],
            reactions: [{ by: priya, emoji: "🎉" }],
          },
          {
            by: aiko,
            hoursAgo: 40,
            text: "Typo in the table: *criticall*.",
            resolved: { by: tomas, hoursAgo: 39 },
          },
        ],
      },
      {
        by: jonas,
        hoursAgo: 20,
        subject: "Tidy the glossary",
        status: "draft",
        changes: [createPage("Glossary", "**Probe**\\\nA program that measures one thing.\n")],
      },
    ],
  },
  {
    space: "Getting started",
    changeRequests: [
      {
        by: mara,
        hoursAgo: 500,
        subject: "Screenshots of the old installer",
        status: "archived",
      },
      {
        by: jonas,
        hoursAgo: 28,
        subject: "Installation in three steps instead of seven",
        description: "The other four are done by the installer now.",
        status: "open",
        changes: [
          createPage(
            "Quick installation",
            "1. Download the installer.\n2. Run it.\n3. Open the address that it prints.\n",
          ),
        ],
        reviewers: [priya],
        reviews: [{ by: priya, hoursAgo: 6, status: "approved", text: "Much better." }],
      },
    ],
  },
  {
    space: "Release notes",
    changeRequests: [
      {
        by: tomas,
        hoursAgo: 9,
        subject: "Notes for 4.2",
        status: "draft",
        changes: [createPage("4.2", "## New\n\n- [x] Alert routing\n- [ ] Quiet hours\n")],
      },
    ],
  },
  {
    space: "Welcome",
    comments: [
      {
        by: priya,
        hoursAgo: 150,
        text: "Let us greet people in their own language here.",
        reactions: [{ by: mara, emoji: "❤️" }],
      },
    ],
  },
];
