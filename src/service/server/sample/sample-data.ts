/** Data of the sample workspace: the documentation team of Lumen, a monitoring product. */
import type { Language } from "../../../contract/languages.ts";
import type { AccessLevel, Role } from "../../../contract/roles.ts";

export interface SamplePerson {
  readonly name: string;
  readonly email: string;
  readonly role: Role | null;
  readonly joinedDaysAgo: number;
  readonly seenHoursAgo?: number;
}

export interface SampleSpaceRow {
  readonly space: string;
  readonly emoji?: string;
  readonly language?: Language;
  readonly level?: AccessLevel | null;
  readonly locked?: true;
  readonly createdDaysAgo: number;
  readonly updatedHoursAgo: number;
  readonly deletedDaysAgo?: number;
}

export interface SampleCollection {
  readonly collection: string;
  readonly description?: string;
  readonly level?: AccessLevel | null;
  readonly createdDaysAgo: number;
  readonly holds: readonly SampleItem[];
}

export type SampleItem = SampleSpaceRow | SampleCollection;

export const people: readonly SamplePerson[] = [
  {
    name: "Mara Lindqvist",
    email: "mara@example.com",
    role: "admin",
    joinedDaysAgo: 412,
    seenHoursAgo: 3,
  },
  {
    name: "Tomás Herrera",
    email: "tomas@example.com",
    role: "create",
    joinedDaysAgo: 371,
    seenHoursAgo: 1,
  },
  {
    name: "Priya Raman",
    email: "priya@example.com",
    role: "review",
    joinedDaysAgo: 288,
    seenHoursAgo: 26,
  },
  {
    name: "Jonas Weber",
    email: "jonas@example.com",
    role: "edit",
    joinedDaysAgo: 190,
    seenHoursAgo: 5,
  },
  {
    name: "Aiko Tanaka",
    email: "aiko@example.com",
    role: "comment",
    joinedDaysAgo: 121,
    seenHoursAgo: 170,
  },
  { name: "Samuel Osei", email: "samuel@example.com", role: "read", joinedDaysAgo: 64 },
  {
    name: "Claire Dubois",
    email: "claire@example.com",
    role: null,
    joinedDaysAgo: 12,
    seenHoursAgo: 40,
  },
];

export const content: readonly SampleItem[] = [
  { space: "Welcome", emoji: "👋", language: "en", createdDaysAgo: 410, updatedHoursAgo: 700 },
  {
    collection: "Product documentation",
    description: "Everything that customers read about Lumen",
    createdDaysAgo: 409,
    holds: [
      {
        space: "Getting started",
        emoji: "🚀",
        language: "en",
        createdDaysAgo: 408,
        updatedHoursAgo: 30,
      },
      { space: "User guide", emoji: "📘", language: "en", createdDaysAgo: 408, updatedHoursAgo: 4 },
      {
        space: "Release notes",
        emoji: "📣",
        language: "en",
        locked: true,
        createdDaysAgo: 350,
        updatedHoursAgo: 120,
      },
      {
        collection: "Translations",
        description: "The user guide in other languages",
        createdDaysAgo: 240,
        holds: [
          {
            space: "Benutzerhandbuch",
            emoji: "📗",
            language: "de",
            createdDaysAgo: 239,
            updatedHoursAgo: 310,
          },
          {
            space: "Guide de l’utilisateur",
            emoji: "📙",
            language: "fr",
            createdDaysAgo: 198,
            updatedHoursAgo: 480,
          },
        ],
      },
    ],
  },
  {
    collection: "Developers",
    description: "Reference and guides for those who build on Lumen",
    level: "comment",
    createdDaysAgo: 380,
    holds: [
      {
        space: "API reference",
        emoji: "🔌",
        language: "en",
        createdDaysAgo: 379,
        updatedHoursAgo: 52,
      },
      {
        space: "Command line",
        emoji: "⌨️",
        language: "en",
        createdDaysAgo: 260,
        updatedHoursAgo: 96,
      },
      {
        collection: "Client libraries",
        createdDaysAgo: 255,
        holds: [
          {
            space: "JavaScript client",
            emoji: "🟨",
            language: "en",
            createdDaysAgo: 254,
            updatedHoursAgo: 75,
          },
          {
            space: "Python client",
            emoji: "🐍",
            language: "en",
            level: "edit",
            createdDaysAgo: 231,
            updatedHoursAgo: 410,
          },
        ],
      },
    ],
  },
  {
    collection: "Operations",
    description: "Only for admins and the people named",
    level: null,
    createdDaysAgo: 300,
    holds: [
      {
        space: "Incident runbooks",
        emoji: "🚨",
        language: "en",
        createdDaysAgo: 299,
        updatedHoursAgo: 18,
      },
      {
        space: "On-call handbook",
        emoji: "📟",
        language: "en",
        level: "read",
        createdDaysAgo: 210,
        updatedHoursAgo: 620,
      },
    ],
  },
  {
    space: "Support answers",
    emoji: "💬",
    language: "en",
    level: "edit",
    createdDaysAgo: 150,
    updatedHoursAgo: 9,
  },
  {
    space: "Beta program",
    emoji: "🧪",
    language: "en",
    createdDaysAgo: 95,
    updatedHoursAgo: 60,
    deletedDaysAgo: 2,
  },
];

/** The domain of the sample users, verified by the operator. */
export const sampleDomain = "example.com";

/** The second organization, for transfers. */
export const secondOrganization = {
  title: "Open Source Docs",
  emailDomains: ["opensource.example"],
  createdDaysAgo: 330,
  people: ["mara@example.com", "tomas@example.com"],
  /** A member of the second organization only, with an invitation to the first one. */
  invited: { name: "Noor Haddad", email: "noor@opensource.example", role: "review" },
  content: [
    {
      collection: "Agent",
      description: "The open-source agent that sends data to Lumen",
      createdDaysAgo: 329,
      holds: [
        {
          space: "Agent handbook",
          emoji: "📖",
          language: "en",
          createdDaysAgo: 328,
          updatedHoursAgo: 88,
        },
      ],
    },
    {
      space: "Contributing",
      emoji: "🤝",
      language: "en",
      createdDaysAgo: 320,
      updatedHoursAgo: 1200,
    },
  ],
} as const satisfies {
  readonly title: string;
  readonly emailDomains: readonly string[];
  readonly invited: { readonly name: string; readonly email: string; readonly role: Role };
  readonly createdDaysAgo: number;
  readonly people: readonly string[];
  readonly content: readonly SampleItem[];
};
