/** Content of the sample spaces, with the files, the release notes and the translated guides. */
import type { PageDraft } from "../tree/drafts.ts";
import type { Variables } from "../tree/tree.ts";
import { apiReference, commandLine, javascriptClient, pythonClient } from "./developers.ts";
import { gettingStarted, userGuide, welcome } from "./product.ts";
import { agentHandbook, beta, contributing, onCall, runbooks, supportAnswers } from "./team.ts";

interface SampleFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="80" font-family="sans-serif" font-size="14">
  <g fill="#eef1ff" stroke="#4a6cf7">
    <rect x="5" y="20" width="110" height="40" rx="6"/>
    <rect x="155" y="20" width="110" height="40" rx="6"/>
    <rect x="305" y="20" width="110" height="40" rx="6"/>
  </g>
  <g text-anchor="middle">
    <text x="60" y="45">Service</text>
    <text x="210" y="45">Agent</text>
    <text x="360" y="45">Lumen</text>
  </g>
  <path d="M115 40h36m-8-5 8 5-8 5M265 40h36m-8-5 8 5-8 5" fill="none" stroke="#4a6cf7"/>
</svg>
`;

const table = `at,signal,value
2026-01-31T09:30:00Z,queue.length,12
2026-01-31T09:31:00Z,queue.length,14
2026-01-31T09:32:00Z,queue.length,9
`;

/** Three charts in a row, as a PNG. */
const picture = [
  "iVBORw0KGgoAAAANSUhEUgAAAPAAAABaBAMAAAB0/MYpAAAAD1BMVEX6+vzN0NhKbPcQoG7reChkimliAAAAvklEQV",
  "R42u3agQ2CMBCFYYgLlBWYwMQV2H8mq5XzcoXWhig9879cSPq49GMAhoEQQnxmquW5Nda2QsNlKaHyYaN6FhIaLgMG",
  "BgYGBv4QnueNxViu8OV2zd+/yx14WYA7gSOQw6nsEI5Np3BUz4S17Q02dmpe5SHY2MDAwH5gUTUsDbBVgTP1R7AwGp",
  "bSISy2hh/lUVhsYOA/g/WxK9ioHcFGlfK7cGGKsJkM3hxgYGBgYGBg4Bb4tJ8TCCHEU+40gcQGUqdMzwAAAABJRU5E",
  "rkJggg==",
].join("");

export const files = {
  drawing: {
    name: "data-flow.svg",
    contentType: "image/svg+xml",
    bytes: Buffer.from(drawing),
  },
  picture: {
    name: "dashboard.png",
    contentType: "image/png",
    bytes: Buffer.from(picture, "base64"),
  },
  table: { name: "signals.csv", contentType: "text/csv", bytes: Buffer.from(table) },
} satisfies Readonly<Record<string, SampleFile>>;

const releaseNotes: readonly PageDraft[] = [
  {
    title: "What is new",
    markdown: `The newest version is [3.4](versions/3-4.md). Versions are released every six weeks.
`,
  },
  {
    title: "Versions",
    pages: [
      {
        title: "3.4",
        slug: "3-4",
        markdown: `## New

* [Schedules]({{User guide/alerts/schedules}}) know public holidays
* Dashboards can be copied

## Fixed

* ~~Charts jumped when~~ Charts no longer jump when a signal was late
`,
      },
      {
        title: "3.3",
        slug: "3-3",
        markdown: `## New

* Routes by time of day

## Changed

* Logs are kept for 30 days; they were kept for 14

The notes before this one are in the [old system](https://releases.example.com/3.2).
`,
      },
    ],
  },
];

const german: readonly PageDraft[] = [
  {
    title: "Über dieses Handbuch",
    markdown: `Dieses Handbuch ist die Übersetzung des [User guide]({{User guide}}).

Fangen Sie mit den [Begriffen](begriffe.md) an.
`,
  },
  {
    title: "Begriffe",
    markdown: `## Dienst

Alles, was Anfragen beantwortet: ein Programm, eine Datenbank, eine Warteschlange.

## Messwert

Eine Zahl, die ein Dienst immer wieder sendet.

## Alarm

Eine Regel über Messwerte, die jemanden ruft. Siehe [Alarme](alarme.md).
`,
  },
  {
    title: "Alarme",
    markdown: `Ein Alarm hat eine **Regel**, eine **Stufe** und einen **Weg**.

| Stufe | Was geschieht |
| --- | --- |
| \`info\` | Es wird aufgeschrieben |
| \`critical\` | Jemand wird gerufen |

Noch nicht übersetzt: [Zeitpläne](zeitplaene.md).
`,
  },
];

const french: readonly PageDraft[] = [
  {
    title: "À propos de ce guide",
    markdown: `Ce guide est la traduction du [User guide]({{User guide}}).

Commencez par les [notions](notions.md).
`,
  },
  {
    title: "Notions",
    markdown: `## Service

Tout ce qui répond à des requêtes : un programme, une base de données, une file d’attente.

## Signal

Un nombre qu’un service envoie sans cesse.

## Alerte

Une règle sur des signaux, qui appelle quelqu’un.
`,
  },
];

export interface SampleContent {
  /** The title of the space. */
  readonly space: string;
  readonly pages: readonly PageDraft[];
  readonly files?: readonly SampleFile[];
  readonly variables?: Variables;
}

export const sampleSpaces: readonly SampleContent[] = [
  { space: "Welcome", pages: welcome },
  { space: "Getting started", pages: gettingStarted, files: [files.drawing] },
  {
    space: "User guide",
    pages: userGuide,
    files: [files.picture, files.table],
    variables: { product: "Lumen", version: "3.4" },
  },
  { space: "Release notes", pages: releaseNotes },
  { space: "Benutzerhandbuch", pages: german },
  { space: "Guide de l’utilisateur", pages: french },
  { space: "API reference", pages: apiReference },
  { space: "Command line", pages: commandLine },
  { space: "JavaScript client", pages: javascriptClient },
  { space: "Python client", pages: pythonClient },
  { space: "Incident runbooks", pages: runbooks },
  { space: "On-call handbook", pages: onCall },
  { space: "Support answers", pages: supportAnswers },
  { space: "Beta program", pages: beta },
  { space: "Agent handbook", pages: agentHandbook, files: [files.drawing] },
  { space: "Contributing", pages: contributing },
];
