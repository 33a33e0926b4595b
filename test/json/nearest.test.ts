import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestFew } from "../../src/json/nearest.ts";

const letters = fc.stringMatching(/^[a-m]{4,12}$/);

test("a word with one missing letter suggests every name that contains the word", () => {
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0 }),
      (words, at) => {
        const word = words[at % words.length] ?? "";
        const cut = at % word.length;
        const mistyped = word.slice(0, cut) + word.slice(cut + 1);
        expect(nearestFew(mistyped, [words.join("-")], 1)).toEqual([words.join("-")]);
      },
    ),
  );
});

test("letters that a name does not have suggest nothing", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[n-z]{1,20}$/), fc.array(letters), (word, names) => {
      expect(nearestFew(word, names, 3)).toEqual([]);
    }),
  );
});
