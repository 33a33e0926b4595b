/** The sites of the sample workspace. Spaces are identified by title. */
import type { CustomizationSettings } from "../../../contract/site-customization.model.ts";
import type { SiteType, SiteVisibility } from "../../../contract/site-values.ts";

export interface SampleSection {
  readonly section: string;
  /** The first space is the default. */
  readonly spaces: readonly string[];
  readonly icon?: string;
  readonly description?: string;
  readonly condition?: string;
}

export interface SampleGroup {
  readonly group: string;
  readonly icon: string;
  readonly holds: readonly SamplePart[];
}

export type SamplePart = SampleSection | SampleGroup;

export interface SampleSite {
  readonly title: string;
  readonly type: SiteType;
  readonly visibility: SiteVisibility;
  readonly published: boolean;
  readonly createdDaysAgo: number;
  /** Whether it is the default content of the organization. */
  readonly isFirst?: true;
  readonly visitorSchema?: object;
  readonly looks?: CustomizationSettings;
  /** Destination URLs by source path. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** The spaces at the root of a site without sections. */
  readonly spaces?: readonly string[];
  readonly parts?: readonly SamplePart[];
}

export const sites: readonly SampleSite[] = [
  {
    title: "Lumen documentation",
    type: "ultimate",
    visibility: "public",
    published: true,
    createdDaysAgo: 345,
    isFirst: true,
    visitorSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        isCustomer: { type: "boolean", description: "Has a paid account" },
        unsigned: {
          type: "object",
          description: "Unsigned claims of the site visitor.",
          properties: {
            showsSupport: { type: "boolean", description: "Came from the help button" },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    looks: {
      styling: { primaryColor: { light: "#c2410c", dark: "#fb923c" }, corners: "rounded" },
      favicon: { emoji: "💡" },
      footer: { copyright: "© Lumen" },
    },
    redirects: {
      "/blog": "https://lumen.example/blog",
      "/roadmap": "https://lumen.example/roadmap",
    },
    parts: [
      { section: "Getting started", spaces: ["Getting started"], icon: "rocket" },
      {
        group: "Product",
        icon: "box",
        holds: [
          {
            section: "User guide",
            spaces: ["User guide", "Benutzerhandbuch", "Guide de l’utilisateur"],
            description: "Dashboards, alerts and everything else, screen by screen",
          },
          {
            section: "Release notes",
            spaces: ["Release notes"],
            description: "Changes in each release",
          },
        ],
      },
      {
        group: "Developers",
        icon: "code",
        holds: [
          { section: "API reference", spaces: ["API reference"] },
          { section: "Command line", spaces: ["Command line"] },
          {
            group: "Client libraries",
            icon: "cubes",
            holds: [
              { section: "JavaScript", spaces: ["JavaScript client"] },
              { section: "Python", spaces: ["Python client"] },
            ],
          },
        ],
      },
      {
        section: "Support",
        spaces: ["Support answers"],
        icon: "life-ring",
        condition:
          "visitor.claims.isCustomer == true || visitor.claims.unsigned.showsSupport == true",
      },
    ],
  },
  {
    title: "Team handbook",
    type: "basic",
    visibility: "visitor-auth",
    published: false,
    createdDaysAgo: 140,
    spaces: ["Welcome", "Support answers"],
  },
];
