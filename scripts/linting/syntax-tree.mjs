/** Traversal of syntax trees for the lint rules: declared names and comments. */

/**
 * @param {any} node
 * @param {(node: any) => void} see
 */
export function walk(node, see) {
  if (Array.isArray(node)) for (const one of node) walk(one, see);
  else if (typeof node === "object" && node !== null) {
    if (typeof node.type === "string") see(node);
    for (const value of Object.values(node)) walk(value, see);
  }
}

/** @param {any} node */
export function isFunction(node) {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSDeclareFunction)$/.test(
    node?.type,
  );
}

/**
 * The names that a file declares: variables, parameters, functions, classes and their members, types and
 * imports. Object keys and type properties are data; a pattern such as `{ title }` repeats one.
 * @param {any} program
 * @returns {{ name: string, index: number, isPublic: boolean }[]} `isPublic` for functions, types and exports
 */
export function declaredNames(program) {
  /** @type {Map<number, { name: string, index: number, isPublic: boolean }>} */
  const names = new Map();
  walk(program, (node) => {
    for (const [target, isPublic] of listDeclarations(node)) {
      for (const { name, start } of identifiersIn(target)) {
        const before = names.get(start)?.isPublic === true;
        names.set(start, { name, index: start, isPublic: isPublic || before });
      }
    }
  });
  return [...names.values()];
}

/**
 * @param {any} node
 * @returns {[target: any, isPublic: boolean][]} identifiers and patterns
 */
function listDeclarations(node) {
  const { type } = node;
  /** @type {[any, boolean][]} */
  const parameters = (node.params ?? []).map((/** @type {any} */ one) => [one, false]);
  if (isFunction(node)) return [[node.id, true], ...parameters];
  if (type === "VariableDeclarator") return [[node.id, isFunction(node.init)]];
  if (/^(?:TSAbstract)?(?:Method|Property)Definition$/.test(type)) {
    return node.computed ? [] : [[node.key, type.endsWith("MethodDefinition")]];
  }
  if (type === "TSMethodSignature") return [[node.key, true], ...parameters];
  if (/^TS(?:Function|Constructor)Type$/.test(type)) return parameters;
  if (/^(?:Class|TSTypeAlias|TSInterface|TSEnum)(?:Declaration|Expression)$/.test(type)) {
    return [[node.id, true]];
  }
  if (type === "TSTypeParameter") return [[node.name, true]];
  if (type === "ImportSpecifier") {
    return node.local.name === node.imported.name ? [] : [[node.local, false]];
  }
  if (/^Import(?:Default|Namespace)Specifier$/.test(type)) return [[node.local, false]];
  if (type === "CatchClause") return [[node.param, false]];
  if (type === "ExportSpecifier") return [[node.exported, true]];
  if (type !== "ExportNamedDeclaration") return [];
  return (node.declaration?.declarations ?? []).map((/** @type {any} */ { id }) => [id, true]);
}

/**
 * @param {any} target
 * @returns {any[]}
 */
function identifiersIn(target) {
  switch (target?.type) {
    case "Identifier":
    case "PrivateIdentifier":
      return [target];
    case "ArrayPattern":
      return target.elements.flatMap(identifiersIn);
    case "ObjectPattern":
      return target.properties.flatMap((/** @type {any} */ one) =>
        one.type === "RestElement"
          ? identifiersIn(one)
          : one.shorthand
            ? []
            : identifiersIn(one.value),
      );
    case "AssignmentPattern":
      return identifiersIn(target.left);
    case "RestElement":
      return identifiersIn(target.argument);
    case "TSParameterProperty":
      return identifiersIn(target.parameter);
    default:
      return [];
  }
}

/**
 * Replaces code with spaces, so that only the comments remain at their positions.
 * @param {string} text
 * @param {any} program
 */
export function onlyComments(text, program) {
  // Two slashes in a string, template or regular expression do not begin a comment.
  let code = text;
  walk(program, ({ type, start, end }) => {
    if (type !== "Literal" && type !== "TemplateElement") return;
    code = code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end);
  });
  let comments = "";
  let from = 0;
  for (const { index, 0: comment } of code.matchAll(/\/\/[^\n]*|\/\*.*?\*\//gs)) {
    comments += blank(code.slice(from, index)) + comment;
    from = index + comment.length;
  }
  return comments + blank(code.slice(from));
}

/** @param {string} text */
export function blank(text) {
  return text.replace(/[^\n]/g, " ");
}
