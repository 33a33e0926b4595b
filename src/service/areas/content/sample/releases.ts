/** The release notes of the sample workspace. */
import type { Draft } from "../drafts.ts";

export const releaseNotes: readonly Draft[] = [
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
