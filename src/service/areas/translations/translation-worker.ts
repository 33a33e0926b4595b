/** The threads that translate some pages at a time. */
export { collectTexts, translatePieces } from "./translate.ts";
