/** Built-in templates of style guides, each one page. */
import type { Output } from "../../../contract/endpoint.ts";
import type { templates } from "../../../contract/styleguide.ts";

type BuiltInStyleguide = Output<typeof templates>["templates"][number];

export const styleguideTemplates: readonly BuiltInStyleguide[] = [
  {
    id: "plain-language",
    title: "Plain language",
    subtitle: "Short sentences and common words for every reader",
    emoji: "🪶",
    markdown: `## Voice

* Address the reader as *you*.
* Use the active voice and the present tense.
* State the result first, then the reason.

## Sentences

* Write one idea in each sentence, in 20 words or less.
* Prefer common words: *use* instead of *utilize*, *start* instead of *initiate*.
* Remove words without a meaning: *simply*, *just*, *please note that*.

## Words

* Use one term for one concept, everywhere.
* Explain an abbreviation at its first occurrence.
`,
  },
  {
    id: "developer-docs",
    title: "Developer documentation",
    subtitle: "References, tutorials and code samples",
    emoji: "🧰",
    markdown: `## Page types

* A tutorial leads to one result, step by step.
* A guide answers one question of a reader who knows the product.
* A reference is complete, and each entry has the same parts.

## Code

* Each sample runs as it is, or states what is missing.
* Show the output after the command.
* Mark names of parameters, files and commands as code.

## Headings

* Use sentence case.
* A heading names its subject: *Rotate a key*, not *Keys*.

## Links

* The text of a link names its target. Do not write *click here*.
`,
  },
  {
    id: "product-help",
    title: "Product help",
    subtitle: "Instructions for users of an application",
    emoji: "🛟",
    markdown: `## Instructions

* Begin each step with a verb: *Select*, *Enter*, *Open*.
* Name the place before the action: *In the settings, select Members.*
* Number the steps if their order matters, and use at most nine.

## User interface

* Write labels in bold, exactly as in the application.
* Write *select* for buttons, menus and links.

## Images

* Show only the part that the text describes.
* Each image has an alternative text.

## Tone

* Do not blame the reader for an error. State how to correct it.
`,
  },
];
