/** Choices that another choice or schema includes: added, removed, and in place of one schema. */
import { expect, test } from "vitest";
import { compareBodies, type Tree } from "./compare-bodies.ts";
import { cat, discriminator, dog, toCat, toDog } from "./pets.ts";

const [text, number] = [{ type: "string" }, { type: "number" }];

test.each<readonly [string, Tree, Tree, readonly string[], readonly string[]]>([
  [
    "a choice of a told type that is equal to another",
    { oneOf: [toDog, toCat], discriminator },
    { oneOf: [toDog, toCat, { ...dog, title: "Hound" }], discriminator },
    ["choice-added: Added a choice to oneOf: Hound."],
    ["choice-added: Added a choice to oneOf: Hound."],
  ],
  [
    "a choice of oneOf that includes another",
    { oneOf: [{ type: "string", maxLength: 3 }, number] },
    { oneOf: [{ type: "string", maxLength: 3 }, number, { title: "Text", ...text }] },
    [
      "! choices-overlap: Existing values also match the new choice Text of oneOf, which must match exactly one.",
      "choice-added: Added a choice to oneOf: Text.",
    ],
    ["! choice-added: Added a choice to oneOf: Text."],
  ],
  [
    "two choices of strings for one of all strings",
    {
      oneOf: [
        { title: "Id", ...text, format: "uuid" },
        { title: "Mail", ...text, format: "email" },
        number,
      ],
    },
    { oneOf: [text, number] },
    [
      "choice-removed: A choice of oneOf was removed: Mail.",
      "format-changed: The format changed from uuid to not set.",
    ],
    [
      "! format-changed: The format changed from uuid to not set.",
      "choice-removed: A choice of oneOf was removed: Mail.",
    ],
  ],
  [
    "two choices of strings in place of one of all strings",
    { oneOf: [text, number] },
    {
      oneOf: [
        { title: "Id", ...text, format: "uuid" },
        { title: "Mail", ...text, format: "email" },
        number,
      ],
    },
    [
      "! format-changed: The format changed from not set to uuid.",
      "choice-added: Added a choice to oneOf: Mail.",
    ],
    [
      "choice-added: Added a choice to oneOf: Mail.",
      "format-changed: The format changed from not set to uuid.",
    ],
  ],
  [
    "choices of one type for this type",
    {
      oneOf: [
        { title: "Id", ...text, format: "uuid" },
        { title: "Mail", ...text, format: "email" },
      ],
    },
    text,
    [
      "choice-removed: A choice of oneOf was removed: Mail.",
      "format-changed: The format changed from uuid to not set.",
    ],
    [
      "! format-changed: The format changed from uuid to not set.",
      "choice-removed: A choice of oneOf was removed: Mail.",
    ],
  ],
  [
    "choices of one type in place of this type",
    text,
    {
      oneOf: [
        { title: "Id", ...text, format: "uuid" },
        { title: "Mail", ...text, format: "email" },
      ],
    },
    [
      "! format-changed: The format changed from not set to uuid.",
      "choice-added: Added a choice to oneOf: Mail.",
    ],
    [
      "choice-added: Added a choice to oneOf: Mail.",
      "format-changed: The format changed from not set to uuid.",
    ],
  ],
  [
    "a choice that includes another for its type",
    { oneOf: [number, { type: "integer", title: "Count" }] },
    number,
    ["choice-removed: A choice of oneOf was removed: Count."],
    ["choice-removed: A choice of oneOf was removed: Count."],
  ],
  [
    "choices that differ only in title and description, for their type",
    {
      anyOf: [
        { ...text, title: "A" },
        { ...text, description: "B" },
      ],
    },
    text,
    [],
    [],
  ],
  [
    "choices that differ only in title, among other types",
    { anyOf: [{ ...text, title: "A" }, { ...text, title: "B" }, number] },
    { type: ["string", "number"] },
    [],
    [],
  ],
])("changes by %s", (_, before, now, request, response) => {
  expect(compareBodies(before, now, { Dog: dog, Cat: cat })).toEqual([request, response]);
});
