/** Extensions of Markdown syntax: template tags on a line, and formulas. */
import type { Literal, Parent } from "mdast";
import type { CompileContext, Extension as FromMarkdown, Token } from "mdast-util-from-markdown";
import type { Options as ToMarkdown } from "mdast-util-to-markdown";
import type { Code, Construct, Extension, State, Tokenizer } from "micromark-util-types";

/** `{% name … %}` alone on a line; `value` is the text between the delimiters. */
export interface TagNode extends Literal {
  type: "tag";
}

/** A tag with its content, up to `{% endname %}`. */
export interface TagBlock extends Parent {
  type: "tagBlock";
  value: string;
}

/** `$$…$$` */
export interface Formula extends Literal {
  type: "formula";
}

declare module "mdast" {
  interface RootContentMap {
    tag: TagNode;
    tagBlock: TagBlock;
    formula: Formula;
  }
  interface BlockContentMap {
    tag: TagNode;
    tagBlock: TagBlock;
  }
  interface PhrasingContentMap {
    formula: Formula;
  }
}

declare module "micromark-util-types" {
  interface TokenTypeMap {
    tag: "tag";
    tagSign: "tagSign";
    tagValue: "tagValue";
    formula: "formula";
    formulaData: "formulaData";
    formulaSign: "formulaSign";
  }
}

declare module "mdast-util-to-markdown" {
  interface ConstructNameMap {
    tagBlock: "tagBlock";
  }
}

const isEndOfLine = (code: Code) => code === null || code < -2;
const isBlank = (code: Code) => code === -2 || code === -1 || code === 32;

const [brace, percent, closingBrace, dollar] = [123, 37, 125, 36];

const tokenizeTag: Tokenizer = (effects, ok, nok) => {
  const start: State = (code) => {
    effects.enter("tag");
    effects.enter("tagSign");
    effects.consume(code);
    return (next) => {
      if (next !== percent) return nok(next);
      effects.consume(next);
      effects.exit("tagSign");
      return begin;
    };
  };
  const begin: State = (code) => {
    if (isEndOfLine(code)) return nok(code);
    // A token is never empty, so `{%%}` is text.
    return code === percent ? effects.check(tagEnd, nok, value)(code) : value(code);
  };
  const value: State = (code) => {
    effects.enter("tagValue");
    return inside(code);
  };
  const inside: State = (code) => {
    if (isEndOfLine(code)) return nok(code);
    if (code === percent) return effects.check(tagEnd, close, more)(code);
    return more(code);
  };
  const more: State = (code) => {
    effects.consume(code);
    return inside;
  };
  const close: State = (code) => {
    effects.exit("tagValue");
    effects.enter("tagSign");
    effects.consume(code);
    return (next) => {
      effects.consume(next);
      return after;
    };
  };
  const after: State = (code) => {
    if (isBlank(code)) {
      effects.consume(code);
      return after;
    }
    if (!isEndOfLine(code)) return nok(code);
    effects.exit("tagSign");
    effects.exit("tag");
    return ok(code);
  };
  return start;
};

const tagEnd: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => (code) => {
    effects.enter("tagSign");
    effects.consume(code);
    return (next) => {
      if (next !== closingBrace) return nok(next);
      effects.consume(next);
      effects.exit("tagSign");
      return ok;
    };
  },
};

const tokenizeFormula: Tokenizer = (effects, ok, nok) => {
  let length = 0;
  /** Two characters; `after` continues behind them, `instead` if there is only one. */
  const signs =
    (after: State, instead: State): State =>
    (code) => {
      effects.enter("formulaSign");
      effects.consume(code);
      return (next) => {
        if (next !== dollar) {
          effects.exit("formulaSign");
          return instead(next);
        }
        effects.consume(next);
        effects.exit("formulaSign");
        return after;
      };
    };
  const start: State = (code) => {
    effects.enter("formula");
    return signs(between, nok)(code);
  };
  const between: State = (code) => {
    if (code === null) return nok(code);
    if (isEndOfLine(code)) {
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      return between;
    }
    if (code === dollar) return signs(length === 0 ? nok : end, between)(code);
    effects.enter("formulaData");
    return data(code);
  };
  const data: State = (code) => {
    if (code === dollar || isEndOfLine(code)) {
      effects.exit("formulaData");
      return between(code);
    }
    length++;
    effects.consume(code);
    return data;
  };
  const end: State = (code) => {
    effects.exit("formula");
    return ok(code);
  };
  return start;
};

export const syntax: Extension = {
  flow: { [brace]: { name: "tag", concrete: true, tokenize: tokenizeTag } },
  text: { [dollar]: { name: "formula", tokenize: tokenizeFormula } },
};

export const reading: FromMarkdown = {
  enter: {
    tag(token: Token) {
      this.enter({ type: "tag", value: "" }, token);
    },
    formula(token: Token) {
      const value = this.sliceSerialize(token).slice(2, -2);
      this.enter({ type: "formula", value }, token);
    },
  },
  exit: {
    tagValue(this: CompileContext, token: Token) {
      const node = this.stack.at(-1);
      if (node?.type === "tag") node.value = this.sliceSerialize(token).trim();
    },
    tag(token: Token) {
      this.exit(token);
    },
    formula(token: Token) {
      this.exit(token);
    },
  },
};

/** Lines that may precede the closing tag; others would absorb it. */
const closed = new Set(["paragraph", "heading", "code", "thematicBreak", "tag", "tagBlock"]);

export const writing: ToMarkdown = {
  handlers: {
    tag: (node: TagNode) => `{% ${node.value} %}`,
    tagBlock(node: TagBlock, _parent, state, info) {
      const name = node.value.split(/\s/, 1)[0];
      const exit = state.enter("tagBlock");
      const content = state.containerFlow(node as never, info);
      exit();
      const last = node.children.at(-1);
      const gap = last === undefined || closed.has(last.type) ? "\n" : "\n\n";
      const inside = content === "" ? "\n" : `\n${content}${gap}`;
      return `{% ${node.value} %}${inside}{% end${name} %}`;
    },
    formula: (node: Formula) => `$$${node.value}$$`,
  },
  unsafe: [
    { character: "{", after: "%", atBreak: true },
    { character: "$", after: "\\$", inConstruct: "phrasing" },
    // The id of a heading.
    {
      character: "{",
      after: "#[^\\s{}]+\\}\\s*$",
      inConstruct: ["headingAtx", "headingSetext"],
    },
  ],
};
