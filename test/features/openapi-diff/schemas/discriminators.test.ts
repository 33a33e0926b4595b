/** Discriminators: the values of inheritance with allOf, and of listed choices. */
import { expect, test } from "vitest";
import { compareDescriptions } from "../../../../src/features/openapi-diff/compare.ts";
import type { Tree } from "./compare-bodies.ts";

const [text, number] = [{ type: "string" }, { type: "number" }];
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const A = to("Animal");
const animal = (discriminator?: Tree) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: text },
  ...(discriminator !== undefined && { discriminator: { propertyName: "kind", ...discriminator } }),
});
const child = (properties: Tree = {}, parent = "Animal") => ({
  allOf: [to(parent), { type: "object", properties }],
});
const family = (discriminator?: Tree, more: Tree = {}): Tree => ({
  Animal: animal(discriminator),
  Cat: child({ purr: text }),
  Dog: child({ bark: text }),
  ...more,
});
const mapping = (values: Tree) => ({ mapping: values });
const listed = (discriminator: Tree, name = "oneOf") => ({
  [name]: [to("Cat"), to("Dog")],
  discriminator: { propertyName: "kind", ...discriminator },
});
const plain = (isConstant = false): Tree => ({
  Cat: { type: "object", properties: { kind: isConstant ? { const: "cat" } : text, purr: text } },
  Dog: { type: "object", properties: { kind: isConstant ? { const: "dog" } : text, bark: text } },
});

/** A schema of a body, and the components. */
type Version = readonly [Tree, Tree];

function compare([schema, schemas]: Version, [schemaNow, schemasNow]: Version) {
  return (["request", "response"] as const).map((direction) => {
    const describeApi = (own: Tree, components: Tree) => {
      const body = { content: { "application/json": { schema: own } } };
      const operation =
        direction === "request"
          ? { requestBody: { required: true, ...body }, responses: {} }
          : { responses: { 200: { description: "", ...body } } };
      const paths = { "/a": { post: operation } };
      return { openapi: "3.1.0", info: {}, paths, components: { schemas: components } };
    };
    const changes = compareDescriptions(
      describeApi(schema, schemas),
      describeApi(schemaNow, schemasNow),
    );
    return changes.map(
      ({ isBreaking, rule, message }) =>
        `${isBreaking ? "! " : ""}${rule.slice(direction.length + 1)}: ${message}`,
    );
  });
}

test.each<readonly [string, Version, Version, readonly string[], readonly string[]]>([
  [
    "a changed schema that includes the one with the discriminator",
    [A, family({})],
    [A, family({}, { Dog: child({ bark: number }) })],
    ["! type-changed: The type changed from string to number."],
    ["! type-changed: The type changed from string to number."],
  ],
  [
    "an added discriminator",
    [A, family()],
    [A, family({})],
    ["discriminator-added: A discriminator was added."],
    ["discriminator-added: A discriminator was added."],
  ],
  [
    "a removed discriminator",
    [A, family({})],
    [A, family()],
    ["! discriminator-removed: The discriminator was removed."],
    ["! discriminator-removed: The discriminator was removed."],
  ],
  [
    "a removed discriminator without other schemas",
    [A, { Animal: animal({}) }],
    [A, { Animal: animal() }],
    ["discriminator-removed: The discriminator was removed."],
    ["discriminator-removed: The discriminator was removed."],
  ],
  [
    "a removed schema",
    [A, family({})],
    [A, family({}, { Dog: animal() })],
    ["! discriminator-value-changed: The value Dog of the discriminator was removed."],
    ["discriminator-value-changed: The value Dog of the discriminator was removed."],
  ],
  [
    "an added schema",
    [A, family({})],
    [A, family({}, { Bird: child() })],
    ["discriminator-value-added: Added the value Bird to the discriminator, for Bird."],
    ["! discriminator-value-added: Added the value Bird to the discriminator, for Bird."],
  ],
  [
    "an added schema that includes another",
    [A, family({})],
    [A, family({}, { Puppy: child({}, "Dog") })],
    ["discriminator-value-added: Added the value Puppy to the discriminator, for Puppy."],
    ["! discriminator-value-added: Added the value Puppy to the discriminator, for Puppy."],
  ],
  [
    "another value",
    [A, family(mapping({ dog: "Dog" }))],
    [A, family(mapping({ hound: "Dog" }))],
    [
      "! discriminator-value-changed: The value dog of the discriminator was removed.",
      "discriminator-value-added: Added the value hound to the discriminator, for Dog.",
    ],
    [
      "! discriminator-value-added: Added the value hound to the discriminator, for Dog.",
      "discriminator-value-changed: The value dog of the discriminator was removed.",
    ],
  ],
  [
    "a value for another schema",
    [A, family(mapping({ pet: "Dog" }))],
    [A, family(mapping({ pet: "Cat" }))],
    [
      "! discriminator-value-changed: The value pet of the discriminator changed from Dog to Cat.",
      "! discriminator-value-changed: The value Cat of the discriminator was removed.",
      "discriminator-value-added: Added the value Dog to the discriminator, for Dog.",
    ],
    [
      "! discriminator-value-changed: The value pet of the discriminator changed from Dog to Cat.",
      "! discriminator-value-added: Added the value Dog to the discriminator, for Dog.",
      "discriminator-value-changed: The value Cat of the discriminator was removed.",
    ],
  ],
  [
    "a value for a renamed schema",
    [A, family(mapping({ pet: "Dog" }))],
    [A, { ...family(mapping({ pet: "Hound" })), Hound: child({ bark: text }), Dog: animal() }],
    [],
    [],
  ],
  [
    "a mapping that names the usual value",
    [A, family({})],
    [A, family(mapping({ Dog: to("Dog").$ref }))],
    [],
    [],
  ],
  [
    "another property",
    [A, family({})],
    [A, family({ propertyName: "type" })],
    ["! discriminator-changed: The discriminator property changed from kind to type."],
    ["! discriminator-changed: The discriminator property changed from kind to type."],
  ],
  [
    "another default",
    [A, family({ defaultMapping: "Dog" })],
    [A, family({ defaultMapping: "Cat" })],
    [
      "! discriminator-value-changed: The value (any other) of the discriminator changed from Dog to Cat.",
    ],
    [
      "! discriminator-value-changed: The value (any other) of the discriminator changed from Dog to Cat.",
    ],
  ],
  [
    "an added default",
    [A, family({})],
    [A, family({ defaultMapping: "Cat" })],
    ["discriminator-value-added: Added the value (any other) to the discriminator, for Cat."],
    ["! discriminator-value-added: Added the value (any other) to the discriminator, for Cat."],
  ],
  [
    "a value of a sibling",
    [to("Cat"), family(mapping({ dog: "Dog", cat: "Cat" }))],
    [to("Cat"), family(mapping({ hound: "Dog", cat: "Cat" }))],
    [],
    [],
  ],
  [
    "the value of the schema itself",
    [to("Cat"), family(mapping({ cat: "Cat" }))],
    [to("Cat"), family(mapping({ kitten: "Cat" }))],
    [
      "! discriminator-value-changed: The value cat of the discriminator was removed.",
      "discriminator-value-added: Added the value kitten to the discriminator, for Cat.",
    ],
    [
      "! discriminator-value-added: Added the value kitten to the discriminator, for Cat.",
      "discriminator-value-changed: The value cat of the discriminator was removed.",
    ],
  ],
  [
    "a value below a schema",
    [to("Dog"), family({}, { Puppy: child({}, "Dog") })],
    [to("Dog"), family({}, { Puppy: child({ size: text }, "Dog") })],
    ["property-added: Added the optional property size."],
    ["property-added: Added the optional property size."],
  ],
  [
    "a value below a schema without a name",
    [child({ note: text }), family({})],
    [child({ note: text }), family({}, { Dog: child({ bark: number }) })],
    ["! type-changed: The type changed from string to number."],
    ["! type-changed: The type changed from string to number."],
  ],
  [
    "a removed mapping of a listed choice",
    [listed(mapping({ cat: "Cat", dog: "Dog" })), plain()],
    [listed(mapping({ cat: "Cat" })), plain()],
    ["! discriminator-value-changed: The value dog of the discriminator was removed."],
    ["discriminator-value-changed: The value dog of the discriminator was removed."],
  ],
  [
    "a removed mapping of a listed choice with a constant",
    [listed(mapping({ cat: "Cat", dog: "Dog" })), plain(true)],
    [listed(mapping({ cat: "Cat" })), plain(true)],
    [],
    [],
  ],
  [
    "another value of a listed choice with a constant",
    [listed(mapping({ cat: "Cat", dog: "Dog" })), plain(true)],
    [listed(mapping({ cat: "Cat", hound: "Dog" })), plain(true)],
    [
      "! discriminator-value-changed: The value dog of the discriminator was removed.",
      "discriminator-value-added: Added the value hound to the discriminator, for Dog.",
    ],
    [
      "! discriminator-value-added: Added the value hound to the discriminator, for Dog.",
      "discriminator-value-changed: The value dog of the discriminator was removed.",
    ],
  ],
  [
    "another value of a listed choice",
    [listed(mapping({ cat: "Cat", dog: "Dog" }), "anyOf"), plain()],
    [listed(mapping({ cat: "Cat", hound: "Dog" }), "anyOf"), plain()],
    [
      "! discriminator-value-changed: The value dog of the discriminator was removed.",
      "discriminator-value-added: Added the value hound to the discriminator, for Dog.",
    ],
    [
      "! discriminator-value-added: Added the value hound to the discriminator, for Dog.",
      "discriminator-value-changed: The value dog of the discriminator was removed.",
    ],
  ],
  [
    "a removed choice with its value",
    [listed(mapping({ cat: "Cat", dog: "Dog" })), plain()],
    [{ ...listed(mapping({ cat: "Cat" })), oneOf: [to("Cat"), text] }, plain()],
    [
      "! choice-removed: A choice of oneOf was removed: Dog.",
      'choice-added: Added a choice to oneOf: {"type":"string"}.',
    ],
    [
      '! choice-added: Added a choice to oneOf: {"type":"string"}.',
      "choice-removed: A choice of oneOf was removed: Dog.",
    ],
  ],
  [
    "a value that selects another choice",
    [listed(mapping({ pet: "Dog" })), plain()],
    [listed(mapping({ pet: "Cat" })), plain()],
    ["! discriminator-value-changed: The value pet of the discriminator changed from Dog to Cat."],
    ["! discriminator-value-changed: The value pet of the discriminator changed from Dog to Cat."],
  ],
  [
    "a removed discriminator of choices",
    [listed({}), plain()],
    [{ oneOf: [to("Cat"), to("Dog")] }, plain()],
    ["discriminator-removed: The discriminator was removed."],
    ["discriminator-removed: The discriminator was removed."],
  ],
  [
    "choices in place of the schemas that include one",
    [A, family({})],
    [{ ...animal({}), oneOf: [to("Cat"), to("Dog")] }, family({})],
    ["! choices-added: oneOf now allows only values that match one of 2 choices."],
    ["choices-added: oneOf now allows only values that match one of 2 choices."],
  ],
  [
    "a removed discriminator of another schema",
    [to("Cat"), { Animal: animal({}), Cat: child() }],
    [to("Cat"), { Animal: animal(), Cat: child() }],
    ["discriminator-removed: The discriminator was removed."],
    ["discriminator-removed: The discriminator was removed."],
  ],
])("changes by %s", (_, before, now, request, response) => {
  expect(compare(before, now)).toEqual([request, response]);
});
