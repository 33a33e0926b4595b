/** The sample's user guide in other languages. */
import type { Draft } from "../drafts.ts";

export const german: readonly Draft[] = [
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

export const french: readonly Draft[] = [
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
