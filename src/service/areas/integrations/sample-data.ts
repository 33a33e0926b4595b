/** Integrations of the sample workspace, and events of the first one. */
import type { IntegrationManifest } from "./manifest.ts";

type SampleManifest = Omit<IntegrationManifest, "organization">;

const createIcon = (color: string, path: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${color}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`,
  ).toString("base64");

/** The name of the installed one. */
export const installedName = "link-watch";

const linkWatch: SampleManifest = {
  integrationName: installedName,
  title: "Link watch",
  description: "Posts to the docs channel when an edit breaks a link",
  summary:
    "Reads every page after a change, checks its links, and posts broken ones to a chat channel.",
  visibility: "private",
  target: "space",
  scopes: ["space:content:read", "space:metadata:read"],
  categories: ["content"],
  icon: createIcon("#2f6f4f", "M9 15l6-6M8 12l-2 2a3 3 0 0 0 4 4l2-2M16 12l2-2a3 3 0 0 0-4-4l-2 2"),
  configurations: {
    account: {
      properties: {
        channel: {
          type: "string",
          title: "Channel",
          description: "Channel for broken links",
          default: "#docs",
        },
      },
      required: ["channel"],
    },
  },
  externalLinks: [{ url: "https://example.com/link-watch", label: "Documentation" }],
  contentSecurityPolicy: "default-src 'none'; connect-src https://hooks.example.com",
  script: "export default { onEvent: (event) => report(event) };",
};

/** Its versions, oldest first. */
export const versions: readonly { readonly daysAgo: number; readonly fields: SampleManifest }[] = [
  {
    daysAgo: 63,
    fields: {
      ...linkWatch,
      scopes: ["space:content:read"],
      script: "export default { onEvent: () => {} };",
    },
  },
  { daysAgo: 12, fields: linkWatch },
];

/** Published by the second organization for everyone. */
export const shared: { readonly daysAgo: number; readonly fields: SampleManifest } = {
  daysAgo: 140,
  fields: {
    integrationName: "whiteboard",
    title: "Whiteboard",
    description: "Shows a board in place of its link",
    visibility: "public",
    target: "all",
    scopes: ["space:content:read"],
    categories: ["collaboration", "content"],
    icon: createIcon("#8a4fbf", "M6 7h12M6 12h8M6 17h5"),
    blocks: [
      {
        id: "board",
        title: "Board",
        description: "A board that readers can pan and zoom",
        urlUnfurl: ["https://boards.example.com/b/**"],
      },
    ],
    script: "export default { blocks: { board: (link) => frame(link) } };",
  },
};

export interface SampleEvent {
  readonly daysAgo: number;
  /** The title of the space whose content changed; absent for the installation itself. */
  readonly space?: string;
  readonly taken: boolean;
  /** The report of each attempt. */
  readonly attempts: readonly string[];
}

/** Oldest first. */
export const events: readonly SampleEvent[] = [
  { daysAgo: 62, taken: true, attempts: ["the tunnel responded with 200 in 38 ms."] },
  {
    daysAgo: 9,
    space: "API reference",
    taken: true,
    attempts: [
      "the tunnel responded with 503 in 12 ms: restarting",
      "the tunnel responded with 200 in 84 ms.",
    ],
  },
  {
    daysAgo: 4,
    space: "Getting started",
    taken: false,
    attempts: ["the tunnel responded with 422 in 19 ms: page 3 has no title"],
  },
  {
    daysAgo: 1,
    space: "API reference",
    taken: true,
    attempts: ["the tunnel responded with 200 in 41 ms."],
  },
];
