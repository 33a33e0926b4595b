/** Evaluation of `${{ … }}` with GitHub's library. */
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** The contexts of expressions: `{ runner: { temp: "/tmp" } }` defines `runner.temp`. */
export interface Contexts {
  readonly [name: string]: string | Contexts;
}

/** Evaluates an expression to text. Undefined values are empty. */
export function evaluate(expression: string, contexts: Contexts): string {
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
  return new Evaluator(parsed, dictionary(contexts)).evaluate().coerceString();
}

/** Replaces the expressions in texts with their values. */
export function fill(
  texts: Readonly<Record<string, string>>,
  contexts: Contexts,
): Record<string, string> {
  const filled = Object.entries(texts).map(([name, text]): [string, string] => [
    name,
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, contexts)),
  ]);
  return Object.fromEntries(filled);
}

function dictionary(contexts: Contexts): data.Dictionary {
  const pairs = Object.entries(contexts).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? new data.StringData(value) : dictionary(value),
  }));
  return new data.Dictionary(...pairs);
}
