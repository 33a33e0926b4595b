/** The scripts that social images can show. */

/**
 * Letters of other scripts: the fonts have none of East and South Asia, and right-to-left scripts need
 * an order of letters that differs from the order of the text.
 */
const otherLetters =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]/u;

export function isDrawable(text: string): boolean {
  return /\S/.test(text) && !otherLetters.test(text);
}
